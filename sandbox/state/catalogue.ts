import { mediaTemplates } from '../fixtures/mediaTemplates';
import { moreTemplates } from '../fixtures/moreTemplates';
import { phoneNumbers } from '../fixtures/phoneNumbers';
import type { TemplateRecord } from '../fixtures/templateRecord';
import { textTemplates } from '../fixtures/textTemplates';

/** How many templates are kept; Meta allows an account 6,000. */
const keptTemplates = 6000;

const keyOf = (name: string, language: string) => JSON.stringify([name, language]);

/** Templates, and the sending numbers that can use them. */
export interface TemplateSet {
	readonly phoneNumberIds: readonly string[];
	readonly templates: readonly TemplateRecord[];
}

/** All templates for all numbers of the account. */
export const accountTemplates: readonly TemplateSet[] = [
	{ phoneNumberIds: phoneNumbers.map(({ id }) => id), templates: [...textTemplates, ...mediaTemplates, ...moreTemplates] },
];

export type Catalogue = ReturnType<typeof createCatalogue>;

/** What the account owns: sending numbers and templates. */
export function createCatalogue(sets = accountTemplates) {
	const kept = sets.map(({ phoneNumberIds, templates }) => ({ phoneNumberIds, templates, byKey: new Map<string, TemplateRecord>() }));
	const firstNumber = phoneNumbers[0]?.id ?? '';
	const setOf = (phoneNumberId: string) => kept.find(({ phoneNumberIds }) => phoneNumberIds.includes(phoneNumberId))?.byKey;

	/** Adds a template to those of a sending number, in place of one with the same name and language. */
	function put(template: TemplateRecord, phoneNumberId = firstNumber): void {
		const byKey = setOf(phoneNumberId);
		const key = keyOf(template.template_name, template.language_code);
		if (byKey !== undefined && (byKey.size < keptTemplates || byKey.has(key))) byKey.set(key, template);
	}

	/** Back to the fixtures. */
	function clear(): void {
		for (const { byKey, templates, phoneNumberIds } of kept) {
			byKey.clear();
			for (const one of templates) put(one, phoneNumberIds[0]);
		}
	}

	/** The templates that a sending number can use; undefined if there is no such number. */
	function templateSet(phoneNumberId: string): readonly TemplateRecord[] | undefined {
		const byKey = setOf(phoneNumberId);
		return byKey && [...byKey.values()];
	}

	clear();
	return {
		phoneNumbers,
		/** The sending number that is meant if none is named. */
		firstNumber,
		/** Whether the templates of one sending number are not those of another. */
		isByNumber: sets.length > 1,
		templateSet,
		/** The templates of the first sending number. */
		templates: (): readonly TemplateRecord[] => templateSet(firstNumber) ?? [],
		template: (phoneNumberId: string, name: string, language: string) => setOf(phoneNumberId)?.get(keyOf(name, language)),
		put,
		clear,
	};
}
