import { CredentialTestContext } from 'n8n-core';
import type { ICredentialDataDecryptedObject, INodeCredentialTestResult } from 'n8n-workflow';

import { Messaging } from '../../nodes/Messaging/Messaging.node';
import { workflowWith } from './engine';

/** Runs the credential's connection test as n8n's credential dialog does, and gives what the dialog says of it. */
export async function testConnection(data: ICredentialDataDecryptedObject): Promise<INodeCredentialTestResult> {
	const { additionalData } = workflowWith('messaging', { credential: data, parameters: {} });
	const { testMessagingApi } = new Messaging().methods.credentialTest;
	return await testMessagingApi.call(new CredentialTestContext(additionalData), {
		id: 'credential-1',
		name: 'Messaging API',
		type: 'messagingApi',
		data,
	});
}
