import { type ICredentialDataDecryptedObject, type ICredentialsHelper, NodeHelpers } from 'n8n-workflow';

import { MessagingApi } from '../../credentials/MessagingApi.credentials';

type Parameters = NonNullable<ReturnType<typeof NodeHelpers.getNodeParameters>>;

/**
 * Hands the credential to the engine as n8n does: without the fields that its form doesn't show,
 * and signs requests in with the credential's own function.
 */
export function credentialsHelper(data: ICredentialDataDecryptedObject): ICredentialsHelper {
	const type = new MessagingApi();
	const given: Partial<ICredentialsHelper> = {
		getParentTypes: () => [],
		isCredentialUsableByNode: () => true,
		authenticate: async (credentials, _typeName, request) => await type.authenticate(credentials, Object(request)),
		preAuthentication: async () => undefined,
		getDecrypted: async () =>
			NodeHelpers.getNodeParameters(type.properties, data as Parameters, true, false, null, null) as ICredentialDataDecryptedObject,
		getCredentialsProperties: () => type.properties,
	};
	// What the engine asks for; the rest belongs to n8n's program.
	return given as ICredentialsHelper;
}
