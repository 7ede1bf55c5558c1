import { execFileSync } from 'node:child_process';

/** HMAC-SHA256 by the openssl program, in hex: an implementation that is not ours. */
export function opensslHmac(secret: string, data: string): string {
	const key = Buffer.from(secret).toString('hex');
	const options = ['dgst', '-sha256', '-mac', 'HMAC', '-macopt', `hexkey:${key}`, '-r'];
	return execFileSync('openssl', options, { input: data, encoding: 'utf8' }).split(' ')[0] ?? '';
}
