import type { ICredentialsDecrypted, ICredentialTestFunctions, INodeCredentialTestResult } from 'n8n-workflow';

import { type Account, explainVersion, nothingThere, pathLabels, readAccount, secretsOf } from '../api/account';
import { type ConnectionFailure, readConnectionFailure } from '../api/connectionFailure';
import { err, type Failure, ok, type Result } from '../api/failure';
import { phoneNumberList, readListFailure } from '../api/listFailure';
import { readPage } from '../api/lists';
import { type HttpResponse, isSuccess, readBody, withMasked } from '../api/response';
import { type Mask, maskFor } from '../text/mask';
import { defaultTimeout } from '../service/connection';
import { readConnectionError } from '../service/connectionError';
import { within } from '../service/deadline';
import { readResponse } from '../service/response';

const failed = (failure: Failure): INodeCredentialTestResult => ({ status: 'Error', message: explain(failure) });

/**
 * The connection test that n8n runs when a user saves the credential. A test declared in the credential
 * itself could only explain statuses: for an unknown host n8n would show only ENOTFOUND.
 */
export const credentialTest = {
	/** Reads the account's sending numbers, or says what to check. */
	async testMessagingApi(this: ICredentialTestFunctions, { data }: ICredentialsDecrypted): Promise<INodeCredentialTestResult> {
		const account = readAccount(data);
		if (!account.ok) return failed(account.error);
		const mask = maskFor(secretsOf(data));
		const response = await requestSendingNumbers(this, account.value, mask);
		if (!response.ok) return failed(readConnectionFailure(response.error));
		const failure = readTestFailure(response.value, Date.now(), account.value.baseUrl);
		return failure === undefined ? { status: 'OK', message: 'Connection successful!' } : failed(failure);
	},
};

/**
 * Requests the sending numbers with a credential that may not be saved yet. n8n has only this helper for a
 * credential test. It uses the proxy and the protections of the instance, but does not add the API key.
 * Redirects are not followed, so that the API key goes nowhere else.
 */
async function requestSendingNumbers(
	{ helpers }: ICredentialTestFunctions,
	{ baseUrl, apiKey, paths }: Account,
	mask: Mask,
): Promise<Result<HttpResponse, ConnectionFailure>> {
	const options = {
		method: 'GET',
		uri: `${baseUrl}${paths.phoneNumbers}`,
		headers: { Authorization: `Bearer ${apiKey}`, accept: 'application/json' },
		// The response as a stream, with any status.
		useStream: true,
		simple: false,
		resolveWithFullResponse: true,
		followRedirect: false,
		// This helper can't be aborted before a response comes, so its timeout closes the connection.
		timeout: defaultTimeout + 1_000,
	};
	try {
		const response = await within(defaultTimeout, undefined, async (signal) =>
			await readResponse(await helpers.request(options), signal),
		);
		return ok(withMasked(response, mask));
	} catch (error) {
		return err(readConnectionError(error, mask));
	}
}

/** What to check in the credential, by the status of the response. */
const failures: Readonly<Record<number, Failure>> = {
	401: {
		category: 'authentication',
		message: 'The service did not accept the API key',
		description: "Check 'API Key' for a missing character, or create a new API key.",
	},
	403: {
		category: 'authentication',
		message: 'The service knows the API key, but the API key may not list sending numbers',
		description: 'Give it that right at the service.',
	},
	404: {
		category: 'not-found',
		message: nothingThere,
		description: `Check 'Base URL' (without /v1) and, under 'Customize Endpoints', '${pathLabels.phoneNumbers}'.`,
	},
};

const noList: Failure = {
	category: 'service',
	message: 'The response is not a list of sending numbers: it may be a web page',
	description:
		`Check 'Base URL' (the address of the service's API) and, under 'Customize Endpoints', '${pathLabels.phoneNumbers}'.`,
};

const redirected = (status: number): Failure => ({
	category: 'service',
	message: `The service is at another address: it responded with a redirect (status ${status}), and the API key is not sent there`,
	description: "Check whether 'Base URL' must begin with https:// or name another host.",
});

/** Why the connection test of a credential failed; undefined if it did not. `now` in milliseconds. */
function readTestFailure(response: HttpResponse, now: number, baseUrl: string): Failure | undefined {
	const { status } = response;
	if (isSuccess(response)) return readPage(readBody(response)).ok ? undefined : noList;
	const known = Object.hasOwn(failures, status) ? failures[status] : undefined;
	if (known !== undefined) return status === 404 ? { ...known, ...explainVersion(baseUrl) } : known;
	if (status >= 300 && status < 400) return redirected(status);
	return readListFailure(phoneNumberList, response, now);
}

/** A failure as one text, which n8n shows below the open credential. */
const explain = ({ message, description }: Failure): string =>
	`${message}. ${description}`
		.replaceAll(/,? in the Messaging API credential/g, '')
		.replaceAll(/Open the credential and (\w)/g, (_words, letter: string) => letter.toUpperCase());
