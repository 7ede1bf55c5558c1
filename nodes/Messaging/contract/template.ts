import { copyAt, expectedFromComponents, hasComponents } from './components';
import { wordsByKey } from './copy';
import { invalidInput, type Failure } from './failure';
import { at, firstText, isObject, type JsonObject } from './json';
import { hasEndlessName, readPlaceholders } from './placeholders';
import { columnId, keyOf, type Placeholder } from './section';
import { listNames, shorten } from './shorten';

/** A template in one language, as far as this package needs it. */
export interface Template {
	/** Exactly as the templates endpoint returned it. */
	readonly name: string;
	/** Exactly as the templates endpoint returned it (form like `xx_XX`). */
	readonly language: string;
	/** False when the record carries a status that says it can't be sent yet, or no longer. */
	readonly approved: boolean;
	readonly placeholders: readonly Placeholder[];
}

/**
 * Reads a template record (API document, "Other records"); undefined when it has no name or language,
 * or parts that can't be named.
 */
export function readTemplate(record: unknown): Template | undefined {
	if (!isObject(record)) return undefined;
	const name = firstText(record.template_name, record.name);
	const language = firstText(record.language_code, record.language, at(record, 'language', 'code'));
	if (name === undefined || language === undefined || hasEndlessName(record.expected_variables)) return undefined;
	const status = firstText(record.status);
	return {
		name,
		language,
		approved: status === undefined || status.toLowerCase() === 'approved',
		placeholders: describe(readExpected(record), record),
	};
}

/** `expected_variables` decides; Meta's components only where it is absent. */
function readExpected(record: JsonObject): Placeholder[] {
	const { expected_variables: expected, components } = record;
	if (expected !== undefined || !hasComponents(components)) return readPlaceholders(expected);
	const found = readPlaceholders(expectedFromComponents(components));
	if (!isAuthentication(record)) return found;
	// Meta's button holds the code a second time.
	const code = found.find((placeholder) => columnId(placeholder) === 'body.1');
	return [code ?? { path: ['body', '1'], example: undefined }];
}

/** "Authentication (one-time-code) templates always have exactly one body variable with param_name 1". */
const isAuthentication = (record: JsonObject): boolean =>
	firstText(record.category)?.toLowerCase() === 'authentication';

/** The placeholders with what the rest of the record says of them. */
function describe(placeholders: readonly Placeholder[], record: JsonObject): Placeholder[] {
	const hasCode = isAuthentication(record);
	const wordsIn = new Map<string, ReadonlyMap<string, string>>();
	function wordsAround(placeholder: Placeholder): string | undefined {
		const copy = copyAt(record.components, placeholder.path);
		if (copy === undefined) return undefined;
		const words = wordsIn.get(copy) ?? wordsByKey(copy);
		wordsIn.set(copy, words);
		// A button has one gap, whatever its placeholder is called in `expected_variables`.
		return words.get(placeholder.path.includes('buttons') ? '1' : keyOf(placeholder));
	}
	return placeholders.map((placeholder) => {
		const words = wordsAround(placeholder);
		return {
			...placeholder,
			...(hasCode && columnId(placeholder) === 'body.1' ? { title: 'One-time code' } : {}),
			...(words === undefined ? {} : { words }),
		};
	});
}

/** Why no template could be chosen: the choice that would have been possible. */
export type NoTemplate =
	| { readonly reason: 'unknown-template' }
	| { readonly reason: 'unknown-language' | 'several-languages'; readonly languages: readonly string[] };

/**
 * The template that a name and a language choose. Without a language the template's only one is
 * taken. Names and languages are compared exactly, as the API wants them.
 */
export function chooseTemplate(
	templates: readonly Template[],
	name: string,
	language: string | undefined,
): Template | NoTemplate {
	const named = templates.filter((template) => template.name === name);
	const languages = [...new Set(named.map((template) => template.language))];
	const [only] = language === undefined ? named : named.filter((one) => one.language === language);
	if (named.length === 0) return { reason: 'unknown-template' };
	if (only === undefined) return { reason: 'unknown-language', languages };
	if (language === undefined && languages.length > 1) return { reason: 'several-languages', languages };
	return only;
}

/**
 * On Automatic, with several languages that all expect the same placeholders, any of them shows the
 * user what to fill in; undefined where they differ or there is nothing to share.
 */
export function sharedTemplate(
	templates: readonly Template[],
	name: string,
	language: string | undefined,
): Template | undefined {
	const [first, ...others] = templates.filter((template) => template.name === name);
	if (language !== undefined || first === undefined) return undefined;
	const columns = ({ placeholders }: Template) => placeholders.map(columnId).sort().join('\n');
	return others.every((other) => columns(other) === columns(first)) ? first : undefined;
}

/** Why no template could be chosen, in words for the person who reads the node's panel. */
export function explainNoTemplate(
	none: NoTemplate,
	name: string,
	language: string | undefined,
): Failure {
	const called = shorten(name, 100);
	if (none.reason === 'unknown-template') {
		return invalidInput(
			`'Template' names one that the account does not have: "${called}"`,
			'Choose it from the list again. A template that was renamed, deleted or is not approved yet cannot be sent.',
		);
	}
	const choices = listNames(none.languages);
	if (none.reason === 'unknown-language') {
		return invalidInput(
			`'Language' is not one of the template's languages: "${shorten(language ?? '', 100)}"`,
			`The template "${called}" exists in: ${choices}.`,
		);
	}
	return invalidInput(
		`'Language' must be chosen: the template "${called}" has several`,
		`Automatic only works for templates in one language. Choose one of: ${choices}.`,
	);
}

/** The languages of each template, by name, in the order of the list. */
export function groupByName(templates: readonly Template[]): Map<string, Template[]> {
	const groups = new Map<string, Template[]>();
	for (const template of templates) {
		const group = groups.get(template.name);
		if (group === undefined) groups.set(template.name, [template]);
		else group.push(template);
	}
	return groups;
}

/** The templates in a list of records that can be sent; records without name or language are passed over. */
export const readTemplates = (records: readonly unknown[]): readonly Template[] =>
	records
		.map(readTemplate)
		.filter((template) => template !== undefined)
		.filter((template) => template.approved);
