import type { ICredentialTestFunctions } from 'n8n-workflow';

import type { Account } from '../contract/account';
import type { Mask } from '../contract/mask/mask';
import type { ConnectionFailure } from '../contract/response/connectionFailure';
import { withMasked, type HttpResponse } from '../contract/response/response';
import { err, ok, type Result } from '../contract/result';
import { defaultTimeout, readResponse } from './connection';
import { readConnectionError } from './connectionError';
import { createDeadlines } from './deadlines';

/**
 * Asks for the sending numbers with a credential that may not be saved yet. A test of a credential has
 * none of the helpers of a connection: this one, n8n's only for it, knows the proxy and the protections
 * of the instance, and not the key. No redirect is followed, so that the key goes nowhere else.
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
		// The bytes as they came, whatever the status.
		encoding: null,
		simple: false,
		resolveWithFullResponse: true,
		followRedirect: false,
		// It can't be aborted; so its connection is closed.
		timeout: defaultTimeout + 1_000,
	};
	try {
		const response: unknown = await createDeadlines().within(
			{ ms: defaultTimeout, cancel: undefined },
			async () => await helpers.request(options),
		);
		return ok(withMasked(readResponse(response), mask));
	} catch (error) {
		return err(readConnectionError(error, mask));
	}
}
