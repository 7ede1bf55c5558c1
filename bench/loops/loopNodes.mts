import type { IDataObject, IExecuteFunctions, INodeProperties, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { inLanes, post } from './lanes.mts';

/**
 * The platform's floor: a plain loop that reads the parameters of a template message for each item
 * and sends it. It checks nothing, reads no list, knows no failed message.
 */
export class BareLoop implements INodeType {
	description = describe('bareLoop', [
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
	]);

	async execute(this: IExecuteFunctions) {
		const { baseUrl, concurrency } = await readSettings(this);
		const one = { extractValue: true };
		const send = async (item: number) => {
			const values = this.getNodeParameter('variables.value', item) as IDataObject;
			const variables: Record<string, IDataObject> = {};
			for (const [column, value] of Object.entries(values)) {
				const [section = '', key = ''] = column.split('.');
				(variables[section] ??= {})[key] = value;
			}
			return await post(this, baseUrl, {
				to: this.getNodeParameter('to', item) as string,
				phone_number_id: this.getNodeParameter('phoneNumberId', item, '', one) as string,
				template_name: this.getNodeParameter('template', item, '', one) as string,
				language_code: this.getNodeParameter('languageCode', item) as string,
				variables,
			});
		};
		return [await inLanes(this.getInputData().length, concurrency, send)];
	}
}

/** The same loop without parameters: each item is the body of a message already. */
export class ReadyBodies implements INodeType {
	description = describe('readyBodies', []);

	async execute(this: IExecuteFunctions) {
		const { baseUrl, concurrency } = await readSettings(this);
		const bodies = this.getInputData();
		const send = async (item: number) => await post(this, baseUrl, bodies[item]?.json ?? {});
		return [await inLanes(bodies.length, concurrency, send)];
	}
}

/** Node's own `fetch` with connections that are kept: what the machine can do without n8n's helper. */
export class KeptConnections implements INodeType {
	description = describe('keptConnections', []);

	async execute(this: IExecuteFunctions) {
		const { baseUrl, concurrency, apiKey } = await readSettings(this);
		const bodies = this.getInputData();
		const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
		const send = async (item: number) => {
			const body = JSON.stringify(bodies[item]?.json);
			const answer = await fetch(`${baseUrl}/v1/messaging/send`, { method: 'POST', headers, body });
			return (await answer.json()) as IDataObject;
		};
		return [await inLanes(bodies.length, concurrency, send)];
	}
}

async function readSettings(context: IExecuteFunctions) {
	const { baseUrl, apiKey } = await context.getCredentials<{ baseUrl: string; apiKey: string }>('messagingApi');
	return { baseUrl, apiKey, concurrency: Number(context.getNodeParameter('options.concurrency', 0)) };
}

function describe(name: string, properties: INodeProperties[]): INodeTypeDescription {
	const concurrency: INodeProperties = {
		displayName: 'Concurrency',
		name: 'concurrency',
		type: 'number',
		default: 10,
	};
	return {
		displayName: name,
		name,
		group: ['output'],
		version: 1,
		description: 'A loop that the Messaging node is measured beside',
		defaults: { name },
		inputs: ['main'],
		outputs: ['main'],
		credentials: [{ name: 'messagingApi', required: true }],
		properties: [
			...properties,
			{ displayName: 'Options', name: 'options', type: 'collection', default: {}, options: [concurrency] },
		],
	};
}

function locator(name: string): INodeProperties {
	return {
		displayName: name,
		name,
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		modes: [{ displayName: 'By ID', name: 'list', type: 'string' }],
	};
}
