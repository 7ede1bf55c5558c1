import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { automaticLanguage } from '../template/chooseTemplate';
import { firstWords } from '../template/templateText';
import { escapeHtml } from '../text/html';
import { shorten } from '../text/wording';
import { accountTemplates, chosenTemplate } from './accountLists';

/** An option with a value, since n8n marks an empty value as an error. */
const automatic: INodePropertyOptions = {
	name: 'Automatic',
	value: automaticLanguage,
	description: "The template's only language",
};

const usualTimeZones: readonly string[] = [
	'Europe/London', 'Europe/Berlin', 'America/New_York', 'America/Chicago', 'America/Los_Angeles', 'America/Mexico_City',
	'America/Sao_Paulo', 'Africa/Lagos', 'Africa/Johannesburg', 'Asia/Dubai', 'Asia/Kolkata', 'Asia/Jakarta', 'Asia/Singapore', 'UTC',
];

/** In characters: about two lines of the list. */
const longestDescription = 120;

export const loadOptions = {
	/** The languages of the chosen template, Automatic first. */
	async getTemplateLanguages(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		const name = chosenTemplate(this);
		if (name === undefined) return [automatic];
		const { templates, mask } = await accountTemplates(this);
		const languages = templates
			.filter((template) => template.name === name)
			.map(({ language, text }) => ({
				name: shorten(mask.text(languageName(language)), 100),
				value: language,
				...(text === undefined ? {} : { description: escapeHtml(shorten(mask.text(firstWords(text)), longestDescription)) }),
			}));
		const { size } = new Set(languages.map(({ value }) => value));
		const several = size > 1 && {
			name: `Automatic: choose one of ${size} languages`,
			description: 'Automatic works only for a template in one language, and this one has several languages',
		};
		return [{ ...automatic, ...several }, ...languages];
	},

	/** The time zones that this n8n knows, after that of the workflow and some usual ones. */
	async getTimeZones(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		const others = Intl.supportedValuesOf('timeZone').filter((zone) => !usualTimeZones.includes(zone));
		const named = [...usualTimeZones, ...others].map((zone) => ({ name: zone.replaceAll('_', ' '), value: zone }));
		return [{ name: "Workflow's Time Zone", value: '', description: this.getTimezone() }, ...named];
	},
};

/** Made when a list is opened: to make it takes a fifth of the time in which the package loads. */
let names: Intl.DisplayNames | undefined;

/** A language code with its name: `German (de_DE)`, else the code alone. */
export function languageName(code: string): string {
	try {
		const [language = ''] = code.split(/[_-]/);
		names ??= new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
		const name = names.of(language);
		return name === undefined ? code : `${name} (${code})`;
	} catch {
		// Intl throws for a text that is no language code.
		return code;
	}
}
