import { z } from 'zod';
import type { WorkflowFile } from '../n8n/workflows.mts';
import { readExamples } from '../start/examples.mts';
import type { Instance } from './instance.mts';

export interface Customer {
	name: string;
	phone: string;
	order: string;
	status: string;
}

export const reachable: Customer[] = [
	{ name: 'Ada', phone: '+1 201 555 0123', order: 'A-1001', status: 'on its way' },
	{ name: 'Grace', phone: '+1 201 555 0141', order: 'A-1002', status: 'ready to collect' },
];

/** The second has no country code, and the third is the sending number itself, which the service refuses. */
export const someUndeliverable: Customer[] = [
	...reachable.slice(0, 1),
	{ name: 'Linus', phone: '555 0142', order: 'A-1003', status: 'packed' },
	{ name: 'Radia', phone: '+1 312 555 0100', order: 'A-1004', status: 'packed' },
	...reachable.slice(1),
];

export const sendNodeName = 'Send the order updates';

/** A table of customers and a node that sends each their update, and goes on if one is rejected. `options` are the node's. */
export async function orderUpdates(
	id: string,
	customers: Customer[],
	{ credential }: Instance,
	options: Record<string, unknown> = {},
): Promise<WorkflowFile> {
	const { sendTemplate } = await readExamples();
	const example = sendTemplate.nodes.find(({ type }) => type === 'n8n-nodes-messaging.messaging');
	if (!example) throw new Error('The example has no Messaging node.');
	const mapper = z.object({ value: z.object({ message: z.string() }) }).passthrough().parse(example.parameters.variables);
	const [trigger, table] = ['When clicking ‘Execute workflow’', 'Customers'];
	const node = (name: string, type: string, x: number, parameters: Record<string, unknown> = {}) => ({
		id: `${id}-${String(x)}`,
		name,
		type,
		typeVersion: 1,
		position: [x, 0],
		parameters,
	});
	return {
		id,
		name: 'Order updates',
		nodes: [
			node(trigger, 'n8n-nodes-base.manualTrigger', 0),
			node(table, 'n8n-nodes-base.noOp', 220),
			{
				...node(sendNodeName, example.type, 440, {
					...example.parameters,
					to: '={{ $json.phone }}',
					variables: {
						...mapper,
						value: {
							// The template's text, as n8n has filled it in.
							message: mapper.value.message,
							'header.order_id': '={{ $json.order }}',
							'body.first_name': '={{ $json.name }}',
							'body.status': '={{ $json.status }}',
						},
					},
					options,
				}),
				onError: 'continueRegularOutput',
				credentials: { messagingApi: credential },
			},
		],
		connections: {
			[trigger]: { main: [[{ node: table, type: 'main', index: 0 }]] },
			[table]: { main: [[{ node: sendNodeName, type: 'main', index: 0 }]] },
		},
		settings: { executionOrder: 'v1' },
		pinData: { [table]: customers.map((json) => ({ json })) },
	};
}
