import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';

import { automaticLanguage } from '../contract/template/chooseTemplate';
import { shorten } from '../contract/wording';
import { accountMask, accountTemplates, chosenTemplate } from './accountLists';

/** A real option, since n8n draws an empty value red. */
const automatic: INodePropertyOptions = {
	name: 'Automatic',
	value: automaticLanguage,
	description: "The template's only language",
};

export const loadOptions = {
	/** The languages of the chosen template, Automatic first. */
	async getTemplateLanguages(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
		const name = chosenTemplate(this);
		if (name === undefined) return [automatic];
		const templates = await accountTemplates(this);
		const mask = await accountMask(this);
		const languages = templates
			.filter((template) => template.name === name)
			.map(({ language }) => ({ name: shorten(mask.text(language), 100), value: language }));
		return [automatic, ...languages];
	},
};
