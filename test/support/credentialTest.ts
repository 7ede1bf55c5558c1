import { ExecuteContext, RoutingNode } from 'n8n-core';
import {
	createEmptyRunExecutionData,
	Workflow,
	type ICredentialDataDecryptedObject,
	type INode,
	type INodeType,
} from 'n8n-workflow';

import { MessagingApi } from '../../credentials/MessagingApi.credentials';
import { workflowWith } from './engine';

/** What n8n's credential dialog says of a credential's connection test. */
export interface ConnectionTest {
	readonly status: 'OK' | 'Error';
	readonly message: string;
}

/**
 * Runs the credential's connection test in n8n's own routing node, and reads what comes of it as n8n
 * does: the rules first, then the words of the status, the code of the connection, the message.
 */
export async function testConnection(credential: ICredentialDataDecryptedObject): Promise<ConnectionTest> {
	const { test } = new MessagingApi();
	const type: INodeType = {
		description: {
			displayName: 'Temp',
			name: 'temp',
			group: [],
			version: 1,
			description: '',
			defaults: {},
			inputs: ['main'],
			outputs: ['main'],
			credentials: [{ name: 'messagingApi', required: true }],
			properties: [{ displayName: 'Temp', name: 'temp', type: 'string', default: '', routing: { request: test.request } }],
		},
	};
	const node: INode = {
		id: 'temp',
		name: 'Temp-Node',
		type: 'temp',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
		credentials: { messagingApi: { id: 'credential-1', name: 'Messaging API' } },
	};
	const nodeTypes = { getByName: () => type, getByNameAndVersion: () => type, getKnownTypes: () => ({}) };
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const { additionalData } = workflowWith('messaging', { credential, parameters: {} });
	const input = { main: [[{ json: {} }]] };
	const executed = { node, data: {}, source: null };
	const context = new ExecuteContext(workflow, node, additionalData, 'internal', createEmptyRunExecutionData(), 0, [], input, executed, []);
	try {
		await new RoutingNode(context, type, { id: 'credential-1', name: 'Messaging API', type: 'messagingApi', data: credential }).runNode();
		return { status: 'OK', message: 'Connection successful!' };
	} catch (error) {
		return { status: 'Error', message: explain(error, test.rules ?? []) };
	}
}

interface Thrown {
	readonly message: string;
	readonly cause?: { readonly code?: string; readonly response?: { readonly status: number; readonly statusText: string } };
}

function explain(error: unknown, rules: NonNullable<MessagingApi['test']['rules']>): string {
	const { message, cause } = error as Thrown;
	if (cause?.response === undefined) return cause?.code ?? message;
	const { status, statusText } = cause.response;
	const rule = rules.find((one) => one.type === 'responseCode' && one.properties.value === status);
	return rule?.properties.message ?? statusText;
}
