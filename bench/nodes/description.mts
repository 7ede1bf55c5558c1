import type { INodeTypeDescription, WebhookResponseMode } from 'n8n-workflow';

/** A node that the package's are measured beside. */
export const describe = (name: string, more: Partial<INodeTypeDescription>): INodeTypeDescription => ({
	displayName: name,
	name,
	group: ['output'],
	version: 1,
	description: 'Measured beside the nodes of the package',
	defaults: { name },
	inputs: ['main'],
	outputs: ['main'],
	properties: [],
	...more,
});

/** A trigger that n8n answers for at once, or when the workflow has ended. */
export const describeTrigger = (name: string, responseMode: WebhookResponseMode, more: Partial<INodeTypeDescription> = {}) =>
	describe(name, {
		group: ['trigger'],
		inputs: [],
		// The first item is answer enough: all of them would be measured too.
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				path: 'webhook',
				responseMode,
				responseData: responseMode === 'lastNode' ? 'firstEntryJson' : 'noData',
			},
		],
		...more,
	});
