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
		const { baseUrl } = await credentialOf(this);
		return await inLanes(this, async (item) => await post(this, baseUrl, bodyOf(item)));
	}
}

/** The same loop without parameters: each item is the body of a message already. */
export class ReadyBodies implements INodeType {
	description = describe('readyBodies', { credentials, properties: [options] });

	async execute(this: IExecuteFunctions) {
		const { baseUrl } = await credentialOf(this);
		const bodies = this.getInputData();
		return await inLanes(this, async (item) => await post(this, baseUrl, bodies[item]?.json ?? {}));
	}
}

/** Node's own `fetch` with connections that are kept: what the machine can do without n8n's helper. */
export class KeptConnections implements INodeType {
	description = describe('keptConnections', { credentials, properties: [options] });

	async execute(this: IExecuteFunctions) {
		const { baseUrl, apiKey } = await credentialOf(this);
		const bodies = this.getInputData();
		const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
		return await inLanes(this, async (item) => {
			const body = JSON.stringify(bodies[item]?.json);
			const answer = await fetch(`${baseUrl}/v1/messaging/send`, { method: 'POST', headers, body });
			return (await answer.json()) as IDataObject;
		});
	}
}

const credentialOf = async (context: IExecuteFunctions) =>
	await context.getCredentials<{ baseUrl: string; apiKey: string }>('messagingApi');

/** Sends one message the way a plain node does: through n8n's helper, which adds the key. */
async function post(context: IExecuteFunctions, baseUrl: string, body: IDataObject): Promise<IDataObject> {
	const answer: unknown = await context.helpers.httpRequestWithAuthentication.call(context, 'messagingApi', {
		method: 'POST',
		url: `${baseUrl}/v1/messaging/send`,
		body,
		json: true,
		// n8n's helper is faster when it need not follow redirects, and the floor is to be no slower than it can be.
		disableFollowRedirect: true,
	});
	return answer as IDataObject;
}

/** Works through all items with as many lanes as the node is set to, each of which takes the next item when it is free. */
async function inLanes(context: IExecuteFunctions, send: (item: number) => Promise<IDataObject>) {
	const items = context.getInputData();
	const waiting = items.keys();
	const output = items.slice();
	const lane = async () => {
		// The lanes share the iterator.
		for (const item of waiting) output[item] = { json: await send(item), pairedItem: { item } };
	};
	await Promise.all(Array.from({ length: Number(context.getNodeParameter('options.concurrency', 0)) }, lane));
	return [output];
}
