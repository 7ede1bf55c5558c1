import { Webhook } from 'standardwebhooks';

import { signatureSchemes, type SignatureSchemeName } from '../../nodes/Messaging/webhook/signature';
import { secret, sign } from './signedWebhook';

/** How a credential says that webhooks are signed, and how a service then signs one: not by our own code. */
export interface Scheme {
	readonly name: string;
	readonly credential: { readonly signatureScheme: SignatureSchemeName; readonly webhookSecret: string };
	sign(body: string | Uint8Array): Record<string, string>;
	/** Whether the signature covers the body. */
	readonly coversBody: boolean;
	/** What the credential shows for it. */
	readonly fields: readonly string[];
}

const key = `whsec_${Buffer.from('the key of standard webhooks').toString('base64')}`;
/** The beginning of this minute, so that the same body mostly has the same signature. */
const seconds = () => Math.floor(Date.now() / 60_000) * 60;

/** Every scheme that a credential can choose: one that is missing does not compile. */
const signing: Readonly<Record<SignatureSchemeName, Pick<Scheme, 'name' | 'sign' | 'fields'> & { readonly secret: string }>> = {
	hmacSha256: {
		name: 'HMAC SHA-256',
		secret,
		fields: ['webhookSecret', 'signatureHeader', 'signaturePrefix', 'signatureEncoding'],
		sign: (body) => ({ 'x-webhook-signature': sign(body) }),
	},
	timestampedHmac: {
		name: 'HMAC SHA-256 with timestamp',
		secret,
		fields: ['webhookSecret', 'signatureHeader', 'signaturePrefix', 'signatureTolerance'],
		sign(body) {
			const now = seconds();
			return { 'x-webhook-signature': `t=${now},v1=${sign(Buffer.concat([Buffer.from(`${now}.`), Buffer.from(body)]))}` };
		},
	},
	standardWebhooks: {
		name: 'Standard Webhooks',
		secret: key,
		fields: ['webhookSecret', 'signatureTolerance'],
		sign(body) {
			const [id, now] = [`msg_${Buffer.from(body).toString('hex').slice(0, 40)}`, seconds()];
			return {
				'webhook-id': id,
				'webhook-timestamp': String(now),
				'webhook-signature': new Webhook(key).sign(id, new Date(now * 1000), Buffer.from(body)),
			};
		},
	},
	sharedSecret: {
		name: 'a shared secret',
		secret,
		fields: ['webhookSecret', 'signatureHeader', 'signaturePrefix'],
		sign: () => ({ 'x-webhook-signature': secret }),
	},
	none: { name: 'no signature', secret: '', fields: ['unsignedNotice'], sign: () => ({}) },
};

export const schemes: readonly Scheme[] = (Object.keys(signing) as SignatureSchemeName[]).map((signatureScheme) => {
	const { secret: webhookSecret, ...how } = signing[signatureScheme];
	const coversBody = signatureSchemes[signatureScheme].signs.includes('body');
	return { credential: { signatureScheme, webhookSecret }, coversBody, ...how };
});
