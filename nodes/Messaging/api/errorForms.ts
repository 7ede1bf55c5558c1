import { at, firstText, isObject, type JsonObject, text } from '../text/json';
import { type GivenCode, type KnownCode, tellingCode } from './codes';

/*
 * What errors look like, in the responses of services and in their failed statuses (API document, "Errors" and "Events":
 * not shown). Another form is one more row of the table below.
 */

/** What an error says. Fields that it does not have are undefined. */
export interface ErrorReading {
	readonly message: string | undefined;
	/** Further words, if they differ from the message. */
	readonly details: string | undefined;
	/** The service's code as it gives it: a number or a text. */
	readonly code: unknown;
	/** What the code means, if that is known. */
	readonly known?: KnownCode;
	readonly requestId: string | undefined;
}

/** Where an error stands. */
interface Place {
	readonly body: JsonObject;
	/** The error in the body: an object, or a text. */
	readonly error: unknown;
	/** The first of a list of errors. */
	readonly first: unknown;
	/** An error inside of another, as where a service wraps the platform's. */
	readonly nested: unknown;
	/** Of these the one with the words. */
	readonly main: unknown;
}

/** What one form of error gives. */
interface ErrorForm {
	/** Set for a form that only a response has, beside whose error nothing else stands, or only a status. */
	readonly of?: 'response' | 'status';
	message?(place: Place): unknown;
	details?(place: Place): string | undefined;
	code?(place: Place): GivenCode;
	requestId?(place: Place): string | undefined;
}

const codeOf = (error: unknown): GivenCode => ({ code: at(error, 'code'), beside: error });

const requestIdOf = (part: unknown): string | undefined => firstText(at(part, 'request_id'), at(part, 'requestId'));

/** Further words of an error; `error_data` is Meta's. */
const detailsOf = (error: unknown): string | undefined =>
	firstText(at(error, 'error_data', 'details'), at(error, 'error_data'), at(error, 'details'));

/** A text, or a list of them as validators give it. */
const wordsOf = (given: unknown): string | undefined =>
	Array.isArray(given) ? firstText(given.map(text).filter((one) => one !== undefined).join('; ')) : text(given);

/** The names of statuses in HTTP, which say no more than the number. */
const nameOfStatus =
	/^(bad request|unauthorized|payment required|forbidden|not found|method not allowed|conflict|gone|payload too large|content too large|unsupported media type|unprocessable (entity|content)|too many requests|internal server error|bad gateway|service unavailable|gateway timeout)$/i;

const shortestOwnCode = 5;

/** The first message and the first request ID that there are count. Codes stand from the outside in. */
const forms: readonly ErrorForm[] = [
	{ of: 'response', requestId: ({ body }) => requestIdOf(body) },
	{
		message: ({ main }) => wordsOf(at(main, 'message')),
		details: ({ error }) => (nameOfStatus.test(text(error) ?? '') ? undefined : (text(error) ?? detailsOf(error))),
		code: ({ error }) => codeOf(error),
		requestId: ({ error }) => requestIdOf(error),
	},
	{
		of: 'response',
		// Before a text `error`: many frameworks write the name of the status there, such as "Bad Request".
		message: ({ body }) => wordsOf(body.message),
		// A short one beside the message is an HTTP status or a number of the service's own.
		code: ({ body }) => ({ code: (text(body.code) ?? '').length < shortestOwnCode ? undefined : text(body.code), beside: body }),
	},
	{ code: ({ body }) => ({ code: body.errorCode, beside: body }) },
	{ of: 'response', message: ({ error }) => error },
	{ of: 'response', message: ({ body }) => firstText(body.detail, body.title) },
	{
		message: ({ first }) => firstText(at(first, 'message'), at(first, 'title'), at(first, 'detail'), first),
		details: ({ first }) => detailsOf(first),
		code: ({ first }) => codeOf(first),
	},
	{ message: ({ main }) => at(main, 'title') },
	{ message: ({ body }) => body.errorMessage },
	// A number alone may count the errors.
	{ of: 'status', message: ({ error }) => (typeof error === 'string' ? error : undefined) },
	{ of: 'response', message: ({ body }) => at(body, 'meta', 'developerMessage'), requestId: ({ body }) => requestIdOf(body.meta) },
	{ details: ({ nested }) => detailsOf(nested), code: ({ nested }) => codeOf(nested) },
	{ of: 'status', message: ({ nested }) => at(nested, 'message') },
	{ of: 'response', details: ({ body }) => detailsOf(body) },
	// Meta's.
	{ requestId: ({ error }) => firstText(at(error, 'fbtrace_id')) },
];

const formsOf = (kind: NonNullable<ErrorForm['of']>): readonly ErrorForm[] => forms.filter(({ of = kind }) => of === kind);

const [formsOfResponse, formsOfStatus] = [formsOf('response'), formsOf('status')];

function readForms(known: readonly ErrorForm[], place: Place, isDenied?: boolean): ErrorReading {
	const message = firstText(...known.map((form) => form.message?.(place)));
	const details = known.map((form) => form.details?.(place)).filter((words) => words !== undefined && words !== message);
	return {
		message,
		details: firstText([...new Set(details)].join(' – ')),
		requestId: firstText(...known.map((form) => form.requestId?.(place))),
		...tellingCode(known.flatMap((form) => form.code?.(place) ?? []), isDenied),
	};
}

/** Reads the body of a response as an error. `isDenied`: its status says that the account may not do this. */
export function readErrorBody(body: JsonObject, isDenied: boolean): ErrorReading {
	const { error } = body;
	const nested = innerError(error) ?? innerError(body);
	const main = firstText(at(error, 'message'), at(error, 'code')) === undefined ? (nested ?? error) : error;
	return readForms(formsOfResponse, { body, error, first: at(body, 'errors', 0), nested, main }, isDenied);
}

/** Reads the error of a status: of `error` and `errors[0]` the first that says why. What else the record has is no error. */
export function readStatusError(record: JsonObject): ErrorReading {
	const read = (error: unknown, body: JsonObject): ErrorReading =>
		readForms(formsOfStatus, { body, error, first: undefined, nested: innerError(error) ?? body.whatsappApiError, main: error });
	const saysWhy = (error: unknown): boolean => {
		const { message, code } = read(error, {});
		return firstText(message, code) !== undefined;
	};
	return read([record.error, at(record, 'errors', 0)].find(saysWhy), record);
}

/** Whether words of an error stand in an object. A value that an error names can have a code too, such as a country. */
const hasWords = (one: unknown): boolean =>
	['message', 'title', 'detail', 'details', 'error_data'].some((name) => isObject(at(one, name)) || text(at(one, name)) !== undefined);

/** The only object in an error that is one itself; undefined for none or several. */
function innerError(error: unknown): unknown {
	const inner = isObject(error) ? Object.values(error).filter((one) => text(at(one, 'code')) !== undefined && hasWords(one)) : [];
	return inner.length === 1 ? inner[0] : undefined;
}
