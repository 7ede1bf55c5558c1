import { isObject } from '../text/json';
import { joinWords } from '../text/wording';
import { type KnownCode, type Meaning, uncoded } from './codes';
import { type Failure, isOfPace } from '../result/failure';
import { headerValue } from './headers';
import { type ErrorDetails, type HttpResponse, readBody, readErrorDetails, readKnownCode } from './response';
import { readVerdict } from './verdict';

/** What a refusal means by its words, if it has no known code. Texts about rate limits and expired keys may hold these words too. */
const byWords: ReadonlyArray<readonly [words: RegExp, meaning: Meaning]> = [
	[/\b24[ -]?h(ours?|rs?)?\b|customer[ -]service window|re-?engagement/i, uncoded['window-closed']],
	[/\btemplate\b.{0,200}\b(not found|does(n't| not) exist)\b|\b(unknown|no such) template\b/is, uncoded['not-found']],
	[/\b(insufficient|not enough|out of|no)( [a-z]+)? (balance|credits?|funds)\b|\bpayment required\b/i, uncoded['account-blocked']],
];

/** Statuses that say more than a vague code. */
const meanings = new Map<number, Meaning>([
	[401, { ...uncoded.authentication, scope: 'account' }],
	[402, { ...uncoded['account-blocked'], scope: 'account' }],
	[403, uncoded.authentication],
	[404, uncoded['not-found']],
	[429, uncoded['rate-limited']],
]);

/** What an error response means: by its code, else by its status and its words. */
function readMeaning(status: number, known: KnownCode | undefined, { message = '', details = '' }: ErrorDetails): Meaning {
	const isRefusal = status >= 400 && status < 500;
	if (known !== undefined && known.isVague !== true && (isRefusal || !isOfPace(known))) return known;
	if (!isRefusal) return uncoded.service;
	const said = `${message} ${details}`;
	const spoken = status === 401 || status === 429 ? undefined : byWords.find(([words]) => words.test(said))?.[1];
	// Of the meanings that a status has, only the account's is sure enough to go before words.
	const meant = meanings.get(status);
	return (meant?.scope === undefined ? (spoken ?? meant) : meant) ?? known ?? uncoded['invalid-request'];
}

/** The service's words as one sentence, with a blank behind it; empty if it said nothing. */
export function quoteService(details: ErrorDetails): string {
	const said = joinWords(details);
	const codeNote = details.code === undefined ? '' : ` (code ${details.code})`;
	return said === undefined ? '' : `The service said: "${said}"${codeNote}. `;
}

/**
 * Reads a response that is not a success. `now` in milliseconds, for a `Retry-After` that is a date.
 * `effectiveStatus` is the status that the body means, if it differs from the status line.
 */
export function readFailure(response: HttpResponse, now: number, effectiveStatus = response.status): Failure {
	const meaning = readMeaning(effectiveStatus, readKnownCode(response), readErrorDetails(response));
	const { category, scope, message, remedy, refusedForMs } = meaning;
	const words = readErrorDetails(response.masked?.() ?? response);
	return {
		category,
		message: category === 'service' ? `${message} (status ${response.status})` : message,
		description: `${quoteService(words)}${remedy}`,
		remedy,
		httpStatus: response.status,
		code: words.code,
		requestId: words.requestId,
		retryAfterMs: readRetryAfter(headerValue(response.headers, 'retry-after'), now),
		sendAfter: refusedForMs === undefined ? undefined : new Date(now + refusedForMs).toISOString(),
		scope,
	};
}

/** What a response with success says against it; undefined if it carries no error. */
export function readErrorWithin(response: HttpResponse, now: number): Failure | undefined {
	const body = readBody(response);
	return isObject(body) && readVerdict(body) === 'failed' ? readFailure(response, now, 400) : undefined;
}

/** A year. A longer wait means never, and JSON can't hold an infinite number. */
const longestRetryAfterMs = 365 * 24 * 60 * 60 * 1000;

/** `Retry-After` in seconds or as a date, in milliseconds from now; undefined when it is neither. */
export function readRetryAfter(value: string | undefined, now: number): number | undefined {
	if (value === undefined) return undefined;
	if (/^\d+(\.\d+)?$/.test(value)) return Math.min(Math.ceil(Number(value) * 1000), longestRetryAfterMs);
	// Only with a time of day: Date.parse reads nearly any number as a year.
	const date = /\d:\d\d/.test(value) ? Date.parse(value) : NaN;
	return Number.isNaN(date) ? undefined : Math.min(Math.max(0, date - now), longestRetryAfterMs);
}
