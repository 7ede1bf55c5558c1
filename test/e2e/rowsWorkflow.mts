import { randomUUID } from 'node:crypto';
import { createWorkflow } from '../../scripts/n8n/workflows.mts';
import { nodeName, orderUpdateParameters, triggerName, workflowNode } from './sendingWorkflow.mts';
import type { World } from './world.mts';

const loopName = 'Loop';

/**
 * Saves a workflow that sends a text template to each of several rows.
 * @param settings of the Messaging node, such as `retryOnFail`
 * @param options of the Messaging node
 * @param batchSize rows that each round of a loop sends; all at once unless given
 * @returns the workflow's id
 */
export async function saveRowsWorkflow(
	world: World,
	rows: readonly string[],
	settings: Readonly<Record<string, unknown>>,
	options: Readonly<Record<string, unknown>> = {},
	batchSize?: number,
): Promise<string> {
	const id = randomUUID();
	const send = {
		...workflowNode(nodeName, 'n8n-nodes-messaging.messaging', 1, orderUpdateParameters('B-2002', options), 440),
		credentials: { messagingApi: world.credential },
		...settings,
	};
	const loop = workflowNode(loopName, 'n8n-nodes-base.splitInBatches', 3, { batchSize, options: {} }, 220);
	const to = (name: string) => [{ node: name, type: 'main', index: 0 }];
	await createWorkflow(world.session, {
		id,
		name: `Test ${id}`,
		nodes: [
			workflowNode(triggerName, 'n8n-nodes-base.manualTrigger', 1, {}),
			...(batchSize === undefined ? [send] : [loop, send]),
		],
		connections:
			batchSize === undefined
				? { [triggerName]: { main: [to(nodeName)] } }
				: {
						[triggerName]: { main: [to(loopName)] },
						[loopName]: { main: [[], to(nodeName)] },
						[nodeName]: { main: [to(loopName)] },
					},
		pinData: { [triggerName]: rows.map((number) => ({ json: { to: number } })) },
		settings: { executionOrder: 'v1' },
	});
	return id;
}
