import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { partsReader } from './expressionParts';
import { nodeLogPrefix } from './nodeError';

/*
 * Fields are read without n8n's expression engine (`plainField.ts`). The answers are compared with n8n's in the tests, with
 * the versions of n8n that there were. This compares a few in the n8n that the node runs in.
 */

/** What an engine could read in another way: blanks, digits, what looks like an expression or a date, names with a meaning. */
const samples: INodeExecutionData = {
	json: {
		name: 'Ada',
		'full name': ' Gr\u00f6\u00dfe \u{1f469}\u200d\u{1f467}\n',
		code: '007',
		at: '2026-01-02T03:04:05.000Z',
		formula: '={{ 1 + 1 }}',
		empty: '',
		length: 0.1,
		json: -1e21,
	},
};

/** Fields as the editor writes them, and words with fields. */
const expressions = [
	'{{ $json.name }}',
	'{{$json["full name"]}}',
	"{{ $json['code'] }}",
	'{{ $json.at }}',
	'{{ $json.formula }}',
	'{{ $json.empty }}',
	'{{ $json.length }}',
	'{{ $json.json }}',
	'{{ $json.code }}-{{ $json["full name"] }}\\\\{{ $json.length }}\\{{ $json.empty }}',
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
	const withSamples = Object.create(context, { connectionInputData: { value: [samples] } }) as IExecuteFunctions;
	return expressions.find((expression) => {
		const ours = partsReader(`=${expression}`, [samples], () => undefined, true).read(0).value;
		try {
			return !Object.is(ours, withSamples.evaluateExpression(expression, 0));
		} catch {
			return true;
		}
	});
}
