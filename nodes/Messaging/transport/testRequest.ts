import type { ICredentialTestFunctions } from 'n8n-workflow';

import type { Account } from '../contract/account';
import type { Mask } from '../contract/mask/mask';
import type { ConnectionFailure } from '../contract/response/connectionFailure';
import { withMasked, type HttpResponse } from '../contract/response/response';
import { err, ok, type Result } from '../contract/result';
import { defaultTimeout } from './connection';
import { readConnectionError } from './connectionError';
import { within } from './deadline';
import { readResponse } from './response';

/**
 * Requests the sending numbers with a credential that may not be saved yet. n8n has only this helper for a
 * credential test. It uses the proxy and the protections of the instance, but does not add the API key.
 * Redirects are not followed, so that the API key goes nowhere else.
 */
export async function requestSendingNumbers(
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
