import type { ICredentialsDecrypted, ICredentialTestFunctions, INodeCredentialTestResult } from 'n8n-workflow';

import { readAccount, secretsOf } from '../contract/account';
import type { Failure } from '../contract/failure';
import { maskFor } from '../contract/mask/mask';
import { readConnectionFailure } from '../contract/response/connectionFailure';
import { explain, readTestFailure } from '../contract/response/testFailure';
import { requestSendingNumbers } from '../transport/testRequest';

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
		const failure = readTestFailure(response.value, Date.now());
		return failure === undefined ? { status: 'OK', message: 'Connection successful!' } : failed(failure);
	},
};
