import { mediaTemplates } from '../fixtures/mediaTemplates';
import { moreTemplates } from '../fixtures/moreTemplates';
import { phoneNumbers } from '../fixtures/phoneNumbers';
import type { TemplateRecord } from '../fixtures/templateRecord';
import { textTemplates } from '../fixtures/textTemplates';

/** How many templates are kept; Meta allows an account 6,000. */
const keptTemplates = 6000;

const keyOf = (name: string, language: string) => JSON.stringify([name, language]);

/** What the account owns: sending numbers and templates. */
export function createCatalogue() {
	const templates = new Map<string, TemplateRecord>();

	/** Adds a template, in place of one with the same name and language. */
	function put(template: TemplateRecord): void {
		const key = keyOf(template.template_name, template.language_code);
		if (templates.size < keptTemplates || templates.has(key)) templates.set(key, template);
	}

	/** Back to the fixtures. */
	function clear(): void {
		templates.clear();
		for (const one of [...textTemplates, ...mediaTemplates, ...moreTemplates]) put(one);
	}

	clear();
	return {
		phoneNumbers,
		templates: (): readonly TemplateRecord[] => [...templates.values()],
		template: (name: string, language: string) => templates.get(keyOf(name, language)),
		put,
		clear,
	};
}
