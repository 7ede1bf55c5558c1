import { Webhook } from 'standardwebhooks';

import type { SignatureSchemeName } from '../../nodes/Messaging/webhook/signature';
import { secret, sign } from './signedWebhook';

/** How a credential says that webhooks are signed, and how a service then signs one: not by our own code. */
export interface Scheme {
	readonly name: string;
	readonly credential: { readonly signatureScheme: SignatureSchemeName; readonly webhookSecret: string };
	sign(body: string | Uint8Array): Record<string, string>;
	/** Whether the signature covers the body. */
	readonly coversBody: boolean;
}

const key = `whsec_${Buffer.from('the key of standard webhooks').toString('base64')}`;
/** The beginning of this minute, so that the same body mostly has the same signature. */
const seconds = () => Math.floor(Date.now() / 60_000) * 60;

/** Every scheme that a credential can choose. */
export const schemes: readonly Scheme[] = [
	{
		name: 'HMAC SHA-256',
		credential: { signatureScheme: 'hmacSha256', webhookSecret: secret },
		sign: (body) => ({ 'x-webhook-signature': sign(body) }),
		coversBody: true,
	},
	{
		name: 'HMAC SHA-256 with timestamp',
		credential: { signatureScheme: 'timestampedHmac', webhookSecret: secret },
		sign(body) {
			const now = seconds();
			return { 'x-webhook-signature': `t=${now},v1=${sign(Buffer.concat([Buffer.from(`${now}.`), Buffer.from(body)]))}` };
		},
		coversBody: true,
	},
	{
		name: 'Standard Webhooks',
		credential: { signatureScheme: 'standardWebhooks', webhookSecret: key },
		sign(body) {
			const [id, now] = [`msg_${Buffer.from(body).toString('hex').slice(0, 40)}`, seconds()];
			return {
				'webhook-id': id,
				'webhook-timestamp': String(now),
				'webhook-signature': new Webhook(key).sign(id, new Date(now * 1000), Buffer.from(body)),
			};
		},
		coversBody: true,
	},
	{
		name: 'a shared secret',
		credential: { signatureScheme: 'sharedSecret', webhookSecret: secret },
		sign: () => ({ 'x-webhook-signature': secret }),
		coversBody: false,
	},
	{ name: 'no signature', credential: { signatureScheme: 'none', webhookSecret: '' }, sign: () => ({}), coversBody: false },
];
