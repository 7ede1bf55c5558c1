import dns from 'node:dns';

const proxyNames = ['http_proxy', 'https_proxy', 'all_proxy', 'no_proxy'].flatMap((name) => [name, name.toUpperCase()]);

/** Has n8n send its requests through a proxy; undefined has it send them directly. */
export function useProxy(url: string | undefined): void {
	for (const name of proxyNames) delete process.env[name];
	if (url === undefined) return;
	process.env.http_proxy = url;
	process.env.https_proxy = url;
}

/** Has n8n refuse addresses of its own network. It looks when it makes its first request. */
export function protectOwnNetwork(): void {
	process.env.N8N_SSRF_PROTECTION_ENABLED = 'true';
}

/** Gives every host name two addresses, of this machine. */
export function giveTwoAddresses(): void {
	const found = ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 }));
	const lookup = (_host: string, _options: object, done: (error: null, addresses: object) => void) => done(null, found);
	jest.spyOn(dns, 'lookup').mockImplementation(lookup as never);
}
