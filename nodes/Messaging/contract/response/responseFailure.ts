import type { Category, Failure } from '../failure';
import { headerValue } from '../headers';
import { joinWords } from '../wording';
import { readErrorDetails, type ErrorDetails, type HttpResponse } from './response';

/** Codes that mean "too many requests" in the body of any 4xx. */
const rateLimitCodes = new Set(['130429', '131056', '80007', '4']);

/** Codes that mean that the 24-hour window is closed, whatever the status. */
const windowClosedCodes = new Set(['131047']);
const windowWords = /\b24[ -]?h(ours?|rs?)?\b|customer[ -]service window|re-?engagement/i;

/** The code that means that the recipient has refused such messages, whatever the status. */
const optedOutCode = '131050';

/** The category of an error response, by its status, its code and its words. */
function categoryOf(status: number, words: ErrorDetails): ResponseCategory {
	const said = `${words.message ?? ''} ${words.details ?? ''}`;
	if (windowClosedCodes.has(words.code ?? '')) return 'window-closed';
	if (words.code === optedOutCode) return 'opted-out';
	if (status < 400 || status >= 500) return 'service';
	// Texts about rate limits and expired keys name hours too, so those are recognized first.
	if (status === 429 || rateLimitCodes.has(words.code ?? '')) return 'rate-limited';
	if (status !== 401 && windowWords.test(said)) return 'window-closed';
	if (status === 401 || status === 403) return 'authentication';
	return status === 404 ? 'not-found' : 'invalid-request';
}

type ResponseCategory = Exclude<Category, 'invalid-input' | 'network' | 'expired'>;

const texts: Record<ResponseCategory, { message: string; remedy: string }> = {
	'invalid-request': {
		message: 'The service rejected the request',
		remedy: 'Correct what the service names, and run the item again.',
	},
	authentication: {
		message: 'The service did not accept the API key',
		remedy:
			"Check 'API Key' in the Messaging API credential: it may be mistyped, revoked, or without the right to do this.",
	},
	'not-found': {
		message: 'The service did not find what the request names',
		remedy:
			"Choose the template, its language and the sending number from their lists again. If nothing is found at all, check 'Base URL' in the Messaging API credential.",
	},
	'window-closed': {
		message: 'The 24-hour window with this recipient is closed',
		remedy:
			"Free text and media only reach people who wrote to you in the last 24 hours. Use the operation 'Send Template' instead: a template reopens the conversation.",
	},
	'opted-out': {
		message: 'The recipient has opted out of these messages',
		remedy: 'Leave this recipient out of the next runs. The service refuses such messages until the person allows them again.',
	},
	'rate-limited': {
		message: 'The service asks to send more slowly',
		remedy: 'Run the items that were not accepted again later, and send fewer at a time.',
	},
	service: {
		message: 'The service could not handle the request',
		remedy: 'The problem is at the service. Look at its status page. If it lasts, give its support the request ID.',
	},
};

/** The service's words as one sentence. */
function quoteService(details: ErrorDetails): string {
	const said = joinWords(details);
	const codeNote = details.code === undefined ? '' : ` (code ${details.code})`;
	return said === undefined ? '' : `The service said: "${said}"${codeNote}. `;
}

/**
 * Reads a response that is not a success. `now` in milliseconds, for a `Retry-After` that is a date.
 * `effectiveStatus` is the status that the body means, where it differs from the status line.
 */
export function readFailure(response: HttpResponse, now: number, effectiveStatus = response.status): Failure {
	const category = categoryOf(effectiveStatus, readErrorDetails(response));
	const words = readErrorDetails(response.masked?.() ?? response);
	const retryAfterMs = readRetryAfter(headerValue(response.headers, 'retry-after'), now);
	const { message, remedy } = texts[category];
	return {
		category,
		message: category === 'service' ? `${message} (status ${response.status})` : message,
		description: `${quoteService(words)}${remedy}`,
		httpStatus: response.status,
		...(words.code === undefined ? {} : { code: words.code }),
		...(words.requestId === undefined ? {} : { requestId: words.requestId }),
		...(retryAfterMs === undefined ? {} : { retryAfterMs }),
	};
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
