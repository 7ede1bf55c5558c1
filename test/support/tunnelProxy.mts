import { connect } from 'node:net';

import { startRawService, type RawService } from './rawService.mts';

/** A proxy that opens a tunnel to wherever it is asked to, and is itself spoken to over TLS if it has a certificate. */
export const startTunnelProxy = async (certificate?: string): Promise<RawService> =>
	await startRawService(
		(client) => {
			client.once('data', (asked: Buffer) => {
				const [, host = '', port = ''] = /^CONNECT ([^:]+):(\d+) /.exec(asked.toString('latin1')) ?? [];
				const target = connect(Number(port), host);
				target.on('error', () => target.destroy());
				target.once('connect', () => {
					client.write('HTTP/1.1 200 Connection established\r\n\r\n');
					client.pipe(target);
					target.pipe(client);
				});
				target.once('close', () => client.destroy());
				client.once('close', () => target.destroy());
			});
		},
		certificate === undefined ? 'http' : 'https',
		certificate === undefined ? undefined : { key: certificate, cert: certificate },
	);
