import type { INodeParameters } from 'n8n-workflow';

import { nodeHints } from '../../nodes/Messaging/editor/besideParameters';
import { executeContext } from '../support/engine';
import { textParameters } from '../support/messages';

/** Whether the panel says that the model chooses the recipient. */
function isShown(changes: INodeParameters): unknown {
	const hint = nodeHints.find(({ message }) => message.includes('The model chooses the recipient'));
	const context = executeContext({ credential: {}, parameters: textParameters(changes) });
	return context.evaluateExpression(String(hint?.displayCondition).slice(1), 0);
}

const byModel = "={{ $fromAI('to', 'Phone number', 'string') }}";

test.each<[string, boolean, INodeParameters]>([
	['the model gives the recipient', true, { to: byModel }],
	['it gives the list too', true, { to: byModel, options: { allowedRecipients: byModel } }],
	['the workflow gives the list', false, { to: byModel, options: { allowedRecipients: '+1201*' } }],
	['the workflow gives the recipient', false, { to: '={{ $json.to }}' }],
	['the recipient is fixed', false, { to: '+12015550123' }],
])('while a tool is edited, and %s, the panel says so: %s', (_when, expected, changes) => {
	expect(isShown(changes)).toBe(expected);
});
