import type {
	ICredentialDataDecryptedObject,
	ICredentialsHelper,
	ICredentialType,
	IHttpRequestOptions,
} from 'n8n-workflow';

export interface BenchCredential {
	/** Signs requests in; undefined where a node does it itself. */
	readonly type?: ICredentialType;
	readonly data: ICredentialDataDecryptedObject;
}

/**
 * Hands out credentials and signs requests in as n8n does, by the type's function or its generic
 * block. n8n also reads its database and decrypts, for each request and every node alike: leaving
 * that out makes what a node itself costs weigh more.
 */
export function benchCredentials(credentials: Readonly<Record<string, BenchCredential>>): ICredentialsHelper {
	const named = (name: string): BenchCredential => {
		const credential = credentials[name];
		if (credential === undefined) throw new Error(`The benchmark has no credential ${name}`);
		return credential;
	};
	const headersOf = (name: string): object => {
		const authenticate = named(name).type?.authenticate;
		if (typeof authenticate !== 'object') return {};
		return authenticate.properties.headers ?? {};
	};
	const nothing = async () => await Promise.resolve(undefined);
	return {
		getParentTypes: () => [],
		isCredentialUsableByNode: () => true,
		getDecrypted: async (_additionalData, _saved, name) => await Promise.resolve({ ...named(name).data }),
		getCredentials: async () => await Promise.reject(new Error('The engine only asks for decrypted credentials')),
		getCredentialsProperties: (name) => named(name).type?.properties ?? [],
		preAuthentication: nothing,
		runPreAuthentication: nothing,
		updateCredentials: nothing,
		updateCredentialsOauthTokenData: nothing,
		async authenticate($credentials, name, request, workflow, node) {
			const authenticate = named(name).type?.authenticate;
			if (typeof authenticate === 'function') {
				return await authenticate($credentials, request as IHttpRequestOptions);
			}
			if (workflow === undefined || node === undefined) throw new Error('n8n gives both');
			const { expression } = workflow;
			const resolved = Object.entries(headersOf(name)).map(([header, value]) => [
				header,
				expression.getSimpleParameterValue(node, String(value), 'internal', { $credentials }, undefined, ''),
			]);
			const headers = { ...request.headers, ...(Object.fromEntries(resolved) as Record<string, unknown>) };
			return await Promise.resolve({ ...request, headers } as IHttpRequestOptions);
		},
	};
}
