import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type IGetNodeParameterOptions,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { openParameters } from '../../nodes/Messaging/n8n/parameters.ts';
import { addNodeType, runBehind, startNode } from './engine.ts';

/** What became of reading a parameter for one item, by this package and by n8n, and what this package asked n8n for. */
export interface Reading {
	readonly ours: unknown;
	readonly n8n: unknown;
	readonly asked: readonly string[];
}

const readings: Reading[] = [];

/** Reads its text, its mapper or its option both ways. */
class ParameterProbe implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Parameter Probe',
		name: 'parameterProbe',
		group: ['transform'],
		version: 1,
		description: '',
		defaults: { name: 'Parameter Probe' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		properties: [
			{ displayName: 'Text', name: 'text', type: 'string', default: '' },
			{
				displayName: 'Options',
				name: 'options',
				type: 'collection',
				default: {},
				options: [{ displayName: 'Key', name: 'key', type: 'string', default: '' }],
			},
			{
				displayName: 'Variables',
				name: 'variables',
				type: 'resourceMapper',
				default: { mappingMode: 'defineBelow', value: null },
				typeOptions: { resourceMapper: { mode: 'map', resourceMapperMethod: 'getTemplateVariables' } },
			},
		],
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const asked: string[] = [];
		const read = (name: string, index: number, fallback: unknown, options: IGetNodeParameterOptions): unknown => {
			asked.push(name);
			return this.getNodeParameter(name, index, fallback, options);
		};
		const { evaluateExpression } = this;
		// With the items of whoever asks, as n8n's own.
		const evaluate = function (this: IExecuteFunctions, expression: string, index: number): unknown {
			asked.push(expression);
			return evaluateExpression.call(this, expression, index);
		};
		const asking = { getNodeParameter: { value: read }, evaluateExpression: { value: evaluate } };
		const parametersOf = openParameters(Object.create(this, asking) as IExecuteFunctions);
		const { variables, options } = this.getNode().parameters;
		const isMapper = typeof variables === 'object' && variables !== null && 'value' in variables && variables.value !== null;
		const isOption = typeof options === 'object' && options !== null && 'key' in options;
		const name = isMapper ? 'variables.value' : isOption ? 'options.key' : 'text';
		const items = this.getInputData();
		for (const index of items.keys()) {
			asked.length = 0;
			const parameters = parametersOf(index);
			const ours = outcome(() => {
				if (isOption) return parameters.parts('options', 'key').value;
				return isMapper ? parameters.mapped('variables') : parameters.value('text');
			});
			const n8n = outcome(() => this.getNodeParameter(name, index));
			readings.push({ ours, n8n, asked: [...asked] });
		}
		return [items];
	}
}

addNodeType('parameterProbe', new ParameterProbe());

function outcome(read: () => unknown): unknown {
	try {
		return read();
	} catch (error) {
		return { refused: error instanceof Error ? error.message : error };
	}
}

/** Reads the parameters in n8n's engine, for each item of each run. */
async function readBothWays(parameters: INodeParameters, ...runs: INodeExecutionData[][]): Promise<Reading[]> {
	readings.length = 0;
	await startNode('parameterProbe', { credential: {}, parameters }, ...runs);
	return [...readings];
}

/** Reads a text, for each item of each run. */
export const readText = async (text: string, ...runs: INodeExecutionData[][]): Promise<Reading[]> =>
	await readBothWays({ text }, ...runs);

/** Reads a text for an item that the node of this name has given. */
export async function readTextBehind(behind: string, text: string, item: INodeExecutionData): Promise<Reading[]> {
	readings.length = 0;
	await runBehind({ credential: {}, parameters: { text }, behind }, [{ ...item, pairedItem: { item: 0 } }], 'parameterProbe');
	return [...readings];
}

/** Reads an option, each of its expressions by itself, for each item of each run. */
export const readOptionInParts = async (key: string, ...runs: INodeExecutionData[][]): Promise<Reading[]> =>
	await readBothWays({ options: { key } }, ...runs);

/** Reads a mapper whose columns are filled in so. */
export const readMapper = async (value: INodeParameters, schema: unknown, ...runs: INodeExecutionData[][]): Promise<Reading[]> =>
	await readBothWays({ variables: { mappingMode: 'defineBelow', value, schema } as INodeParameters }, ...runs);
