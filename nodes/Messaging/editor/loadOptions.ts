import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { automaticLanguage } from '../template/chooseTemplate';
import { firstWords } from '../template/templateText';
import { escapeHtml } from '../text/html';
import { shorten } from '../text/wording';
import { accountMask, accountTemplates, chosenTemplate } from './accountLists';

/** An option with a value, since n8n marks an empty value as an error. */
const automatic: INodePropertyOptions = {
	name: 'Automatic',
	value: automaticLanguage,
	description: "The template's only language",
};

/** In characters: about two lines of the list. */
const longestDescription = 120;

export const loadOptions = {
	/** The languages of the chosen template, Automatic first. */
	async getTemplateLanguages(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		const name = chosenTemplate(this);
		if (name === undefined) return [automatic];
		const templates = await accountTemplates(this);
		const mask = await accountMask(this);
		const languages = templates
			.filter((template) => template.name === name)
			.map(({ language, text }) => ({
				name: shorten(mask.text(languageName(language)), 100),
				value: language,
				...(text === undefined ? {} : { description: escapeHtml(shorten(mask.text(firstWords(text)), longestDescription)) }),
			}));
		return [automatic, ...languages];
	},
};

const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** A language code with its name: `German (de_DE)`, else the code alone. */
export function languageName(code: string): string {
	try {
		const [language = ''] = code.split(/[_-]/);
		const name = names.of(language);
		return name === undefined ? code : `${name} (${code})`;
	} catch {
		// Intl throws for a text that is no language code.
		return code;
	}
}
