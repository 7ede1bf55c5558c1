import { createHmac } from 'node:crypto';

import type { SignatureSchemeName } from '../../nodes/Messaging/webhook/signature';
import type { SignatureChoice } from '../state/settings';
import type { Registration } from './registration';

/** What a webhook is signed with. */
interface Signing extends Omit<SignatureChoice, 'scheme'> {
	readonly secret: string;
	/** In milliseconds. */
	readonly now: number;
	readonly webhookId: string;
}

function hmac(key: string | Uint8Array, ...parts: ReadonlyArray<string | Uint8Array>) {
	const digest = createHmac('sha256', key);
	for (const part of parts) digest.update(part);
	return digest;
}

const seconds = (now: number): string => String(Math.floor(now / 1000));

/** The headers that sign a body, by the name of the scheme. A scheme that the node verifies and that is missing here does not compile. */
export const signers: Readonly<Record<SignatureSchemeName, (body: string | Uint8Array, signing: Signing) => Record<string, string>>> = {
	hmacSha256: (body, { secret, header, prefix, encoding }) => ({ [header]: `${prefix}${hmac(secret, body).digest(encoding)}` }),
	timestampedHmac(body, { secret, header, prefix, now }) {
		const time = seconds(now);
		return { [header]: `${prefix}t=${time},v1=${hmac(secret, `${time}.`, body).digest('hex')}` };
	},
	standardWebhooks(body, { secret, now, webhookId }) {
		const time = seconds(now);
		const key = Buffer.from(secret.trim().replace(/^whsec_/, ''), 'base64');
		return {
			'webhook-id': webhookId,
			'webhook-timestamp': time,
			'webhook-signature': `v1,${hmac(key, `${webhookId}.${time}.`, body).digest('base64')}`,
		};
	},
	sharedSecret: (_body, { secret, header, prefix }) => ({ [header]: `${prefix}${secret}` }),
	none: () => ({}),
};

/**
 * The headers that sign a webhook; none where the registration has no secret. What the registration
 * leaves out is taken from `usual`. `now` is real time in milliseconds, since a receiver compares it with
 * its own clock.
 */
export function sign(
	{ secret, signature: own }: Registration,
	usual: SignatureChoice,
	body: string,
	now: number,
	webhookId: string,
): Record<string, string> {
	if (secret === undefined) return {};
	return signers[own?.scheme ?? usual.scheme](body, {
		secret,
		header: own?.header ?? usual.header,
		prefix: own?.prefix ?? usual.prefix,
		encoding: own?.encoding ?? usual.encoding,
		now,
		webhookId,
	});
}
