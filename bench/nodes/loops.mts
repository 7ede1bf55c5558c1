import type { IDataObject, IExecuteFunctions, INodeProperties, INodeType } from 'n8n-workflow';
import { describe } from './description.mts';

const credentials = [{ name: 'messagingApi', required: true }];

const options: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	default: {},
	options: [{ displayName: 'Concurrency', name: 'concurrency', type: 'number', default: 10 }],
};

const locator = (name: string): INodeProperties => ({
	displayName: name,
	name,
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	modes: [{ displayName: 'By ID', name: 'list', type: 'string' }],
});

/**
 * The platform's floor: a plain loop that reads the parameters of a template message for each item
 * and sends it. It checks nothing, reads no list, knows no failed message.
 */
export class BareLoop implements INodeType {
	description = describe('bareLoop', {
		credentials,
		properties: [
			locator('phoneNumberId'),
			{ displayName: 'To', name: 'to', type: 'string', default: '' },
			locator('template'),
			{ displayName: 'Language', name: 'languageCode', type: 'string', default: '' },
			{
				displayName: 'Variables',
				name: 'variables',
				type: 'resourceMapper',
				default: { mappingMode: 'defineBelow', value: null },
				typeOptions: { resourceMapper: { resourceMapperMethod: 'none', mode: 'map' } },
			},
			options,
		],
	});

	async execute(this: IExecuteFunctions) {
		const one = { extractValue: true };
		const bodyOf = (item: number) => {
			const values = this.getNodeParameter('variables.value', item) as IDataObject;
			const variables: Record<string, IDataObject> = {};
			for (const [column, value] of Object.entries(values)) {
				const [section = '', key = ''] = column.split('.');
				(variables[section] ??= {})[key] = value;
			}
			return {
				to: this.getNodeParameter('to', item) as string,
				phone_number_id: this.getNodeParameter('phoneNumberId', item, '', one) as string,
				template_name: this.getNodeParameter('template', item, '', one) as string,
				language_code: this.getNodeParameter('languageCode', item) as string,
				variables,
			};
		};
		return await sendInLanes(this, bodyOf);
	}
}

/** The same loop without parameters: each item is the body of a message already. */
export class ReadyBodies implements INodeType {
	description = describe('readyBodies', { credentials, properties: [options] });

	async execute(this: IExecuteFunctions) {
		const bodies = this.getInputData();
		return await sendInLanes(this, (item) => bodies[item]?.json ?? {});
	}
}

/**
 * Sends a message for each item with as many lanes as the node is set to, each of which takes the next item when it is
 * free: the way a plain node does, through n8n's helper, which adds the key.
 */
async function sendInLanes(context: IExecuteFunctions, bodyOf: (item: number) => IDataObject) {
	const { baseUrl } = await context.getCredentials<{ baseUrl: string }>('messagingApi');
	const items = context.getInputData();
	const waiting = items.keys();
	const output = items.slice();
	const lane = async () => {
		// The lanes share the iterator.
		for (const item of waiting) {
			const json: unknown = await context.helpers.httpRequestWithAuthentication.call(context, 'messagingApi', {
				method: 'POST',
				url: `${baseUrl}/v1/messaging/send`,
				body: bodyOf(item),
				json: true,
				// n8n's helper is faster when it need not follow redirects, and the floor is to be no slower than it can be.
				disableFollowRedirect: true,
			});
			output[item] = { json: json as IDataObject, pairedItem: { item } };
		}
	};
	await Promise.all(Array.from({ length: Number(context.getNodeParameter('options.concurrency', 0)) }, lane));
	return [output];
}
