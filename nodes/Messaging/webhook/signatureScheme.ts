import { createHmac, timingSafeEqual } from 'node:crypto';

import type { Headers } from '../api/headers';

/** How delivery-status webhooks are signed (API document, "Events": not shown). */
export interface SignatureSettings {
	/** Signing secrets, the newest first; several while the user changes the secret. */
	readonly secrets: readonly string[];
	/** The header that carries the signature or the shared secret. */
	readonly header: string;
	/** Text before the signature, such as `sha256=`. A request without it is accepted too. */
	readonly prefix: string;
	readonly encoding: 'hex' | 'base64';
	/** How many seconds a signed timestamp may differ from now, in either direction. */
	readonly toleranceSeconds: number;
}

/** Whether a webhook is verified, or why not. Never contains a secret, a signature or a body. */
export type Verdict =
	| 'verified'
	| 'no secret is set'
	| 'no line of the secret is a key'
	| 'the signature header is missing'
	| 'the signature is not readable'
	| 'the timestamp is too far from now'
	| 'the signature is wrong';

/** The credential's fields that a scheme may use, besides that for the tolerance, which belongs to a signed time. */
export type SignatureField = 'webhookSecret' | 'signatureHeader' | 'signaturePrefix' | 'signatureEncoding';

/** One way to sign webhooks. */
export interface SignatureScheme {
	/** Its name in the credential. */
	readonly label: string;
	/** What a person reads of it there. */
	readonly description: string;
	readonly fields: readonly SignatureField[];
	readonly signs: ReadonlyArray<'body' | 'time'>;
	/** Checks the raw bytes as they came, before anything is parsed; `now` in milliseconds. */
	verify(settings: SignatureSettings, headers: Headers, rawBody: Uint8Array, now: number): Verdict;
	/** Which secrets are keys of this scheme, and what they look like, in words. Left out if every text is one. */
	readonly keys?: { readonly look: string; has(secret: string): boolean };
	/** The event ID in a header that the signature covers. Trust it only after `verify`. */
	signedId?(headers: Headers): string | undefined;
}

/** The bytes of a SHA-256 signature; undefined for anything else. */
function sha256Bytes(value: string, encoding: 'hex' | 'base64'): Buffer | undefined {
	const form = encoding === 'hex' ? /^[0-9a-f]{64}$/i : /^[A-Za-z0-9+/_-]{43}=?$/;
	return form.test(value) ? Buffer.from(value, encoding) : undefined;
}

/** Whether one of the candidates is the HMAC-SHA256 with one of the keys. Compares all of them, in constant time. */
export function anyMatches(
	candidates: readonly Buffer[],
	keys: ReadonlyArray<string | Uint8Array>,
	...parts: Array<string | Uint8Array>
): Verdict {
	if (candidates.length === 0) return 'the signature is not readable';
	let found = false;
	for (const key of keys) {
		const digest = createHmac('sha256', key);
		for (const part of parts) digest.update(part);
		const expected = digest.digest();
		for (const candidate of candidates) found = timingSafeEqual(candidate, expected) || found;
	}
	return found ? 'verified' : 'the signature is wrong';
}

/** Whether a signed timestamp (Unix seconds) is within the tolerance of `now` (milliseconds). */
export const isFresh = (timestamp: string, { toleranceSeconds }: SignatureSettings, now: number): boolean =>
	Math.abs(now / 1000 - Number(timestamp)) <= toleranceSeconds;

export const withoutPrefix = (value: string, prefix: string): string =>
	value.startsWith(prefix) ? value.slice(prefix.length).trim() : value;

/** The SHA-256 signatures in header values, with or without the prefix. */
export const sha256Signatures = (values: string[], prefix: string, encoding: 'hex' | 'base64'): Buffer[] =>
	values.map((value) => sha256Bytes(withoutPrefix(value, prefix), encoding)).filter((bytes) => bytes !== undefined);
