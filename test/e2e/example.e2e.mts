import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { createWorkflow, withCredential } from '../../scripts/n8n/workflows.mts';
import { readExamples } from '../../scripts/start/examples.mts';
import { NodePanel } from './nodePanel.mts';
import type { World } from './world.mts';

/** The example that `npm start` opens, as a newcomer meets it. */
export function exampleTests(world: World): void {
	void test('the example runs as it is, and its fields are those that the node asks the service for', world.withPage(async (page) => {
		const { sendTemplate } = await readExamples();
		await createWorkflow(world.session, withCredential(sendTemplate, 'messagingApi', world.credential));
		const node = sendTemplate.nodes.find(({ type }) => type === 'n8n-nodes-messaging.messaging');
		assert.ok(node);

		const fields = NodePanel.nextPlaceholders(page, 'order_update');
		const panel = await NodePanel.open(page, world.n8nUrl, sendTemplate.id, node.name);
		// Where they differ, n8n warns beside the fields that they are out of date.
		const { schema } = z.object({ schema: z.unknown() }).parse(node.parameters.variables);
		assert.deepEqual(await fields, schema);
		await world.picture(page, 'example');

		await panel.execute();
		assert.equal(await panel.failure(), undefined);
		assert.equal((await world.service.acceptedFor('+12015550123')).length, 1);
	}));
}
