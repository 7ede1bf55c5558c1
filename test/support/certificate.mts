import { execFileSync } from 'node:child_process';
import tls from 'node:tls';

/**
 * A key and its self-signed certificate for an address, in PEM, by OpenSSL. It names localhost too,
 * which Node looks for at the end of a tunnel to an address.
 */
export const createCertificate = (address = '127.0.0.1'): string =>
	execFileSync(
		'openssl',
		[
			...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
			...['-keyout', '-', '-out', '-', '-subj', `/CN=${address}`, '-addext', `subjectAltName=IP:${address},DNS:localhost`],
		],
		{ stdio: ['ignore', 'pipe', 'ignore'], encoding: 'utf8' },
	);

/** Node's own way to add certificates, which its types leave out. */
interface ExtendableContext {
	addCACert(certificate: string): void;
}

/** Makes this process trust a certificate, as `NODE_EXTRA_CA_CERTS` does for a process that starts. */
export function trustCertificate(certificate: string): void {
	const createSecureContext = tls.createSecureContext;
	jest.spyOn(tls, 'createSecureContext').mockImplementation((options) => {
		const made = createSecureContext(options);
		(made.context as ExtendableContext).addCACert(certificate);
		return made;
	});
}
