import { mediaTemplates } from '../fixtures/mediaTemplates';
import { moreTemplates } from '../fixtures/moreTemplates';
import { phoneNumbers, type PhoneNumberRecord } from '../fixtures/phoneNumbers';
import type { TemplateRecord } from '../fixtures/templateRecord';
import { textTemplates } from '../fixtures/textTemplates';

/** What the account owns: sending numbers and templates. */
export interface Catalogue {
	readonly phoneNumbers: readonly PhoneNumberRecord[];
	templates(): readonly TemplateRecord[];
	template(name: string, language: string): TemplateRecord | undefined;
	/** Adds a template, in place of one with the same name and language. */
	put(template: TemplateRecord): void;
	/** Back to the fixtures. */
	clear(): void;
}

/** How many templates are kept; Meta allows an account 6,000. */
const keptTemplates = 6000;

const keyOf = (name: string, language: string) => JSON.stringify([name, language]);

export function createCatalogue(): Catalogue {
	const templates = new Map<string, TemplateRecord>();

	function put(template: TemplateRecord): void {
		const key = keyOf(template.template_name, template.language_code);
		if (templates.size < keptTemplates || templates.has(key)) templates.set(key, template);
	}

	function clear(): void {
		templates.clear();
		for (const one of [...textTemplates, ...mediaTemplates, ...moreTemplates]) put(one);
	}

	clear();
	return {
		phoneNumbers,
		templates: () => [...templates.values()],
		template: (name, language) => templates.get(keyOf(name, language)),
		put,
		clear,
	};
}
