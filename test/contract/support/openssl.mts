import { execFileSync } from 'node:child_process';

/** HMAC-SHA256 by OpenSSL, as the other implementation. */
export function opensslHmac(secret: string, body: Uint8Array, encoding: 'hex' | 'base64' = 'hex'): string {
	const digest = execFileSync('openssl', ['dgst', '-sha256', '-hmac', secret, '-binary'], { input: body });
	return digest.toString(encoding);
}
