import { createHmac } from 'node:crypto';
import type { Receiver } from './receivers.mts';

export interface SignedWebhook {
	readonly body: string;
	readonly signature: string;
}

/** Signs what a service reports the way it would: HMAC-SHA256 over the body, in hex. */
export function signed(payload: unknown, secret: string): SignedWebhook {
	const body = JSON.stringify(payload);
	return { body, signature: createHmac('sha256', secret).update(body).digest('hex') };
}

/** A delivery status; every number is another message. */
export const statusOf = (number: number) => ({
	message_id: `bench-${String(number)}`,
	status: 'delivered',
	to: '+12015550123',
	phone_number_id: '200000000000002',
	timestamp: 1_790_000_000 + number,
});

/** Posts one webhook. @returns milliseconds until its answer @throws when it isn't taken */
export async function post({ url }: Receiver, { body, signature }: SignedWebhook): Promise<number> {
	const begun = performance.now();
	const headers = { 'content-type': 'application/json', 'x-webhook-signature': signature };
	const answer = await fetch(url, { method: 'POST', headers, body });
	await answer.arrayBuffer();
	if (answer.status !== 200) throw new Error(`n8n answered ${String(answer.status)} to a webhook`);
	return performance.now() - begun;
}

/** Posts webhooks, so many at once. @returns how many were answered in a second */
export async function postAll(receiver: Receiver, webhooks: readonly SignedWebhook[], atOnce: number): Promise<number> {
	const waiting = webhooks.values();
	const begun = performance.now();
	const lane = async () => {
		// The lanes share the iterator: each takes the next one.
		for (const webhook of waiting) await post(receiver, webhook);
	};
	await Promise.all(Array.from({ length: atOnce }, lane));
	return webhooks.length / ((performance.now() - begun) / 1000);
}
