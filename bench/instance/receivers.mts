import { createHmac, randomBytes } from 'node:crypto';
import type { Bench } from '../bench.mts';
import { newestVersion } from '../packed.mts';
import { tables } from '../tables.mts';
import { benchPackage } from '../ways.mts';
import type { Instance } from './startInstance.mts';

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
	phone_number_id: '200000000000002',
	timestamp: 1_790_000_000 + number,
});

/** Publishes a workflow of nothing but its trigger, for each kind of trigger. */
export async function publishReceivers({ packed }: Bench, { publish, credential }: Instance): Promise<void> {
	// Webhooks only come in: nothing is ever sent to this address.
	const account = { baseUrl: 'http://127.0.0.1:9', apiKey: 'benchmark-key', webhookSecret: secret };
	const credentials = await credential('messagingApi', account);
	const common = { name: triggerName, typeVersion: 1, parameters: {} };
	const triggers: Record<ReceiverName, Parameters<typeof publish>[1][number]> = {
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
	for (const name of receiverNames) await publish(name, [{ ...triggers[name], webhookId: `bench-${name}` }]);
}

/** What is to be posted, signed the way a service would: HMAC-SHA256 over the body, in hex. */
export function webhookFor({ url }: Instance, name: ReceiverName, payload: object) {
	const body = JSON.stringify(payload);
	const signature = createHmac('sha256', secret).update(body).digest('hex');
	const headers = { 'content-type': 'application/json', 'x-webhook-signature': signature };
	return { url: `${url}/webhook/bench-${name}${name === 'webhookNode' ? '' : '/webhook'}`, headers, body };
}

/** Posts webhooks, so many at once. @returns seconds until all are answered @throws when one isn't taken */
export async function postAll(webhooks: ReadonlyArray<ReturnType<typeof webhookFor>>, atOnce: number): Promise<number> {
	const waiting = webhooks.values();
	const begun = performance.now();
	const lane = async () => {
		// The lanes share the iterator: each takes the next one.
		for (const { url, headers, body } of waiting) {
			const answer = await fetch(url, { method: 'POST', headers, body });
			await answer.arrayBuffer();
			if (answer.status !== 200) throw new Error(`n8n answered ${String(answer.status)} to a webhook`);
		}
	};
	await Promise.all(Array.from({ length: atOnce }, lane));
	return (performance.now() - begun) / 1000;
}
