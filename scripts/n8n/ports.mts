import { createServer } from 'node:net';

/**
 * Finds a free TCP port on this machine's own address.
 * @param preferred taken when it is free; any free port when it isn't, or when none is named
 * @param taken ports that are promised to something else and not yet listened on
 */
export async function findFreePort(preferred?: number, taken: ReadonlySet<number> = new Set()): Promise<number> {
	if (preferred !== undefined && !taken.has(preferred) && (await isFree(preferred))) return preferred;
	for (;;) {
		const port = await listenOnce(0, '127.0.0.1');
		if (port !== undefined && !taken.has(port) && (await isFree(port))) return port;
	}
}

/** Browsers try both addresses of `localhost`: a port counts as free only when nobody answers on either. */
async function isFree(port: number): Promise<boolean> {
	if ((await listenOnce(port, '127.0.0.1')) === undefined) return false;
	return (await listenOnce(port, '::1')) !== undefined;
}

/** @returns the port, or undefined when something else listens there; a machine without IPv6 has its ports free */
function listenOnce(port: number, host: string): Promise<number | undefined> {
	return new Promise((resolve) => {
		const server = createServer();
		server.once('error', (cause: NodeJS.ErrnoException) => {
			resolve(cause.code === 'EADDRNOTAVAIL' || cause.code === 'EAFNOSUPPORT' ? port : undefined);
		});
		server.listen({ port, host, exclusive: true }, () => {
			const address = server.address();
			server.close(() => resolve(typeof address === 'object' && address ? address.port : port));
		});
	});
}
