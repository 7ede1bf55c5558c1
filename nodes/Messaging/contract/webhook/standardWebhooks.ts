import { headerValues, type Headers } from '../headers';
import { anyMatches, isFresh, sha256Hmac, sha256Signatures, signingSecret, type SignatureScheme } from './signatureScheme';

/** Bytes that a key holds at least; fewer than the 24 of the specification, since some services give fewer. */
const leastKeyBytes = 16;

/** What a secret says behind the `whsec_` that may stand before it. */
const keyText = (secret: string): string => secret.trim().replace(/^whsec_/, '');

/**
 * Reads the key of a Standard Webhooks secret, with or without `whsec_` before it. Undefined for what is
 * no key: anything but base64 in its standard alphabet (padded, or without any padding) of at least 16
 * bytes. The URL-safe alphabet is refused as the reference libraries do: with it a line of words would pass
 * for a key that anyone can read.
 */
export function standardKey(secret: string): Buffer | undefined {
	const digits = /^([A-Za-z0-9+/]*)(={0,2})$/.exec(keyText(secret));
	const [whole = '', text = '', padding = ''] = digits ?? [];
	if (text.length % 4 === 1 || (padding !== '' && whole.length % 4 !== 0)) return undefined;
	const key = Buffer.from(text, 'base64');
	return key.length >= leastKeyBytes ? key : undefined;
}

/** The values of the three headers, under the names of the specification or, without those, of Svix. */
function standardHeaders(headers: Headers) {
	const family = headerValues(headers, 'webhook-signature').length > 0 ? 'webhook' : 'svix';
	return {
		ids: headerValues(headers, `${family}-id`),
		timestamps: headerValues(headers, `${family}-timestamp`),
		signatures: headerValues(headers, `${family}-signature`),
	};
}

/** https://www.standardwebhooks.com: three headers, `v1,<base64>` over `<id>.<t>.<body>`. */
export const standardWebhooks: SignatureScheme = {
	isKey: (secret) => standardKey(secret) !== undefined,
	sign(settings, rawBody, now, id) {
		const timestamp = String(Math.floor(now / 1000));
		const key = Buffer.from(keyText(signingSecret(settings)), 'base64');
		return {
			'webhook-id': id,
			'webhook-timestamp': timestamp,
			'webhook-signature': `v1,${sha256Hmac(key, `${id}.${timestamp}.`, rawBody).toString('base64')}`,
		};
	},
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
		const values = signatures
			.flatMap((value) => value.split(' '))
			.filter((value) => value.startsWith('v1,'))
			.map((value) => value.slice('v1,'.length));
		const keys = settings.secrets.map(standardKey).filter((key) => key !== undefined);
		return anyMatches(sha256Signatures(values, '', 'base64'), keys, `${id}.${timestamp}.`, rawBody);
	},
	signedId: (headers) => standardHeaders(headers).ids[0],
};
