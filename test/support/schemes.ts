import { Webhook } from 'standardwebhooks';

import { secret, sign } from './signed';

/** How a credential says that webhooks are signed, and how a service then signs one: not by our own code. */
export interface Scheme {
	readonly name: string;
	readonly credential: { readonly signatureScheme: string; readonly webhookSecret: string };
	sign(body: string | Uint8Array): Record<string, string>;
	/** Whether the signature covers the body. */
	readonly coversBody: boolean;
}

const key = `whsec_${Buffer.from('the key of standard webhooks').toString('base64')}`;
const seconds = () => Math.floor(Date.now() / 1000);

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
			const [id, now] = [`msg_${Buffer.from(body).toString('hex').slice(0, 40)}`, new Date(seconds() * 1000)];
			return {
				'webhook-id': id,
				'webhook-timestamp': String(now.getTime() / 1000),
				'webhook-signature': new Webhook(key).sign(id, now, Buffer.from(body)),
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
