import type { ICredentialsDecrypted, ICredentialTestFunctions, INodeCredentialTestResult } from 'n8n-workflow';

import { readAccount, secretsOf } from '../contract/account';
import { maskFor } from '../contract/mask/mask';
import { readConnectionFailure } from '../contract/response/connectionFailure';
import { explain, explainTestFailure } from '../contract/response/testFailure';
import { requestSendingNumbers } from '../transport/testRequest';

const failed = (message: string): INodeCredentialTestResult => ({ status: 'Error', message });

/**
 * The connection test that n8n runs when a user saves the credential. A test declared in the credential
 * itself could only explain statuses: for an unknown host n8n would show only ENOTFOUND.
 */
export const credentialTest = {
	/** Reads the account's sending numbers, or says what to check. */
	async testMessagingApi(this: ICredentialTestFunctions, { data }: ICredentialsDecrypted): Promise<INodeCredentialTestResult> {
		const account = readAccount(data);
		if (!account.ok) return failed(explain(account.error));
		const mask = maskFor(secretsOf(data));
		const response = await requestSendingNumbers(this, account.value, mask);
		if (!response.ok) return failed(explain(readConnectionFailure(response.error)));
		const problem = explainTestFailure(response.value, Date.now());
		return problem === undefined ? { status: 'OK', message: 'Connection successful!' } : failed(problem);
	},
};
