import type {
	ICredentialsDecrypted,
	IExecuteFunctions,
	IHookFunctions,
	IHttpRequestMethods,
	IHttpRequestOptions,
	ILoadOptionsFunctions,
	JsonObject,
} from 'n8n-workflow';

import { readAccount, secretsOf, type Account } from '../contract/account';
import type { Failure } from '../contract/failure';
import { at } from '../contract/json';
import { maskFor, type Mask } from '../contract/mask/mask';
import type { ConnectionFailure } from '../contract/response/connectionFailure';
import { withMasked, type HttpResponse } from '../contract/response/response';
import { err, ok, type Result } from '../contract/result';
import { readConnectionError } from './connectionError';
import { createDeadlines, type Deadlines } from './deadlines';

/** The n8n functions that can sign a request in with the credential. */
export type RequestContext = IExecuteFunctions | ILoadOptionsFunctions | IHookFunctions;

export interface ServiceRequest {
	readonly method: IHttpRequestMethods;
	/** A path below the account's base URL, or a full URL of the same origin. */
	readonly path: string;
	readonly query?: Readonly<Record<string, string>>;
	/** Sent as JSON, or as it is when `contentType` says what it is. */
	readonly body?: object;
	readonly contentType?: string;
	/** Sent with a body, beside the headers that n8n and the credential add. */
	readonly headers?: Readonly<Record<string, string>>;
	/** Milliseconds from its start to the last byte of its answer. */
	readonly timeout?: number;
}

/** A user's account and the way to it; `E` is why a request may bring no answer. */
export interface Connection<E = ConnectionFailure> {
	readonly account: Account;
	/** For whatever is shown of what the service says: answers come as they are, since they are read. */
	readonly mask: Mask;
	/**
	 * Sends one request through n8n's helper, which adds the key, the proxy and the protections of
	 * the instance. Every answer is a value, whatever its status; redirects are not followed. It is
	 * over within its timeout, whatever the service does, and when the execution is cancelled.
	 */
	request(request: ServiceRequest): Promise<Result<HttpResponse, E>>;
}

/** How long a request may take unless it says otherwise, in milliseconds. */
export const defaultTimeout = 30_000;

/** The statuses of a broken answer after which n8n's helper makes the request again: else 401, and a message would leave twice. */
const neverAgain: number[] = [];

/** Opens the connection that the node's credential describes. */
export async function connect(context: RequestContext): Promise<Result<Connection, Failure>> {
	const data = await context.getCredentials('messagingApi');
	const account = readAccount(data);
	if (!account.ok) return account;
	// Without it n8n decrypts the credential and works out its expressions anew for each request.
	const credential = { id: '', name: '', type: 'messagingApi', data };
	const mask = maskFor(secretsOf(data));
	const deadlines = createDeadlines();
	return ok({
		account: account.value,
		mask,
		request: async (request) => await send(context, account.value, credential, mask, deadlines, request),
	});
}

async function send(
	context: RequestContext,
	account: Account,
	credential: ICredentialsDecrypted,
	mask: Mask,
	deadlines: Deadlines,
	{ method, path, query, body, contentType, headers, timeout }: ServiceRequest,
): Promise<Result<HttpResponse, ConnectionFailure>> {
	const ms = timeout ?? defaultTimeout;
	const options: IHttpRequestOptions = {
		method,
		url: path.startsWith('/') ? `${account.baseUrl}${path}` : path,
		...(query === undefined ? {} : { qs: { ...query } }),
		...(body === undefined ? {} : encode(body, contentType, headers)),
		json: true,
		// The bytes as they came: numbers beyond 2^53 are lost once n8n has parsed the body.
		encoding: 'arraybuffer',
		// Counts idle time only; it closes a connection that outlives its deadline for whatever reason.
		timeout: ms + 1_000,
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
	};
	try {
		const response: unknown = await deadlines.within(
			{ ms, cancel: 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined },
			async (signal) =>
				await context.helpers.httpRequestWithAuthentication.call(
					endedBy(signal, context),
					'messagingApi',
					{ ...options, abortSignal: signal },
					{ credentialsDecrypted: credential, preAuthenticationRetryStatusCode: neverAgain },
				),
		);
		return ok(withMasked(readResponse(response), mask));
	} catch (error) {
		return err(readConnectionError(error, mask));
	}
}

/**
 * The context with another signal in the place of the execution's: n8n's helper takes the signal
 * from there, whatever the options say.
 */
const endedBy = (signal: AbortSignal, context: RequestContext): RequestContext =>
	Object.create(context, { getExecutionCancelSignal: { value: () => signal } }) as RequestContext;

/**
 * JSON leaves as text of our own: of an object n8n's HTTP library sends a copy, in which some keys
 * (a placeholder called `constructor`) are missing.
 */
const encode = (body: object, contentType: string | undefined, headers: ServiceRequest['headers']) => ({
	body: contentType === undefined ? JSON.stringify(body) : (body as JsonObject),
	headers: { ...headers, 'content-type': contentType ?? 'application/json' },
});

/** An answer of n8n's request helpers, whose body is bytes. */
export function readResponse(response: unknown): HttpResponse {
	const body = at(response, 'body');
	return {
		status: Number(at(response, 'statusCode')),
		headers: (at(response, 'headers') ?? {}) as HttpResponse['headers'],
		text: body instanceof Uint8Array ? Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8') : '',
	};
}
