import type { INodeProperties } from 'n8n-workflow';

import type { Parameters } from '../../n8n/parameters';
import { type Failure, invalidInput } from '../../result/failure';
import { err, ok, type Result } from '../../result/result';
import { automaticLanguage, explainNoTemplate, isOfOtherCountry, readLanguage } from '../../template/chooseTemplate';
import { languageMark, templateMark } from '../../template/section';
import type { Template } from '../../template/template';
import { text } from '../../text/json';
import { longestName, shorten } from '../../text/wording';
import type { Run } from '../../service/run';
import type { sendingNumberField } from './address';
import { isJson, type placeholderFields } from './givenPlaceholders';

/** The fields that say which template is sent, and in which language. */
export const templateChoice = [
	{
		displayName: 'Template',
		name: 'template',
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		required: true,
		description: 'The approved template to send. If you choose another one, n8n empties the placeholders below, also if you then choose the first one again.',
		builderHint: { propertyHint: 'Choose the template before its placeholders: its record says which it has, in which languages' },
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: 'Choose a template…',
				typeOptions: { searchListMethod: 'searchTemplates', searchable: true },
			},
			{
				displayName: 'By Name',
				name: 'name',
				type: 'string',
				placeholder: 'e.g. order_update',
				hint: 'Exactly as the service spells it',
			},
		],
	},
	{
		displayName: 'Language Name or ID',
		name: 'languageCode',
		type: 'options',
		typeOptions: {
			loadOptionsMethod: 'getTemplateLanguages',
			loadOptionsDependsOn: ['phoneNumberId.value', 'template.value'],
		},
		default: automaticLanguage,
		description:
			'The language of the template. Automatic uses its only language. Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
	},
] as const satisfies INodeProperties[];

type ChoiceParameters = Parameters<typeof sendingNumberField | (typeof templateChoice)[number] | (typeof placeholderFields)[number]>;

export interface Choice {
	readonly name: string;
	readonly language: string;
	/** Undefined if the list of templates could not be read and the message does not need it. */
	readonly template: Template | undefined;
	/** Set if the item names no language of the template: what it gets in its place. */
	readonly inPlace?: 'fallback' | 'other country' | undefined;
}

/**
 * Finds the template of an item, in its language or in what the item gets in its place.
 * @param isNeeded whether it is an error if the list of templates can't be read
 * @param fallbackOf reads the Fallback Language, for an item that names no language of the template
 */
export async function findTemplate(parameters: ChoiceParameters, run: Run, isNeeded: boolean, fallbackOf: () => unknown = () => undefined): Promise<Result<Choice, Failure>> {
	const name = parameters.text('template');
	if (name === undefined) {
		return err(invalidInput("'Template' is not set", 'Choose a template from the list, or give its name.'));
	}
	const language = readLanguage(parameters.value('languageCode'));
	const phoneNumberId = parameters.text('phoneNumberId');
	const found = await run.template(name, language, phoneNumberId);
	if (!found.ok) {
		return isNeeded || language === undefined || !isJson(parameters) ? found : ok({ name, language, template: undefined });
	}
	const template = found.value;
	if (!('reason' in template)) return ok({ name, language: template.language, template });
	const fallback = text(fallbackOf())?.trim();
	const isLanguageOpen = template.reason === 'unknown-language' || template.reason === 'several-languages';
	if (!isLanguageOpen || fallback === undefined) return err(explainNoTemplate(template, name, language));
	return await chooseInPlace(name, template.nearest, language, fallback, async (one) => await run.template(name, one, phoneNumberId));
}

/** Chooses for an item whose language the template lacks: the nearest one that it has, else the Fallback Language. */
async function chooseInPlace(
	name: string,
	nearest: string | undefined,
	language: string | undefined,
	fallback: string,
	find: (language: string) => ReturnType<Run['template']>,
): Promise<Result<Choice, Failure>> {
	const other = await find(nearest ?? fallback);
	if (!other.ok) return other;
	if ('reason' in other.value) return err(explainNoTemplate(other.value, name, fallback, 'Fallback Language'));
	const found = other.value.language;
	const isForeign = nearest !== undefined && language !== undefined && isOfOtherCountry(nearest, language);
	return ok({ name, language: found, template: other.value, inPlace: nearest === undefined ? 'fallback' : isForeign ? 'other country' : undefined });
}

/** What a dry run says of an item that gets another language than its own. */
export function doubtLanguage(inPlace: Choice['inPlace'], language: string): string[] {
	if (inPlace === undefined) return [];
	return [
		inPlace === 'fallback'
			? `This item names no language of the template, and gets the Fallback Language ${language}`
			: `The template lacks the language of this item, which gets that of another country: ${language}`,
	];
}

/**
 * Refuses fields that belong to another template than the one that is sent. n8n loads the fields of a template only while
 * it can evaluate all expressions of the node: else those of the template before stay in the panel.
 */
export function findOtherTemplate(parameters: ChoiceParameters, { name, language }: Template, run: Run): Failure | undefined {
	if (isJson(parameters) || parameters.mapped('variables') === undefined) return undefined;
	const [ofName, ofLanguage] = [templateMark, languageMark].map((mark) => text(parameters.firstColumn('variables', mark)));
	const isSame = ofName === undefined || ofName === run.connection.mask.text(name);
	if (isSame && (ofLanguage === undefined || ofLanguage === language || parameters.isExpression('languageCode'))) return undefined;
	return invalidInput(
		`'Placeholders of the Template' belong to another template: ${shorten([ofName, ofLanguage].join(', '), longestName)}`,
		`The template is "${shorten(name, longestName)}" in ${language}. Choose 'Refresh Placeholder List' in the menu (⋮) of 'Placeholders of the Template', or close the node and open it again, and look at the values. If the template changes from item to item, set 'Enter Placeholders As' to JSON. Nothing was sent.`,
	);
}
