import { groupBy } from '../text/groupBy';
import { at, firstText, isObject, type JsonObject } from '../text/json';
import { buttonAt, expectedFromComponents, hasComponents, readTemplateText } from './components';
import { hasEndlessName, readPlaceholders } from './placeholders';
import { columnId, type Placeholder } from './section';
import type { TemplateText } from './templateText';

/** What this package needs of a template in one language. */
export interface Template {
	/** The service's ID of the record, if it shows one. */
	readonly id?: string;
	/** Exactly as the templates endpoint returned it. */
	readonly name: string;
	/** Exactly as the templates endpoint returned it (form like `xx_XX`). */
	readonly language: string;
	/** The record's status, if that says that the template can't be sent. */
	readonly notApproved?: string;
	readonly placeholders: readonly Placeholder[];
	/** The template's text, if the record has it. */
	readonly text?: TemplateText;
}

/**
 * Reads a template record (API document, "Other records"). Undefined when it has no name or language, or a
 * section with an endless name.
 */
export function readTemplate(record: unknown): Template | undefined {
	if (!isObject(record)) return undefined;
	const name = firstText(record.template_name, record.name);
	const language = firstText(record.language_code, record.language, at(record, 'language', 'code'));
	if (name === undefined || language === undefined || hasEndlessName(record.expected_variables)) return undefined;
	const id = firstText(record.id, record.template_id);
	const status = firstText(record.status);
	const text = readTemplateText(record.components);
	return {
		...(id === undefined ? {} : { id }),
		name,
		language,
		placeholders: describe(readExpected(record), record),
		...(text === undefined ? {} : { text }),
		...(status === undefined || !refusals.has(plainWords(status)) ? {} : { notApproved: status }),
	};
}

/** Statuses of templates that can't be sent. One that nobody knows may be another word for approved. */
const refusals: ReadonlySet<string> = new Set([
	'pending', 'in review', 'in appeal', 'rejected', 'paused', 'disabled', 'archived', 'deleted', 'pending deletion', 'draft', 'inactive',
]);

const plainWords = (status: string): string => status.trim().toLowerCase().replace(/[\s_-]+/g, ' ');

/** Reads `expected_variables`, or Meta's components if it is absent. */
function readExpected(record: JsonObject): Placeholder[] {
	const { expected_variables: expected, components } = record;
	if (expected !== undefined || !hasComponents(components)) return readPlaceholders(expected);
	const found = readPlaceholders(expectedFromComponents(components));
	if (!isAuthentication(record)) return found;
	// Meta's button repeats the code, so the template has one placeholder only.
	const code = found.find((placeholder) => columnId(placeholder) === 'body.1');
	return [code ?? { path: ['body', '1'], example: undefined }];
}

/** "Authentication (one-time-code) templates always have exactly one body variable with param_name 1". */
const isAuthentication = (record: JsonObject): boolean =>
	firstText(record.category)?.toLowerCase() === 'authentication';

/** Adds to each placeholder what the rest of the record says about it. */
function describe(placeholders: readonly Placeholder[], record: JsonObject): Placeholder[] {
	const hasCode = isAuthentication(record);
	return placeholders.map((placeholder) => {
		const button = buttonAt(record.components, placeholder.path);
		return {
			...placeholder,
			...(hasCode && columnId(placeholder) === 'body.1' ? { title: 'One-time code' } : {}),
			...(button === undefined ? {} : { button }),
		};
	});
}

/** Templates by name: one entry for each language, in the order of the list. */
export const groupByName = (templates: readonly Template[]): Map<string, Template[]> =>
	groupBy(templates, ({ name }) => name);

const isLinkEnding = ({ path }: Placeholder): boolean => path.length === 2 && path[0] === 'buttons';

/** The placeholders at the end of a button's URL, without those of cards. */
export const linkEndings = ({ placeholders }: Template): Placeholder[] => placeholders.filter(isLinkEnding);

/**
 * The template whose placeholders a user fills in for a question: without the button that gets the link. If
 * there are several buttons, the node knows only when it sends which one gets the link, so all are optional.
 */
export function withoutLink(template: Template): Template {
	const isOnly = linkEndings(template).length === 1;
	const placeholders = template.placeholders.flatMap((placeholder): Placeholder[] => {
		if (!isLinkEnding(placeholder)) return [placeholder];
		return isOnly ? [] : [{ ...placeholder, mayBeLink: true }];
	});
	return { ...template, placeholders };
}

/** The templates in a list of records, also those that can't be sent. Records that can't be read are left out. */
export const readTemplates = (records: readonly unknown[]): readonly Template[] =>
	records.map(readTemplate).filter((template) => template !== undefined);

export const canBeSent = ({ notApproved }: Template): boolean => notApproved === undefined;
