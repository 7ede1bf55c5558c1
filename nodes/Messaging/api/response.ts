import { at, firstText, isObject, type JsonObject, readJson, text } from '../text/json';
import type { Mask } from '../text/mask';
import { longestText, shorten } from '../text/wording';
import { type GivenCode, innerError, type KnownCode, tellingCode } from './codes';
import { type Headers, headerValue } from './headers';

/** An HTTP response as it came. */
export interface HttpResponse {
	readonly status: number;
	readonly headers: Headers;
	readonly text: string;
	/** The response with the account's secrets masked. Use it for texts that people see, never for decisions. */
	masked?(): HttpResponse;
}

/** Whether the status line says success. */
export const isSuccess = ({ status }: HttpResponse): boolean => status >= 200 && status < 300;

/** What an error response says, each text cut to 1,000 characters. Fields that it does not have are missing. */
export interface ErrorDetails {
	readonly message?: string | undefined;
	/** Further words of the service, if they differ from the message. */
	readonly details?: string | undefined;
	/** The service's error code. */
	readonly code?: string | undefined;
	readonly requestId?: string | undefined;
}

/** The body as JSON, or undefined when it isn't. */
export function readBody(response: HttpResponse): unknown {
	const body = readJson(response.text);
	return body.ok ? body.value : undefined;
}

/**
 * Reads an error response in any of the known forms (API document, "Errors": not shown):
 * `{ error: { message, code, details } }` first, `message`, `error` as a string, `detail`, `title`,
 * `errors[]`, Meta's `error_data.details`, one error nested in `error`, and plain text or HTML.
 */
export function readErrorDetails(response: HttpResponse): ErrorDetails {
	const body = readErrorBody(response);
	if (body === undefined) return { message: excerpt(response.text), requestId: requestId(response, {}) };

	const { error } = body;
	const first = at(body, 'errors', 0);
	const nested = nestedError(body);
	const inError = firstText(at(error, 'message'), at(error, 'code')) === undefined ? (nested ?? error) : error;
	const message = firstText(
		wordsOf(at(inError, 'message')),
		// Before a text `error`: many frameworks write the name of the status there, such as "Bad Request".
		wordsOf(body.message),
		error,
		body.detail,
		body.title,
		at(first, 'message'),
		at(first, 'title'),
		at(first, 'detail'),
		first,
		at(inError, 'title'),
		body.errorMessage,
		at(body, 'meta', 'developerMessage'),
	);
	const more = [nameOfStatus.test(text(error) ?? '') ? undefined : text(error), ...[error, first, nested, body].map(detailsIn)];
	const details = new Set(more.filter((words) => words !== undefined && words !== message));
	return {
		message: cut(message),
		details: cut(firstText([...details].join(' – '))),
		code: cut(firstText(tellingCodeIn(response, body).code, body.code)),
		requestId: requestId(response, body),
	};
}

/** A text, or a list of them as validators give it. */
const wordsOf = (given: unknown): string | undefined =>
	Array.isArray(given) ? firstText(given.map(text).filter((one) => one !== undefined).join('; ')) : text(given);

/** The names of statuses in HTTP, which say no more than the number. */
const nameOfStatus =
	/^(bad request|unauthorized|payment required|forbidden|not found|method not allowed|conflict|gone|payload too large|content too large|unsupported media type|unprocessable (entity|content)|too many requests|internal server error|bad gateway|service unavailable|gateway timeout)$/i;

const cut = (words: string | undefined): string | undefined => words && shorten(words, longestText);

/** What the code of an error response means; undefined if it has no known one. */
export function readKnownCode(response: HttpResponse): KnownCode | undefined {
	const body = readErrorBody(response);
	return body && tellingCodeIn(response, body).known;
}

const tellingCodeIn = ({ status }: HttpResponse, body: JsonObject) => tellingCode(codesIn(body), status === 401 || status === 403);

function readErrorBody(response: HttpResponse): JsonObject | undefined {
	const body = response.text.length > longestError ? undefined : readBody(response);
	return isObject(body) ? body : undefined;
}

/** The codes in a body, from the outside in. */
function codesIn(body: JsonObject): GivenCode[] {
	const ownCode = text(body.code) ?? '';
	const codeIn = (error: unknown): GivenCode => ({ code: at(error, 'code'), beside: error });
	return [
		codeIn(body.error),
		// A short one beside the message is an HTTP status or a number of the service's own.
		{ code: ownCode.length < shortestOwnCode ? undefined : ownCode, beside: body },
		{ code: body.errorCode, beside: body },
		codeIn(at(body, 'errors', 0)),
		codeIn(nestedError(body)),
	];
}

const shortestOwnCode = 5;

/** An error in `error`, else one in the body. */
const nestedError = (body: JsonObject): unknown => innerError(body.error) ?? innerError(body);

/** Further words of an error. */
const detailsIn = (error: unknown): string | undefined =>
	firstText(at(error, 'error_data', 'details'), at(error, 'error_data'), at(error, 'details'));

const requestId = (response: HttpResponse, body: unknown): string | undefined =>
	cut(firstText(
		...[body, at(body, 'error'), at(body, 'meta')].flatMap((part) => [at(part, 'request_id'), at(part, 'requestId')]),
		at(body, 'error', 'fbtrace_id'),
		headerValue(response.headers, 'x-request-id'),
	));

/** A longer body, in characters, is read like a web page and not as JSON. */
const longestError = 1_000_000;

/** How many characters of a page are searched for words. */
const longestHead = 100_000;

/** The first 200 visible characters of a text or HTML page. */
function excerpt(page: string): string | undefined {
	const words = page
		.slice(0, longestHead)
		.replace(/<(script|style)\b[\s\S]*?(<\/\1\s*>|$)/gi, ' ')
		.replace(/<[^<>]*>/g, ' ')
		.replace(/\s+/g, ' ')
		.trim();
	return words === '' ? undefined : words.slice(0, 200);
}

/** The ID of an uploaded file, under the names that services use (API document: not shown). */
export const mediaIdOf = (body: unknown): string | undefined =>
	firstText(at(body, 'media_id'), at(body, 'id'), at(body, 'data', 'id'), at(body, 'data', 'media_id'), at(body, 'media', 'id'), at(body, 'file_id'));

/** Adds `masked` to a response. It masks the whole text before anything is cut: half of a secret is not recognized. */
export const withMasked = (response: HttpResponse, mask: Mask): HttpResponse => ({
	...response,
	masked: () => ({ ...response, headers: maskHeaders(response.headers, mask), text: maskBody(response.text, mask) }),
});

/** More characters than any spelling of a secret has. */
const longestSecret = 10_000;

/**
 * Of a very long page only the beginning is masked, since a longer one with a secret in it would be masked as a whole. The
 * end of that part is dropped: half of a secret may be there.
 */
function maskBody(text: string, mask: Mask): string {
	if (text.length <= longestError) return mask.body(text);
	return mask.text(text.slice(0, longestError)).slice(0, -longestSecret);
}

function maskHeaders(headers: Headers, mask: Mask): Headers {
	const shown = (value: Headers[string]): Headers[string] =>
		typeof value === 'string' ? mask.text(value) : value?.map((one) => mask.text(one));
	return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, shown(value)]));
}
