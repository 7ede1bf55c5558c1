import { z } from 'zod';
import { publishWorkflow } from '../../scripts/n8n/workflows.mts';
import { countIn, startReceiver } from '../e2e/receiver.mts';
import { into, publishSender, registeringTrigger, saveWorkflow, workflowNode } from '../e2e/sendingWorkflow.mts';
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
export async function publishBatches(instance: SoakInstance, options: Readonly<Record<string, unknown>>): Promise<RunBatch> {
	const keyed = { messageKey: '={{ $json.to }}-packed', ...options };
	const webhook = { responseMode: 'lastNode', responseData: 'allEntries' };
	const { begin } = await publishSender(instance, keyed, { onError: 'continueRegularOutput' }, webhook);
	return async (recipients) => {
		const answer = await begin(recipients);
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
	const url = await startReceiver((_path, body) => {
		handled.executions += 1;
		for (const { message_id: id, status } of told.parse(body)) countIn(handled.times, `${id} ${status}`);
	});
	const trigger = 'When a status arrives';
	const request = {
		method: 'POST',
		url,
		sendBody: true,
		specifyBody: 'json',
		jsonBody: '={{ JSON.stringify($input.all().map((item) => item.json)) }}',
		options: {},
	};
	const tell = { ...workflowNode('Tell', 'n8n-nodes-base.httpRequest', 4.2, request), executeOnce: true };
	const workflowId = await saveWorkflow(instance, [registeringTrigger(trigger, instance.credential), tell], { connections: { [trigger]: into('Tell') } });
	await publishWorkflow(instance.session, workflowId);
	return handled;
}
