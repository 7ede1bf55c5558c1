import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { sendingNumberId } from '../../test/support/messages.ts';
import type { Bench } from '../bench.mts';
import { newestVersion } from '../packed.mts';
import { tables } from '../tables.mts';
import { benchPackage } from '../ways.mts';
import type { Instance, WorkflowNode } from './startInstance.mts';

export type ReceiverName = keyof typeof tables.webhooks.rows;

// The keys of the table's rows are all there are.
export const receiverNames = Object.keys(tables.webhooks.rows) as ReceiverName[];

export const triggerName = 'Trigger';

const secret = randomBytes(16).toString('hex');

/** A delivery status; every number is another message. */
export const statusOf = (number: number) => ({
	message_id: `bench-${String(number)}`,
	status: 'delivered',
	to: '+12015550123',
	phone_number_id: sendingNumberId,
	timestamp: 1_790_000_000 + number,
});

/** Publishes a workflow of nothing but its trigger, for each kind of trigger. */
export async function publishReceivers({ packed }: Bench, instance: Instance): Promise<void> {
	// Webhooks only come in: nothing is ever sent to this address.
	const account = { baseUrl: 'http://127.0.0.1:9', apiKey: 'benchmark-key', webhookSecret: secret };
	const credentials = await instance.credential('messagingApi', account);
	const common = { name: triggerName, typeVersion: 1, parameters: {} };
	const triggers: Record<ReceiverName, WorkflowNode> = {
		messaging: {
			...common,
			type: 'n8n-nodes-messaging.messagingTrigger',
			typeVersion: newestVersion(packed, 'MessagingTrigger'),
			credentials,
		},
		minimal: { ...common, type: `${benchPackage}.minimalTrigger` },
		credential: { ...common, type: `${benchPackage}.credentialTrigger`, credentials },
		webhookNode: {
			...common,
			type: 'n8n-nodes-base.webhook',
			typeVersion: 2.1,
			parameters: { httpMethod: 'POST', path: 'bench-webhookNode', options: {} },
		},
	};
	for (const name of receiverNames) await instance.publish(name, [{ ...triggers[name], webhookId: `bench-${name}` }]);
}

/** What is to be posted, signed the way a service would: HMAC-SHA256 over the body, in hex. */
export function webhookFor({ url }: Instance, name: ReceiverName, payload: object) {
	const body = JSON.stringify(payload);
	const signature = createHmac('sha256', secret).update(body).digest('hex');
	const headers = { 'content-type': 'application/json', 'x-webhook-signature': signature };
	return { url: `${url}/webhook/bench-${name}${name === 'webhookNode' ? '' : '/webhook'}`, headers, body };
}

type SignedWebhook = ReturnType<typeof webhookFor>;

/** Posts webhooks, so many at once. @returns seconds until all are answered @throws when one isn't taken */
export async function postAll(webhooks: readonly SignedWebhook[], atOnce: number): Promise<number> {
	const waiting = webhooks.values();
	const begun = performance.now();
	const lane = async () => {
		// The lanes share the iterator: each takes the next one.
		for (const webhook of waiting) await post(webhook);
	};
	await Promise.all(Array.from({ length: atOnce }, lane));
	return (performance.now() - begun) / 1000;
}

/** Posts one over a connection of its own: n8n closes a kept one while a large body is made. */
async function post({ url, headers, body }: SignedWebhook): Promise<void> {
	const sent = request(url, { method: 'POST', headers, agent: false }).end(body);
	const [answer] = (await once(sent, 'response')) as [IncomingMessage];
	const said = await text(answer);
	if (answer.statusCode !== 200) throw new Error(`n8n answered ${String(answer.statusCode)} to a webhook: ${said}`);
}
