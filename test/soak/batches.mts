import { randomBytes, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { createWorkflow, publishWorkflow } from '../../scripts/n8n/workflows.mts';
import { orderUpdateParameters, workflowNode } from '../e2e/sendingWorkflow.mts';
import type { SoakInstance } from './instance.mts';

/** What a run said of a message. */
export type Outcome = 'accepted' | 'duplicate' | 'unknown' | 'rejected' | 'not_sent';

/** Runs a batch: one message to each recipient. @returns what was said of each, in their order */
export type RunBatch = (recipients: readonly string[]) => Promise<Outcome[]>;

const item = z.object({
	duplicate: z.boolean().optional(),
	message_id: z.string().nullish(),
	error: z.object({ outcome: z.enum(['unknown', 'rejected', 'not_sent']), to: z.string().optional() }).optional(),
	to: z.string().optional(),
});

/** Publishes a workflow that a webhook starts with recipients, and that answers with what became of them. */
export async function publishSender(instance: SoakInstance, options: Readonly<Record<string, unknown>>): Promise<RunBatch> {
	const [id, webhookId] = [randomBytes(8).toString('hex'), randomUUID()];
	const to = (name: string) => ({ main: [[{ node: name, type: 'main', index: 0 }]] });
	const webhook = { httpMethod: 'POST', path: webhookId, responseMode: 'lastNode', responseData: 'allEntries', options: {} };
	await createWorkflow(instance.session, {
		id,
		name: `Sends ${id}`,
		nodes: [
			{ ...workflowNode('Start', 'n8n-nodes-base.webhook', 2.1, webhook), webhookId },
			workflowNode('Rows', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'body.rows', options: {} }),
			{
				...workflowNode('Message', 'n8n-nodes-messaging.messaging', 1, orderUpdateParameters('={{ $json.to }}', {
					messageKey: '={{ $json.to }}-packed',
					...options,
				})),
				credentials: { messagingApi: instance.credential },
				onError: 'continueRegularOutput',
			},
		],
		connections: { Start: to('Rows'), Rows: to('Message') },
		settings: { executionOrder: 'v1' },
	});
	await publishWorkflow(instance.session, id);
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
