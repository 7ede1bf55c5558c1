import { createHash, timingSafeEqual } from 'node:crypto';

import { type Headers, headerValues } from '../api/headers';
import {
	anyMatches,
	isFresh,
	sha256Signatures,
	type SignatureScheme,
	type SignatureSettings,
	type Verdict,
} from './signatureScheme';
import { standardWebhooks } from './standardWebhooks';

export type { SignatureSettings, Verdict } from './signatureScheme';

const sha256 = (value: string) => createHash('sha256').update(value).digest();

/** Compares in constant time, also when the lengths differ. */
const sameText = (a: string, b: string) => timingSafeEqual(sha256(a), sha256(b));

const hmacSha256: SignatureScheme = {
	verify(settings, headers, rawBody) {
		const values = headerValues(headers, settings.header);
		if (values.length === 0) return 'the signature header is missing';
		const candidates = sha256Signatures(values, settings.prefix, settings.encoding);
		return anyMatches(candidates, settings.secrets, rawBody);
	},
};

/** `t=<unix seconds>,v1=<hex>` over `<t>.<body>`; several `v1` (or `s`) while a secret rotates. */
const timestampedHmac: SignatureScheme = {
	verify(settings, headers, rawBody, now) {
		const [value, ...more] = headerValues(headers, settings.header);
		if (value === undefined) return 'the signature header is missing';
		if (more.length > 0) return 'the signature is not readable';
		const pairs = (value.startsWith(settings.prefix) ? value.slice(settings.prefix.length) : value)
			.split(',')
			.map((pair) => pair.trim().split('='));
		const timestamps = pairs.filter(([key]) => key === 't').map(([, time]) => time ?? '');
		const [timestamp] = timestamps;
		if (timestamp === undefined || timestamps.length > 1 || !/^\d{1,12}$/.test(timestamp)) {
			return 'the signature is not readable';
		}
		if (!isFresh(timestamp, settings, now)) return 'the timestamp is too far from now';
		const signatures = pairs.filter(([key]) => key === 'v1' || key === 's');
		const candidates = sha256Signatures(signatures.map(([, hex]) => hex ?? ''), '', 'hex');
		return anyMatches(candidates, settings.secrets, `${timestamp}.`, rawBody);
	},
};

/** The header equals the secret, with or without `Bearer ` before it. */
const sharedSecret: SignatureScheme = {
	verify(settings, headers) {
		const values = headerValues(headers, settings.header);
		if (values.length === 0) return 'the signature header is missing';
		let found = false;
		for (const value of values) {
			const bare = value.startsWith(settings.prefix) ? value.slice(settings.prefix.length).trim() : value;
			for (const secret of settings.secrets) {
				found = sameText(bare.replace(/^Bearer +/i, ''), secret) || sameText(bare, secret) || found;
			}
		}
		return found ? 'verified' : 'the signature is wrong';
	},
};

const schemes = { hmacSha256, timestampedHmac, standardWebhooks, sharedSecret };

export type SignatureSchemeName = keyof typeof schemes | 'none';

/** The schemes by their value in the credential. A user chooses `none` to verify nothing. */
export const signatureSchemes: Readonly<Record<SignatureSchemeName, SignatureScheme>> = {
	...schemes,
	none: { verify: () => 'verified' },
};

/**
 * Whether a line has only invisible characters, such as a zero-width space from a copied page. As a secret it
 * would be easy to guess.
 */
export const isBlank = (secret: string): boolean => /^[\s\p{Z}\p{Default_Ignorable_Code_Point}]*$/u.test(secret);

/** Whether a line of the secret can be used with this scheme. */
export const isUsableSecret = (scheme: SignatureSchemeName, secret: string): boolean =>
	!isBlank(secret) && (signatureSchemes[scheme].isKey?.(secret) ?? true);

/**
 * Verifies the signature of a webhook. Fails closed: without a usable secret no webhook is verified. A blank
 * line, or one that is no key of the scheme, is not usable. `now` in milliseconds since 1970.
 */
export function verifySignature(
	scheme: SignatureSchemeName,
	settings: SignatureSettings,
	headers: Headers,
	rawBody: Uint8Array,
	now: number,
): Verdict {
	const secrets = settings.secrets.filter((secret) => isUsableSecret(scheme, secret));
	if (scheme !== 'none' && secrets.length === 0) {
		return settings.secrets.every(isBlank) ? 'no secret is set' : 'no line of the secret is a key';
	}
	return signatureSchemes[scheme].verify({ ...settings, secrets }, headers, rawBody, now);
}

/** The event ID that the signature covers; undefined if the scheme signs none. */
export const signedEventId = (scheme: SignatureSchemeName, headers: Headers): string | undefined =>
	signatureSchemes[scheme].signedId?.(headers);

/** Whether webhooks can be verified at all: each scheme but `none` needs a usable secret. */
export const canVerify = (scheme: SignatureSchemeName, { secrets }: SignatureSettings): boolean =>
	scheme === 'none' || secrets.some((secret) => isUsableSecret(scheme, secret));
