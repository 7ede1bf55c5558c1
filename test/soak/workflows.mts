import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { z } from 'zod';
import { beforeShutdown } from '../../scripts/n8n/shutdown.mts';
import { createWorkflow, publishWorkflow, type WorkflowFile } from '../../scripts/n8n/workflows.mts';
import { orderUpdateParameters, registeringTrigger, workflowNode } from '../e2e/sendingWorkflow.mts';
import type { SoakInstance } from './instance.mts';

/** What a run said of a message. */
export type Outcome = 'accepted' | 'duplicate' | 'unknown' | 'rejected' | 'not_sent';

/** Runs a batch: one message to each recipient. @returns what was said of each, in their order */
export type RunBatch = (recipients: readonly string[]) => Promise<Outcome[]>;

const to = (name: string) => ({ main: [[{ node: name, type: 'main', index: 0 }]] });

async function publish({ session }: SoakInstance, workflow: Pick<WorkflowFile, 'nodes' | 'connections'>): Promise<void> {
	const id = randomBytes(8).toString('hex');
	await createWorkflow(session, { id, name: `Soak ${id}`, ...workflow, settings: { executionOrder: 'v1' } });
	await publishWorkflow(session, id);
}

const item = z.object({
	duplicate: z.boolean().optional(),
	message_id: z.string().nullish(),
	error: z.object({ outcome: z.enum(['unknown', 'rejected', 'not_sent']), to: z.string().optional() }).optional(),
	to: z.string().optional(),
});

/** Publishes a workflow that a webhook starts with recipients, and that answers with what became of them. */
export async function publishSender(instance: SoakInstance, options: Readonly<Record<string, unknown>>): Promise<RunBatch> {
	const webhookId = randomUUID();
	const webhook = { httpMethod: 'POST', path: webhookId, responseMode: 'lastNode', responseData: 'allEntries', options: {} };
	const parameters = orderUpdateParameters('={{ $json.to }}', { messageKey: '={{ $json.to }}-packed', ...options });
	await publish(instance, {
		nodes: [
			{ ...workflowNode('Start', 'n8n-nodes-base.webhook', 2.1, webhook), webhookId },
			workflowNode('Rows', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'body.rows', options: {} }),
			{
				...workflowNode('Message', 'n8n-nodes-messaging.messaging', 1, parameters),
				credentials: { messagingApi: instance.credential },
				onError: 'continueRegularOutput',
			},
		],
		connections: { Start: to('Rows'), Rows: to('Message') },
	});
	return async (recipients) => {
		const answer = await fetch(`${instance.n8nUrl}/webhook/${webhookId}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ rows: recipients.map((recipient) => ({ to: recipient })) }),
		});
		const text = await answer.text();
		if (!answer.ok) throw new Error(`n8n answered a batch with ${String(answer.status)}: ${text.slice(0, 300)}`);
		const items = z.array(item).parse(JSON.parse(text));
		return recipients.map((recipient, place) => {
			const { duplicate, message_id: messageId, error, to: accepted } = items[place] ?? {};
			if (recipient !== (error?.to ?? accepted)) throw new Error(`The item of ${recipient} is another one's: ${JSON.stringify(items[place])}`);
			if (error !== undefined) return error.outcome;
			if (duplicate === true) return 'duplicate';
			if (typeof messageId !== 'string') throw new Error(`The item of ${recipient} has no message`);
			return 'accepted';
		});
	};
}

/** What workflows have handled, as a system that they tell would know. */
export interface Handled {
	/** How often each status was handled, by `<message id> <status>`. */
	readonly times: Map<string, number>;
	/** How many executions handled them. */
	executions: number;
}

const told = z.array(z.object({ message_id: z.string(), status: z.string() }));

/** Publishes a workflow that registers itself for statuses, and tells a receiver of all that one request brought. */
export async function publishReceiver(instance: SoakInstance): Promise<Handled> {
	const handled: Handled = { times: new Map(), executions: 0 };
	const server = createServer((request, response) => {
		void json(request).then((body) => {
			handled.executions += 1;
			for (const { message_id: id, status } of told.parse(body)) {
				handled.times.set(`${id} ${status}`, (handled.times.get(`${id} ${status}`) ?? 0) + 1);
			}
			response.end('{}');
		});
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	beforeShutdown(() => void server.close().closeAllConnections());

	const trigger = 'When a status arrives';
	const request = {
		method: 'POST',
		url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`,
		sendBody: true,
		specifyBody: 'json',
		jsonBody: '={{ JSON.stringify($input.all().map((item) => item.json)) }}',
		options: {},
	};
	await publish(instance, {
		nodes: [
			registeringTrigger(trigger, instance.credential),
			{ ...workflowNode('Tell', 'n8n-nodes-base.httpRequest', 4.2, request), executeOnce: true },
		],
		connections: { [trigger]: to('Tell') },
	});
	return handled;
}
