import { hash, timingSafeEqual } from 'node:crypto';

import { type Headers, headerValues } from '../api/headers';
import { isInvisible } from '../text/invisible';
import { standardKey } from '../text/standardKey';
import type { SignatureScheme, SignatureSettings, Verdict } from './signatureScheme';
import { anyMatches, isFresh, sha256Signatures, withoutPrefix } from './signatureScheme';

const sha256 = (value: string) => hash('sha256', value, 'buffer');

/** Compares in constant time, also when the lengths differ. */
export const sameText = (a: string, b: string) => timingSafeEqual(sha256(a), sha256(b));

const hmacSha256: SignatureScheme = {
	label: 'HMAC SHA-256',
	description: 'A header carries the HMAC of the body; the most common way',
	fields: ['webhookSecret', 'signatureHeader', 'signaturePrefix', 'signatureEncoding'],
	signs: ['body'],
	verify(settings, headers, rawBody) {
		const values = headerValues(headers, settings.header);
		if (values.length === 0) return 'the signature header is missing';
		const candidates = sha256Signatures(values, settings.prefix, settings.encoding);
		return anyMatches(candidates, settings.secrets, rawBody);
	},
};

/** `t=<unix seconds>,v1=<hex>` over `<t>.<body>`; several `v1` (or `s`) while a secret rotates. */
const timestampedHmac: SignatureScheme = {
	label: 'HMAC SHA-256 with Timestamp',
	description: 'A header such as t=1790000000,v1=5257a8…',
	fields: ['webhookSecret', 'signatureHeader', 'signaturePrefix'],
	signs: ['time', 'body'],
	verify(settings, headers, rawBody, now) {
		const [value, ...more] = headerValues(headers, settings.header);
		if (value === undefined) return 'the signature header is missing';
		if (more.length > 0) return 'the signature is not readable';
		const pairs = withoutPrefix(value, settings.prefix).split(',').map((pair) => pair.trim().split('='));
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
	label: 'Shared Secret',
	description: 'A header carries the secret itself',
	fields: ['webhookSecret', 'signatureHeader', 'signaturePrefix'],
	signs: [],
	verify(settings, headers) {
		const values = headerValues(headers, settings.header);
		if (values.length === 0) return 'the signature header is missing';
		const bare = values.map((value) => withoutPrefix(value, settings.prefix));
		const given = bare.flatMap((value) => [value, value.replace(/^Bearer +/i, '')]);
		// Compares all of them, so that the time says nothing about which one fits.
		const same = given.flatMap((one) => settings.secrets.filter((secret) => sameText(one, secret)));
		return same.length > 0 ? 'verified' : 'the signature is wrong';
	},
};

/** The values of the three headers, by the names of the specification, else by those of Svix. */
function standardHeaders(headers: Headers) {
	const family = headerValues(headers, 'webhook-signature').length > 0 ? 'webhook' : 'svix';
	return {
		ids: headerValues(headers, `${family}-id`),
		timestamps: headerValues(headers, `${family}-timestamp`),
		signatures: headerValues(headers, `${family}-signature`),
	};
}

/** https://www.standardwebhooks.com: three headers, `v1,<base64>` over `<id>.<t>.<body>`. */
const standardWebhooks: SignatureScheme = {
	label: 'Standard Webhooks',
	description: 'The headers webhook-id, webhook-timestamp and webhook-signature, also as svix-…',
	fields: ['webhookSecret'],
	signs: ['time', 'body'],
	keys: { look: 'base64 of at least 16 bytes, with or without whsec_', has: (secret) => standardKey(secret) !== undefined },
	verify(settings, headers, rawBody, now) {
		const { ids, timestamps, signatures } = standardHeaders(headers);
		const [id, ...moreIds] = ids;
		const [timestamp, ...moreTimestamps] = timestamps;
		if (id === undefined || timestamp === undefined || signatures.length === 0) {
			return 'the signature header is missing';
		}
		if (moreIds.length > 0 || moreTimestamps.length > 0 || !/^\d{1,12}$/.test(timestamp)) {
			return 'the signature is not readable';
		}
		if (!isFresh(timestamp, settings, now)) return 'the timestamp is too far from now';
		const values = signatures.flatMap((value) => value.split(' ')).filter((value) => value.startsWith('v1,'));
		const keys = settings.secrets.map(standardKey).filter((key) => key !== undefined);
		return anyMatches(sha256Signatures(values, 'v1,', 'base64'), keys, `${id}.${timestamp}.`, rawBody);
	},
	signedId: (headers) => standardHeaders(headers).ids[0],
};

/** A user chooses it to verify nothing. */
const none: SignatureScheme = {
	label: 'None',
	description: 'Webhooks are not verified: anyone who knows the URL can start the workflow',
	fields: [],
	signs: [],
	verify: () => 'verified',
};

const schemes = { hmacSha256, timestampedHmac, none, sharedSecret, standardWebhooks };

export type SignatureSchemeName = keyof typeof schemes;

/** The schemes by their value in the credential, in the order of their labels. */
export const signatureSchemes: Readonly<Record<SignatureSchemeName, SignatureScheme>> = schemes;

/** Whether a line of the secret can be used with this scheme. What nobody sees, such as a zero-width space from a copied page, would be easy to guess. */
export const isUsableSecret = (scheme: SignatureSchemeName, secret: string): boolean =>
	!isInvisible(secret) && (signatureSchemes[scheme].keys?.has(secret) ?? true);

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
		return settings.secrets.every(isInvisible) ? 'no secret is set' : 'no line of the secret is a key';
	}
	return signatureSchemes[scheme].verify({ ...settings, secrets }, headers, rawBody, now);
}

/** The event ID that the signature covers; undefined if the scheme signs none. */
export const signedEventId = (scheme: SignatureSchemeName, headers: Headers): string | undefined =>
	signatureSchemes[scheme].signedId?.(headers);

/** Whether webhooks can be verified at all: each scheme but `none` needs a usable secret. */
export const canVerify = (scheme: SignatureSchemeName, { secrets }: SignatureSettings): boolean =>
	scheme === 'none' || secrets.some((secret) => isUsableSecret(scheme, secret));
