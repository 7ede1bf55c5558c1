import {
	ICredentialsHelper,
	NodeHelpers,
	type ICredentialDataDecryptedObject,
	type ICredentials,
	type IHttpRequestOptions,
	type INodeProperties,
	type IRequestOptionsSimplified,
} from 'n8n-workflow';

import { MessagingApi } from '../../credentials/MessagingApi.credentials';

/**
 * Hands the credential to the engine as n8n does: without the fields that its form doesn't show,
 * and signs requests in with the credential's own function.
 */
export class TestCredentials extends ICredentialsHelper {
	private readonly type = new MessagingApi();

	constructor(private readonly data: ICredentialDataDecryptedObject) {
		super();
	}

	getParentTypes(): string[] {
		return [];
	}

	isCredentialUsableByNode(): boolean {
		return true;
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		_typeName: string,
		requestOptions: IHttpRequestOptions | IRequestOptionsSimplified,
	): Promise<IHttpRequestOptions> {
		return await this.type.authenticate(credentials, requestOptions as IHttpRequestOptions);
	}

	async preAuthentication(): Promise<undefined> {
		return undefined;
	}

	async runPreAuthentication(): Promise<undefined> {
		return undefined;
	}

	async getCredentials(): Promise<ICredentials> {
		throw new Error('The engine only asks for decrypted credentials');
	}

	async getDecrypted(): Promise<ICredentialDataDecryptedObject> {
		const shown = NodeHelpers.getNodeParameters(
			this.type.properties,
			this.data as Parameters<typeof NodeHelpers.getNodeParameters>[1],
			true,
			false,
			null,
			null,
		);
		return shown as ICredentialDataDecryptedObject;
	}

	async updateCredentials(): Promise<void> {}

	async updateCredentialsOauthTokenData(): Promise<void> {}

	getCredentialsProperties(): INodeProperties[] {
		return this.type.properties;
	}
}
