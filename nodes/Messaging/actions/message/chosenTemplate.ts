import { type Failure, invalidInput } from '../../result/failure';
import { err, ok, type Result } from '../../result/result';
import { explainNoTemplate, isOfOtherCountry, readLanguage } from '../../template/chooseTemplate';
import { doubtText, findGap } from '../../template/givenText';
import { columnId, languageMark, type Placeholder, templateMark } from '../../template/section';
import type { Template } from '../../template/template';
import { fillByColumn, fillFromInput, type OnMissing, readVariablesJson, type VariablesResult } from '../../template/variables';
import { text } from '../../text/json';
import { longestName, shorten } from '../../text/wording';
import type { Run } from '../../service/run';
import type { MessageParameters } from './fields';
import type { headerValues, placeholderValues, templateChoice } from './templateFields';

/** The parameters of an operation that fills in a template. */
export type TemplateParameters = MessageParameters<(typeof templateChoice)[number] | (typeof placeholderValues)[number] | (typeof headerValues)[number]>;

export interface Choice {
	readonly name: string;
	readonly language: string;
	/** Undefined if the list of templates could not be read and the message does not need it. */
	readonly template: Template | undefined;
	/** Set if the template lacks the language of the item: what the item gets in its place. */
	readonly inPlace?: 'fallback' | 'other country' | undefined;
}

const isJson = (parameters: TemplateParameters): boolean => parameters.value('variablesMode') === 'json';

/** Finds the template of an item, in its language or in what the item gets in its place. */
export async function findTemplate(parameters: TemplateParameters, run: Run, isTemplateNeeded: boolean): Promise<Result<Choice, Failure>> {
	const name = parameters.text('template');
	if (name === undefined) {
		return err(invalidInput("'Template' is not set", 'Choose a template from the list, or give its name.'));
	}
	const language = readLanguage(parameters.value('languageCode'));
	const phoneNumberId = parameters.text('phoneNumberId');
	const found = await run.template(name, language, phoneNumberId);
	if (!found.ok) {
		const needed = isTemplateNeeded || language === undefined || !isJson(parameters);
		return needed ? found : ok({ name, language, template: undefined });
	}
	const template = found.value;
	if (!('reason' in template)) return ok({ name, language: template.language, template });
	const fallback = text(parameters.collection('additionalFields').fallbackLanguage)?.trim();
	const lacksLanguage = template.reason === 'unknown-language' || template.reason === 'several-languages';
	if (!lacksLanguage || fallback === undefined) return err(explainNoTemplate(template, name, language));
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
	const which = inPlace === 'fallback' ? `the Fallback Language ${language}` : `that of another country: ${language}`;
	return [`The template lacks the language of this item, which gets ${which}`];
}

/**
 * Refuses fields that belong to another template than the one that is sent. n8n loads the fields of a template only while
 * it can evaluate all expressions of the node: else those of the template before stay in the panel.
 */
export function findOtherTemplate(parameters: TemplateParameters, { name, language }: Template, run: Run): Failure | undefined {
	if (isJson(parameters) || parameters.mapped('variables') === undefined) return undefined;
	const [ofName, ofLanguage] = [templateMark, languageMark].map((mark) => text(parameters.firstColumn('variables', mark)));
	const isSame = ofName === undefined || ofName === run.connection.mask.text(name);
	if (isSame && (ofLanguage === undefined || ofLanguage === language || parameters.isExpression('languageCode'))) return undefined;
	return invalidInput(
		`'Placeholders of the Template' belong to another template: ${shorten([ofName, ofLanguage].join(', '), longestName)}`,
		`The template is "${shorten(name, longestName)}" in ${language}. Choose 'Refresh Placeholder List' in the menu (⋮) of 'Placeholders of the Template', or close the node and open it again, and look at the values. If the template changes from item to item, set 'Enter Placeholders As' to JSON. Nothing was sent.`,
	);
}

/**
 * The values that the item gives.
 * @param filled the placeholder that the node fills in itself: a value for its column is ignored
 * @param onMissing is told the column of each placeholder without a value. Without it, such an item is refused
 */
export function readVariables(parameters: TemplateParameters, template: Template | undefined, filled?: Placeholder, onMissing?: OnMissing): VariablesResult {
	const all = template?.placeholders ?? [];
	// What is worked out of a list of placeholders is kept by the list, so all items get the same one.
	const placeholders = filled === undefined ? all : all.filter((placeholder) => placeholder !== filled);
	// Of a question each part must say something.
	const emptyParts = filled === undefined ? 'allowed' : 'refused';
	if (isJson(parameters)) {
		const json = parameters.inParts('variablesJson');
		const gap = typeof json.value === 'object' ? undefined : findGap('Placeholders (JSON)', json, emptyParts);
		return gap === undefined ? readVariablesJson(json.value, template && placeholders, onMissing) : err(gap);
	}
	const values = parameters.mapped('variables');
	if (values === undefined) return fillFromInput(placeholders, parameters.input, onMissing);
	const ignored = filled && columnId(filled);
	const others = ignored === undefined ? values : Object.fromEntries(Object.entries(values).filter(([column]) => column !== ignored));
	const isFixed = (column: string) => !parameters.isExpression('variables', 'value', column);
	return fillByColumn(placeholders, others, { isFixed, parts: parameters.mappedParts('variables'), shown: parameters.shownColumns('variables'), emptyParts, onMissing });
}

/** What a person should look at of the expressions in placeholders. */
export function doubtParts(parameters: TemplateParameters): string[] {
	if (isJson(parameters)) return doubtText('Placeholders (JSON)', { ...parameters.inParts('variablesJson'), value: undefined });
	return Object.entries(parameters.mappedParts('variables')).flatMap(([column, parts]) => doubtText(column, { value: undefined, parts }));
}
