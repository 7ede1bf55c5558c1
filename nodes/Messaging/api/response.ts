import { at, firstText, isObject, type JsonObject, readJson } from '../text/json';
import type { Mask } from '../text/mask';
import { longestText, shorten } from '../text/wording';
import type { KnownCode } from './codes';
import { readErrorBody } from './errorForms';
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

/** Reads an error response: in one of the known forms, else as plain text or HTML. */
export function readErrorDetails(response: HttpResponse): ErrorDetails {
	const inHeader = headerValue(response.headers, 'x-request-id');
	const body = errorBody(response);
	if (body === undefined) return { message: excerpt(response.text), requestId: cut(inHeader) };
	const { message, details, code, requestId } = readErrorBody(body, isDenied(response));
	return { message: cut(message), details: cut(details), code: cut(firstText(code, body.code)), requestId: cut(requestId ?? inHeader) };
}

/** What the code of an error response means; undefined if it has no known one. */
export function readKnownCode(response: HttpResponse): KnownCode | undefined {
	const body = errorBody(response);
	return body && readErrorBody(body, isDenied(response)).known;
}

const isDenied = ({ status }: HttpResponse): boolean => status === 401 || status === 403;

const cut = (words: string | undefined): string | undefined => words && shorten(words, longestText);

function errorBody(response: HttpResponse): JsonObject | undefined {
	const body = response.text.length > longestError ? undefined : readBody(response);
	return isObject(body) ? body : undefined;
}

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
