// With the extension: outside jest a `.node.json` would be found first.
import { Messaging } from '../../nodes/Messaging/Messaging.node.ts';
import { MessagingTrigger } from '../../nodes/Messaging/MessagingTrigger.node.ts';

/*
 * What n8n tells a language model of the nodes. Its linter looks only at hints that stand beside their field.
 */

function hintsIn(value: unknown): string[] {
	const hints: string[] = [];
	JSON.stringify(value, (key, one: unknown) => {
		if (key === 'searchHint' || key === 'propertyHint' || key === 'relationHint') hints.push(String(one));
		return one;
	});
	return hints;
}

const [node, trigger] = [new Messaging().description, new MessagingTrigger().description];

test('no hint has an expression, and none is so long that a model is given less of something else', () => {
	const hints = [...hintsIn(node), ...hintsIn(trigger)];
	expect(hints.length).toBeGreaterThan(8);
	for (const hint of hints) {
		expect(hint).not.toMatch(/\{\{|\bai_/);
		expect(hint.length).toBeLessThan(800);
	}
});

test('the fields and operations that the hints name are those of the node', () => {
	const said = JSON.stringify([node.builderHint, trigger.builderHint]);
	const named = JSON.stringify(node.properties);
	for (const name of ['messageKey', 'allowedRecipients', 'maxMessages']) {
		expect(said).toContain(`options.${name}`);
		expect(named).toContain(`"name":"${name}"`);
	}
	expect(node.builderHint?.relatedNodes?.map(({ nodeType }) => nodeType)).toEqual([`n8n-nodes-messaging.${trigger.name}`]);
	expect(trigger.builderHint?.relatedNodes?.map(({ nodeType }) => nodeType)).toEqual([`n8n-nodes-messaging.${node.name}`]);
});
