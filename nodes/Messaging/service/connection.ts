import type {
	ICredentialsDecrypted,
	IExecuteFunctions,
	IHookFunctions,
	IHttpRequestMethods,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
} from 'n8n-workflow';

import { type Account, readAccount, secretsOf } from '../api/account';
import { type ConnectionFailure, tooLarge } from '../api/connectionFailure';
import type { Failure } from '../result/failure';
import { err, ok, type Result } from '../result/result';
import { type HttpResponse, withMasked } from '../api/response';
import { at } from '../text/json';
import { type Mask, maskFor } from '../text/mask';
import { readConnectionError } from './connectionError';
import { within } from './deadline';

/** The contexts of n8n that can send a request with the credential. */
export type RequestContext = IExecuteFunctions | ILoadOptionsFunctions | IHookFunctions;

export interface ServiceRequest {
	readonly method: IHttpRequestMethods;
	/** A path below the account's base URL, or a full URL of the same origin. */
	readonly path: string;
	readonly query?: Readonly<Record<string, string>>;
	/** Sent as JSON, or as it is where `contentType` is given. */
	readonly body?: object;
	readonly contentType?: string;
	/** Only for a request with a body: headers besides those of n8n and the credential. */
	readonly headers?: Readonly<Record<string, string>>;
	/** Milliseconds from the start of the request to the last byte of its response. */
	readonly timeout?: number;
}

/** A user's account, and how to send it requests. `E` is why a request may have no response. */
export interface Connection<E = ConnectionFailure> {
	readonly account: Account;
	/** Masks the secrets in texts of the service before they are shown. Responses themselves are not masked. */
	readonly mask: Mask;
	/**
	 * Sends one request through n8n's helper, which adds the API key, the proxy and the protections of the
	 * instance. A response with any status is a value; redirects are not followed. The request ends at its
	 * timeout, or when the execution is cancelled.
	 */
	request(request: ServiceRequest): Promise<Result<HttpResponse, E>>;
}

/** The timeout of a request that sets none, in milliseconds. */
export const defaultTimeout = 30_000;

/** Opens the connection that the node's credential describes. */
export async function connect(context: RequestContext): Promise<Result<Connection, Failure>> {
	const data = await context.getCredentials('messagingApi');
	const account = readAccount(data);
	if (!account.ok) return account;
	// Passed to each request: n8n would else decrypt the credential and evaluate its expressions every time.
	const credential = { id: '', name: '', type: 'messagingApi', data };
	const mask = maskFor(secretsOf(data));
	return ok({
		account: account.value,
		mask,
		request: async (request) => await send(context, account.value, credential, mask, request),
	});
}

async function send(
	context: RequestContext,
	account: Account,
	credential: ICredentialsDecrypted,
	mask: Mask,
	{ method, path, query, body, contentType, headers, timeout }: ServiceRequest,
): Promise<Result<HttpResponse, ConnectionFailure>> {
	const ms = timeout ?? defaultTimeout;
	const options: IHttpRequestOptions = {
		method,
		url: path.startsWith('/') ? `${account.baseUrl}${path}` : path,
		...(query === undefined ? {} : { qs: { ...query } }),
		...(body === undefined ? {} : encode(body, contentType, headers)),
		json: true,
		// As a stream: it can be left once it is too long. If n8n parsed it, integers beyond 2^53 would change.
		encoding: 'stream',
		// Counts idle time before the response only.
		timeout: ms + 1_000,
		returnFullResponse: true,
		// Also keeps n8n's helper from repeating a request: it does so after an error of the status 401.
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
	};
	try {
		const cancel = 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
		const response = await within(ms, cancel, async (signal) => {
			const answer: unknown = await context.helpers.httpRequestWithAuthentication.call(
				endedBy(signal, context),
				'messagingApi',
				{ ...options, abortSignal: signal },
				{ credentialsDecrypted: credential },
			);
			return await readResponse(answer, signal);
		});
		return ok(withMasked(response, mask));
	} catch (error) {
		return err(readConnectionError(error, mask));
	}
}

/**
 * The context with `signal` as its cancel signal: n8n's helper uses the context's signal and ignores the one
 * in the options.
 */
const endedBy = (signal: AbortSignal, context: RequestContext): RequestContext =>
	Object.create(context, { getExecutionCancelSignal: { value: () => signal } }) as RequestContext;

/**
 * JSON is sent as bytes. n8n's HTTP library copies an object and loses some keys, such as a placeholder named
 * `constructor`, and a text it parses once more.
 */
const encode = (body: object, contentType: string | undefined, headers: ServiceRequest['headers']) => ({
	body: contentType === undefined ? Buffer.from(JSON.stringify(body)) : (body as Buffer),
	headers: { ...headers, 'content-type': contentType ?? 'application/json' },
});

/** The longest response that is read, in bytes after unpacking: n8n's memory belongs to every execution. */
const longestResponse = 10_000_000;

/**
 * Reads a response of n8n's request helpers, whose body is a stream. Throws if the body breaks off, is too large, or
 * is not over when the signal is aborted. Its connection is then closed.
 */
async function readResponse(response: unknown, signal: AbortSignal): Promise<HttpResponse> {
	const body = at(response, 'body') as AsyncIterable<Uint8Array> & { destroy(): void };
	const close = () => body.destroy();
	if (signal.aborted) close();
	else signal.addEventListener('abort', close);
	const parts: Uint8Array[] = [];
	let bytes = 0;
	for await (const part of body) {
		bytes += part.length;
		if (bytes > longestResponse) throw Object.assign(new Error('The response is too large'), { code: tooLarge });
		parts.push(part);
	}
	return {
		status: Number(at(response, 'statusCode')),
		headers: (at(response, 'headers') ?? {}) as HttpResponse['headers'],
		// The byte order mark that some services put before it is no JSON.
		text: Buffer.concat(parts).toString('utf8').replace(/^\ufeff/, ''),
	};
}
