import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { partsReader } from './expressionParts';
import { nodeLogPrefix } from './nodeError';

/*
 * Fields are read without n8n's expression engine (`plainField.ts`). The answers are compared with n8n's in the tests, with
 * the versions of n8n that there were. This compares a few in the n8n that the node runs in.
 */

/** What an engine could read in another way: digits, what looks like a date or an expression, nothing, and numbers. */
const values = ['Ada', '007', '2026-01-02T03:04:05.000Z', '={{ 1 + 1 }}', '', 0.1, -1e21];

/** Beside each value, fields with a blank in the name, and with a name that means something else to JavaScript. */
const samples: INodeExecutionData[] = values.map((name) => ({ json: { name, 'full name': ' Gr\u00f6\u00dfe \u{1f469}\u200d\u{1f467}\n', length: 0.1 } }));

/**
 * A field, for each of the values, and words with fields in all ways to write them. No more, since the first time that n8n
 * reads an expression takes it long.
 */
const compared = [
	{ expression: '{{ $json.name }}', items: [...samples.keys()] },
	{ expression: '{{$json["full name"]}}-{{ $json.length }}\\\\{{ $json[\'name\'] }}\\{{ ', items: [0] },
];

/** Undefined until n8n was asked. */
let isKnownToHold: boolean | undefined;

/**
 * Whether fields may be read without n8n's engine: n8n gives the same for a few expressions. It is asked once in a process,
 * and if it gives anything else, its log says so and every expression is read by n8n.
 */
export function isShortCutRight(context: IExecuteFunctions): boolean {
	if (isKnownToHold === undefined) {
		const another = firstDifference(context);
		isKnownToHold = another === undefined;
		if (another !== undefined) {
			context.logger.warn(
				`${nodeLogPrefix(context)}: this n8n reads ${another} in another way than this package. So n8n reads all fields itself, which takes longer. Look for a newer version of the package`,
			);
		}
	}
	return isKnownToHold;
}

function firstDifference(context: IExecuteFunctions): string | undefined {
	// n8n evaluates with the items that its context holds under this name. Were it called otherwise, n8n would find no
	// field, which is a difference too.
	const withSamples = Object.create(context, { connectionInputData: { value: samples } }) as IExecuteFunctions;
	const differing = compared.find(({ expression, items }) => {
		const ours = partsReader(`=${expression}`, samples, () => undefined, true);
		try {
			return items.some((index) => !Object.is(ours.read(index).value, withSamples.evaluateExpression(expression, index)));
		} catch {
			return true;
		}
	});
	return differing?.expression;
}
