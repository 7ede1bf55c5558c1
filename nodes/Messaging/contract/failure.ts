import { readServiceWords, type Answer, type ServiceWords } from './answer';
import { headerValue } from './headers';
import { longestText, shorten } from './shorten';

/** What became of a message that was not accepted. */
export type Outcome =
	/** It never left: invalid input, or no connection was made. */
	| 'not_sent'
	/** The service answered that it did not take it. */
	| 'rejected'
	/** It left, and no trustworthy answer came back: it may or may not arrive. */
	| 'unknown';

export type Category =
	| 'invalid-input'
	| 'invalid-request'
	| 'authentication'
	| 'not-found'
	| 'window-closed'
	| 'rate-limited'
	| 'service'
	| 'network';

/** A request that brought no success, in words for the person who reads the node's panel. */
export interface Failure {
	readonly category: Category;
	/** What happened. */
	readonly message: string;
	/** What to do, and what the service said. */
	readonly description: string;
	readonly httpStatus?: number;
	/** The provider's own code. */
	readonly code?: string;
	readonly requestId?: string;
	/** How long the service asks to wait, in milliseconds. */
	readonly retryAfterMs?: number;
	/** Set where the run was stopped before the request: there is nothing to report of the item. */
	readonly isStopped?: true;
}

/**
 * An input that can't become a request; nothing was sent.
 * @param message what is wrong, with the parameter's name in single quotes
 * @param description the way out
 */
export const invalidInput = (message: string, description: string): Failure => ({
	category: 'invalid-input',
	message,
	description,
});

/** Codes by which services say "too fast" in the body of any 4xx. */
const rateLimitCodes = new Set(['130429', '131056', '80007', '4']);

const windowClosedCode = '131047';
const windowWords = /\b24[ -]?h(ours?|rs?)?\b|customer[ -]service window|re-?engagement/i;

/** What a status and the service's words amount to. */
function categoryOf(status: number, words: ServiceWords): AnswerCategory {
	const said = `${words.message ?? ''} ${words.details ?? ''}`;
	if (words.code === windowClosedCode) return 'window-closed';
	if (status < 400 || status >= 500) return 'service';
	// Limits and expired keys are told in hours too, so what is certain of them comes first.
	if (status === 429 || rateLimitCodes.has(words.code ?? '')) return 'rate-limited';
	if (status !== 401 && windowWords.test(said)) return 'window-closed';
	if (status === 401 || status === 403) return 'authentication';
	return status === 404 ? 'not-found' : 'invalid-request';
}

type AnswerCategory = Exclude<Category, 'invalid-input' | 'network'>;

const texts: Record<AnswerCategory, { message: string; wayOut: string }> = {
	'invalid-request': {
		message: 'The service refused the request',
		wayOut: 'Change what the service names and run the item again.',
	},
	authentication: {
		message: 'The service did not accept the API key',
		wayOut:
			"Check 'API Key' in the Messaging API credential: it may be mistyped, revoked, or without the right to do this.",
	},
	'not-found': {
		message: 'The service did not find what the request names',
		wayOut:
			"Choose the template, its language and the sending number from their lists again. If nothing is found at all, check 'Base URL' in the credential.",
	},
	'window-closed': {
		message: 'The 24-hour window with this recipient is closed',
		wayOut:
			"Free text and media only reach people who wrote to you in the last 24 hours. Use the operation 'Send Template' instead: a template reopens the conversation.",
	},
	'rate-limited': {
		message: 'The service asks to send more slowly',
		wayOut: 'Run the items that were refused again later, and send fewer at a time.',
	},
	service: {
		message: 'The service could not handle the request',
		wayOut: 'This lies with the service. Look at its status page, and ask its support with the request id if it lasts.',
	},
};

/** What the service said, as a sentence of its own. */
function quote({ message, details, code }: ServiceWords): string {
	const said = [message, details].filter((part) => part !== undefined).join(' – ');
	const codeNote = code === undefined ? '' : ` (code ${code})`;
	return said === '' ? '' : `The service said: "${said}"${codeNote}. `;
}

/**
 * Reads an answer that is not a success. `now` in milliseconds, for a `Retry-After` that is a date.
 * `meant` is the status that the body amounts to, where it says something else than the status line.
 */
export function readFailure(answer: Answer, now: number, meant = answer.status): Failure {
	const category = categoryOf(meant, readServiceWords(answer));
	const words = readServiceWords(answer.shown?.() ?? answer);
	const retryAfterMs = readRetryAfter(headerValue(answer.headers, 'retry-after'), now);
	const { message, wayOut } = texts[category];
	return {
		category,
		message: category === 'service' ? `${message} (status ${answer.status})` : message,
		description: `${quote(words)}${wayOut}`,
		httpStatus: answer.status,
		...(words.code === undefined ? {} : { code: words.code }),
		...(words.requestId === undefined ? {} : { requestId: words.requestId }),
		...(retryAfterMs === undefined ? {} : { retryAfterMs }),
	};
}

/** A year: whoever asks for more means never, and a number without end is no number in JSON. */
const longestRetryAfterMs = 365 * 24 * 60 * 60 * 1000;

/** `Retry-After` in seconds or as a date, in milliseconds from now; undefined when it is neither. */
export function readRetryAfter(value: string | undefined, now: number): number | undefined {
	if (value === undefined) return undefined;
	if (/^\d+(\.\d+)?$/.test(value)) return Math.min(Math.ceil(Number(value) * 1000), longestRetryAfterMs);
	// A date has a time of day; without one, Date.parse reads a year into nearly any number.
	const date = /\d:\d\d/.test(value) ? Date.parse(value) : NaN;
	return Number.isNaN(date) ? undefined : Math.min(Math.max(0, date - now), longestRetryAfterMs);
}

/** A connection that failed: `code` is Node's error code where there is one. */
export interface ConnectionFailure {
	readonly code: string | undefined;
	readonly message: string;
	/** Whether it is proven, by what failed, that nothing of the request has left. */
	readonly isUnsent: boolean;
	/** How long the whole answer was waited for, in milliseconds, where that is what ended it. */
	readonly waitedMs?: number;
}

/** Whether a failed connection can't have carried the request. */
export const isNeverConnected = ({ isUnsent }: ConnectionFailure): boolean => isUnsent;

/** A connection failure in words for the person who reads the node's panel. */
export function readConnectionFailure(failure: ConnectionFailure): Failure {
	// The code stays out of the message: n8n puts words of its own in place of one that holds a code.
	const { message, wayOut } = connectionTexts(failure);
	return {
		category: 'network',
		message,
		description: `${wayOut} (${shorten(failure.code ?? failure.message, longestText)})`,
		...(failure.code === undefined ? {} : { code: failure.code }),
	};
}

function connectionTexts({ isUnsent, waitedMs }: ConnectionFailure): { message: string; wayOut: string } {
	const waited = waitedMs === undefined ? undefined : `${waitedMs.toLocaleString('en-US')} ms`;
	if (isUnsent) {
		return {
			message: 'The service could not be reached',
			wayOut: `${waited === undefined ? '' : `There was no connection within ${waited}. `}Check 'Base URL' in the Messaging API credential, and that the service is up and reachable from n8n.`,
		};
	}
	if (waited === undefined) {
		return {
			message: 'The connection to the service broke off before an answer came',
			wayOut: 'Look at the network between n8n and the service.',
		};
	}
	return {
		message: 'The service did not answer in time',
		wayOut: `Its answer was not complete after ${waited}. Look at the network between n8n and the service.`,
	};
}
