import { ExecuteContext, RoutingNode } from 'n8n-core';
import { createRunExecutionData, type ICredentialDataDecryptedObject, type INodeCredentialTestResult, type INodeType } from 'n8n-workflow';

import { MessagingApi } from '../../credentials/MessagingApi.credentials';
import { at } from '../../nodes/Messaging/text/json';
import { addNodeType, workflowWith } from './engine';

/**
 * Runs the credential's test in n8n's engine, and reads the outcome by the test's rules as n8n does: its program, which
 * does so, is not a library. `test/e2e/credential.e2e.mts` has the program itself.
 */
export async function testConnection(data: ICredentialDataDecryptedObject): Promise<INodeCredentialTestResult> {
	const { test } = new MessagingApi();
	const type: INodeType = {
		description: {
			displayName: 'Temp-Node',
			name: 'temp',
			group: ['input'],
			version: 1,
			description: '',
			defaults: {},
			inputs: [],
			outputs: [],
			credentials: [{ name: 'messagingApi', required: true }],
			properties: [{ displayName: 'Temp', name: 'temp', type: 'string', default: '', routing: { request: test.request } }],
		},
	};
	addNodeType('temp', type);
	const { node, workflow, additionalData } = workflowWith('temp', { credential: data, parameters: {} });
	const input = { main: [[{ json: {} }]] };
	const context = new ExecuteContext(workflow, node, additionalData, 'internal', createRunExecutionData(), 0, [], input, { node, data: input, source: null }, []);
	const failed = (message: unknown): INodeCredentialTestResult => ({ status: 'Error', message: String(message) });
	try {
		const output = await new RoutingNode(context, type, { id: 'credential-1', name: 'Messaging API', type: 'messagingApi', data }).runNode();
		const body: unknown = output?.[0]?.[0]?.json;
		const broken = test.rules?.find(({ type: kind, properties }) => String(kind) === 'responseSuccessBody' && at(Object(body), String(at(properties, 'key'))) === at(properties, 'value'));
		return broken === undefined ? { status: 'OK', message: 'Connection successful!' } : failed(broken.properties.message);
	} catch (error) {
		const status = at(error, 'cause', 'response', 'status');
		if (status === undefined) return failed(at(error, 'cause', 'code') ?? at(error, 'message'));
		const rule = test.rules?.find(({ properties }) => at(properties, 'value') === status);
		return failed(rule?.properties.message ?? at(error, 'cause', 'response', 'statusText'));
	}
}
