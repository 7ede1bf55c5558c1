import type { ILoadOptionsFunctions, ResourceMapperField, ResourceMapperFields } from 'n8n-workflow';

import type { Failure } from '../contract/failure';
import { at } from '../contract/json';
import { chooseTemplate, explainNoTemplate, readLanguage, sharedTemplate } from '../contract/template/chooseTemplate';
import { columnId, keyOf, type Placeholder } from '../contract/template/section';
import { inputColumns } from '../contract/template/variables';
import { listNames, shorten } from '../contract/wording';
import { nodeError } from '../n8n/nodeError';
import { accountMask, chosenTemplate, readAccountTemplates } from './accountLists';

export const resourceMapping = {
	/** One column per placeholder of the chosen template in the chosen language. */
	async getTemplateVariables(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
		const name = chosenTemplate(this);
		if (name === undefined) return { fields: [], emptyFieldsNotice: noTemplateNotice };
		const templates = await readAccountTemplates(this);
		if (!templates.ok) {
			// Fields that stand in the panel already are better kept; n8n passes over what is thrown.
			if (hasFields(this)) throw nodeError(this.getNode(), templates.error);
			return onlyNotice(templates.error);
		}
		const language = readLanguage(this.getCurrentNodeParameter('languageCode'));
		const template =
			sharedTemplate(templates.value, name, language) ?? chooseTemplate(templates.value, name, language);
		const mask = await accountMask(this);
		const { fields, emptyFieldsNotice } =
			'reason' in template
				? onlyNotice(explainNoTemplate(template, name, language))
				: { fields: template.placeholders.map(toField), emptyFieldsNotice: notice(template.placeholders) };
		return {
			fields: fields.map((field) => ({ ...field, displayName: mask.text(field.displayName) })),
			emptyFieldsNotice: mask.text(emptyFieldsNotice ?? ''),
		};
	},
};

const noTemplateNotice =
	'Choose a template above, and its placeholders appear here. With a template given by an expression, use automatic mapping or JSON.';

/** As a notice, since n8n doesn't show what is thrown here; it reads notices as HTML. */
const onlyNotice = ({ message, description }: Failure): ResourceMapperFields => ({
	fields: [],
	emptyFieldsNotice: asHtml(`${message}. ${description}`),
});

const asHtml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function hasFields(context: ILoadOptionsFunctions): boolean {
	const schema = at(context.getCurrentNodeParameter('variables'), 'schema');
	return Array.isArray(schema) && schema.length > 0;
}

const noPlaceholdersNotice = 'This template has no placeholders: there is nothing to fill in.';

/** n8n shows it in place of the fields: with automatic mapping, and where there are none. */
const notice = (placeholders: readonly Placeholder[]): string =>
	placeholders.length === 0
		? noPlaceholdersNotice
		: `Each input item fills the template's placeholders from its columns with these names: ${asHtml(listNames(inputColumns(placeholders)))}.`;

const toField = (placeholder: Placeholder): ResourceMapperField => ({
	id: columnId(placeholder),
	displayName: shorten(label(placeholder), 200),
	required: true,
	defaultMatch: false,
	canBeUsedToMatch: false,
	display: true,
	type: 'string',
});

/**
 * The panel shows about the first thirty characters of a label, so what tells one field from
 * another comes first: the key and its example, then the section, then the words around it.
 */
function label(placeholder: Placeholder): string {
	const { example, path, title, words } = placeholder;
	const [section = '', card = '', ...inCard] = path;
	const isCard = section === 'cards';
	const subject = title ?? (isCard ? `Card ${card} ${keyOf(placeholder)}` : keyOf(placeholder));
	const place = isCard ? inCard.slice(0, -1).join(' ') : section;
	const context = [...(place === '' ? [] : [place]), ...(words === undefined ? [] : [words])];
	return [
		subject,
		...(example === undefined ? [] : [`(e.g. ${example})`]),
		...(context.length === 0 ? [] : [`– ${context.join(': ')}`]),
	].join(' ');
}
