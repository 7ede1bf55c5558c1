import { type Headers, headerValues } from '../api/headers';
import { standardKey } from '../text/standardKey';
import { anyMatches, isFresh, sha256Signatures, type SignatureScheme } from './signatureScheme';

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
export const standardWebhooks: SignatureScheme = {
	isKey: (secret) => standardKey(secret) !== undefined,
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
