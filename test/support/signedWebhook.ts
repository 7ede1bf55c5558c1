import { createHmac } from 'node:crypto';

import { deliveryStatuses } from '../../nodes/Messaging/webhook/statusEvent';
import { sendingNumberId } from './messages';
import type { TriggerServer } from './webhook';

export const secret = 'the-signing-secret';

/** A credential whose webhooks are signed as by default. */
export const account = { baseUrl: 'https://api.example.com', apiKey: 'key-123', webhookSecret: secret };

export const allEvents: string[] = [...deliveryStatuses];

export const delivered = {
	message_id: 'm1',
	status: 'delivered',
	to: '+447400123456',
	phone_number_id: sendingNumberId,
	timestamp: '2026-11-20T10:00:00Z',
};

/** As a service signs by default; `test/contract/signature.test.ts` has OpenSSL sign. */
export const sign = (body: string | Uint8Array, by = secret) => createHmac('sha256', by).update(body).digest('hex');

/** Posts a body as a service does, signed over its bytes unless other headers are given. */
export async function post(
	{ url }: Pick<TriggerServer, 'url'>,
	given: unknown,
	headers?: Record<string, string>,
): Promise<{ status: number; text: string }> {
	const body = typeof given === 'string' ? given : JSON.stringify(given);
	const response = await fetch(url, {
		method: 'POST',
		headers: { 'content-type': 'application/json', ...(headers ?? { 'x-webhook-signature': sign(body) }) },
		body,
	});
	return { status: response.status, text: await response.text() };
}

/** The JSON of the items that each workflow started with, per output. */
export const itemsOf = ({ started }: Pick<TriggerServer, 'started'>) =>
	started.map((outputs) => outputs.map((one) => one.map(({ json }) => json)));
