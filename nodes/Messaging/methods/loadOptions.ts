import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { escapeHtml } from '../contract/html';
import { automaticLanguage } from '../contract/template/chooseTemplate';
import { firstWords } from '../contract/template/templateText';
import { languageName } from '../contract/template/languageName';
import { shorten } from '../contract/wording';
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
