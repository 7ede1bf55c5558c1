import { type Failure, invalidInput } from '../result/failure';
import { text } from '../text/json';
import { listNames, longestName, shorten } from '../text/wording';
import { columnId } from './section';
import { canBeSent, type Template } from './template';

/** The value of the option Automatic in the list of languages. */
export const automaticLanguage = 'auto';

/** The language code that a user chose; undefined for Automatic, also if an expression gives nothing. */
export function readLanguage(value: unknown): string | undefined {
	const given = text(value)?.trim();
	return given === automaticLanguage ? undefined : given;
}

/** Why no template could be chosen, with the languages that exist. */
export type NoTemplate =
	| { readonly reason: 'unknown-template' }
	| { readonly reason: 'not-approved'; readonly status: string }
	| {
			readonly reason: 'unknown-language' | 'several-languages';
			readonly languages: readonly string[];
			/** The one of them that is the wanted one but for the country, if only one is. */
			readonly nearest?: string | undefined;
	  };

/** A language code as all its spellings have it: browsers, shops and contact lists write de-DE, DE or pt_br. */
const plainCode = (language: string): string => language.trim().toLowerCase().replaceAll('-', '_');

/** The templates in a language: those with exactly its code, else those with the same code in another spelling, if they agree. */
function inLanguage(templates: readonly Template[], language: string): readonly Template[] {
	const exact = templates.filter((one) => one.language === language);
	if (exact.length > 0) return exact;
	const same = templates.filter((one) => plainCode(one.language) === plainCode(language));
	return new Set(same.map((one) => one.language)).size === 1 ? same : [];
}

/** What may stand behind a language: further ones, as browsers list them, or how a system writes its texts. */
const behindCode = /[,;.@].*$/s;

/** A language and how it is written, such as zh and Hans; undefined for what is no language code. */
function writtenLanguage(code: string): string | undefined {
	try {
		const tag = code.trim().replace(behindCode, '').replaceAll('_', '-');
		// "Undetermined", which would become English.
		if (/^und(-|$)/i.test(tag)) return undefined;
		const { language, script } = new Intl.Locale(tag).maximize();
		// Norwegian is Bokmål to browsers and shops.
		return `${language === 'no' ? 'nb' : language} ${script}`;
	} catch {
		return undefined;
	}
}

/**
 * Of several languages the one that is the wanted one but for the country: that without a country, else the only one. A
 * Brazilian reads the Portuguese of Portugal better than a foreign language. Chinese in the other script many can't read,
 * so it counts as another language.
 */
function nearestOf(languages: readonly string[], wanted: string): string | undefined {
	const written = writtenLanguage(wanted);
	const near = written === undefined ? [] : languages.filter((one) => writtenLanguage(one) === written);
	return near.length === 1 ? near[0] : near.find((one) => !plainCode(one).includes('_'));
}

/** Whether both codes name a country, and not the same. */
export function isOfOtherCountry(language: string, wanted: string): boolean {
	const [one, other] = [language, wanted].map((code) => /_([a-z]{2}|\d{3})$/.exec(plainCode(code))?.[1]);
	return one !== undefined && other !== undefined && one !== other;
}

/**
 * The template with a name and a language. Without a language, the template must have only one. Names are compared
 * exactly, as the API compares them, and languages in any spelling of their code.
 */
export function chooseTemplate(templates: readonly Template[], name: string, language: string | undefined): Template | NoTemplate {
	const named = templates.filter((template) => template.name === name);
	if (named.length === 0) return { reason: 'unknown-template' };
	const wanted = language === undefined ? named : inLanguage(named, language);
	const only = wanted.find(canBeSent);
	const languages = [...new Set(named.filter(canBeSent).map((template) => template.language))];
	const status = (wanted[0] ?? (languages.length === 0 ? named[0] : undefined))?.notApproved;
	if (only === undefined && status !== undefined) return { reason: 'not-approved', status };
	if (only === undefined) return { reason: 'unknown-language', languages, nearest: nearestOf(languages, language ?? '') };
	if (language === undefined && languages.length > 1) return { reason: 'several-languages', languages };
	return only;
}

/**
 * A template whose placeholders the panel can show for Automatic: all languages must expect the same
 * placeholders. Undefined if they differ, or if a language is chosen.
 */
export function sharedTemplate(templates: readonly Template[], name: string, language: string | undefined): Template | undefined {
	const [first, ...others] = templates.filter((template) => template.name === name && canBeSent(template));
	if (language !== undefined || first === undefined) return undefined;
	const columns = ({ placeholders }: Template) => placeholders.map(columnId).sort().join('\n');
	return others.every((other) => columns(other) === columns(first)) ? first : undefined;
}

const isInReview = /pending|review|appeal|draft/i;

/** Why no template could be chosen, in words for the person who uses the node. `field` gave the language. */
export function explainNoTemplate(
	none: NoTemplate,
	name: string,
	language: string | undefined,
	field = 'Language Name or ID',
): Failure {
	const called = shorten(name, longestName);
	if (none.reason === 'unknown-template') {
		return invalidInput(
			`'Template': the account has no template "${called}"`,
			'Choose it from the list again. A template that was renamed or deleted cannot be sent.',
		);
	}
	if (none.reason === 'not-approved') {
		return invalidInput(
			`'Template': "${called}" ${isInReview.test(none.status) ? 'is not approved yet' : 'cannot be sent'} (${shorten(none.status, longestName)})`,
			'Look at the template at the service, or choose another one from the list.',
		);
	}
	const choices = listNames(none.languages);
	if (none.reason === 'unknown-language') {
		return invalidInput(
			`'${field}' is not one of the template's languages: "${shorten(language ?? '', longestName)}"`,
			`The template "${called}" exists in: ${choices}. For items in other languages, add 'Fallback Language' under 'Additional Fields'.`,
		);
	}
	return invalidInput(
		`'Language Name or ID' must be chosen: the template "${called}" has several languages`,
		`Automatic needs a template in one language, or 'Fallback Language' under 'Additional Fields'. Choose one of: ${choices}.`,
	);
}
