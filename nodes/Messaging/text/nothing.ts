import { withoutInvisible } from './invisible';
import { errorsAlike, spreadsheetError } from './spreadsheetErrors';
import { describeValue, writtenObject } from './wording';

/*
 * What stands in a field although nobody has said anything: what is left of an expression that found no value, was never
 * evaluated, or counted with what is no number; what a spreadsheet shows in place of a value.
 */

/** In these letters alone: a person can be called Null or Nan, a brand Undefined. */
const missingWord = '(?:undefined|null|NULL|NaN|Invalid (?:DateTime|Duration|Interval|[Dd]ate)|\\\\N)';

/** Nothing else has a letter or a digit. */
const onlyMissing = new RegExp(`^(?:[^\\p{L}\\p{N}]*?(?:(?<![\\p{L}\\p{N}])${missingWord}+|${spreadsheetError}))+[^\\p{L}\\p{N}]*$`, 'u');

/** What a spreadsheet shows until it has the value. */
const loading = /^(?:Loading|Wird geladen|Laden|Chargement|Cargando|Caricamento|Carregando|Загрузка|Yükleniyor|Ładowanie|Laddar|読み込んでいます|正在加载)\s?(?:\.\.\.|…)$/i;

/** An expression that n8n has not evaluated, or a placeholder of a template that nobody has filled. */
const unfilled = /\{\{\s*[$\p{L}\p{N}][^{}]*\}\}|^\$json\b/u;

/** Up to three words are a name or an amount: one of them that is missing was composed, as in "Ada undefined" and "NaN EUR". */
const composed = (text: string): boolean => {
	const words = text.split(/\s+/);
	return words.length <= 3 && (words.some((word) => word === 'undefined' || word === 'NaN') || words.at(-1) === 'null');
};

/**
 * What a value is that says nothing, in words; undefined for one that says something.
 * @param isFixed whether a person wrote it into the field: then such words are meant, as far as a person can have meant them
 */
export function nothingIn(value: unknown, isFixed = false): string | undefined {
	if (value === undefined || value === null) return nothing;
	if (typeof value === 'number') return numberGap(value);
	if (typeof value === 'object') return objectGap(value);
	if (typeof value !== 'string') return undefined;
	const text = withoutInvisible(value);
	if (text === '') return nothing;
	const isGap =
		writtenObject.test(text) || unfilled.test(text) || (!isFixed && (onlyMissing.test(text) || loading.test(text) || text.includes('Invalid DateTime') || composed(text)));
	return isGap ? describeValue(value) : undefined;
}

export const nothing = 'nothing';

function numberGap(value: number): string | undefined {
	if (!Number.isFinite(value)) return 'no number';
	return Math.abs(value) > Number.MAX_SAFE_INTEGER ? 'a number that cannot be kept exactly' : undefined;
}

/** Dates and other objects are for their readers. */
function objectGap(value: object): string | undefined {
	const isEmptyList = Array.isArray(value) && value.length === 0;
	const isInvalid = (value instanceof Date && Number.isNaN(value.getTime())) || ('isLuxonDateTime' in value && 'isValid' in value && value.isValid === false);
	return isEmptyList ? nothing : isInvalid ? 'an invalid date' : undefined;
}

const trace = new RegExp(
	`${spreadsheetError}|\\[object \\w+\\]|\\[native code\\]|\\{\\{|\\$json|Invalid (?:[dD]ate|DateTime|Duration|Interval)|(?<!\\p{L})NaN(?=\\p{Ll}{1,3}(?!\\p{L}))|(?<!\\p{L})(?:undefined|UNDEFINED|null|NULL|NaN|NAN)+(?!\\p{L})`,
	'u',
);

/** The first thing in a text that looks as if a value were missing; undefined if there is none. A sentence may mean it. */
export const traceIn = (text: string): string | undefined => trace.exec(text)?.[0];

/** What some write for a missing value, and others mean; letters that were lost; an expression of another program; a sum that a computer has added up. */
const doubtful = /^(?:[nN]\/[aA]|[nN]one|NONE|nil|NIL|nan|[tT][bB][dD]|-?Infinity|\?+|#{3,}|\[\]|\{\}|""|-?\d+\.\d{12,})$|\ufffd|\$\{/;

/** A placeholder of another system, such as *|FNAME|*, [[name]], %NAME%, {name}, <%= name %>, <<name>>, [Your Name]. */
const foreign = new RegExp(
	[
		'\\*\\|[^|*]+\\|\\*',
		'\\[\\[[^[\\]]+\\]\\]',
		// Not the bytes of an address, such as %C3%BC.
		'(?<![\\p{L}\\p{N}])(?:%(?![\\dA-Fa-f]{2}%)[\\p{L}_][\\p{L}\\p{N}_.-]*%|%%=[^%]+%%|%[sd](?![\\p{L}\\p{N}])|##[\\p{L}_][\\p{L}\\p{N}_]*##)',
		'\\{[!$=]?[\\p{L}\\p{N}_][\\p{L}\\p{N}_ .|-]*\\}',
		'[<{]%[^%]+%[}>]|<\\?[^?]+\\?>',
		'<<[\\p{L}_][^<>]*>>',
		'<[\\p{L}_ ]*[Nn](?:ame|AME)>',
		'\\[[\\p{L}_ ]*[Nn](?:ame|AME)\\]',
	].join('|'),
	'u',
);

/** What becomes of an empty date. */
const emptyDate = /^(?:1970-01-01|1969-12-31|1899-12-3[01]|0001-01-01|0000-00-00)|^(?:0?1|12|3[01])([./-])(?:0?1|12|3[01])\1(?:1970|1969|1900|1899|0001)|Jan 0?1,? 1970/;

const doubts = [doubtful, emptyDate, ...errorsAlike];

/** The part of a text for which a person should look whether it is meant; undefined if there is none. */
export const doubtIn = (text: string): string | undefined => traceIn(text) ?? foreign.exec(text)?.[0] ?? (doubts.some((doubt) => doubt.test(text.trim())) ? text.trim() : undefined);
