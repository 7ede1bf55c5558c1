import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { z } from 'zod';
import { createWorkflow } from '../../scripts/n8n/workflows.mts';
import { runWell } from './exampleRuns.mts';
import { NodePanel } from './nodePanel.mts';
import { tell } from './sandboxControl.mts';
import { triggerName, workflowNode } from './sendingWorkflow.mts';
import type { World } from './world.mts';

/**
 * Nodes as n8n saved them with the package's commit 5b2ed0e, before the template's text stood in the
 * panel: typed in its fields, and taken from its examples. Beside each stands what it sent then.
 */
const savedNodes = z.object({
	item: z.record(z.string()),
	nodes: z.array(
		z.object({ name: z.string(), parameters: z.record(z.unknown()), sends: z.object({ body: z.object({ to: z.string() }).passthrough() }) }),
	),
});

const mapper = z.object({ value: z.record(z.string()).nullable() });

/** Whoever updates the package finds the workflows as they were. */
export function oldWorkflowTests(world: World): void {
	void test('nodes that an earlier version saved send the same, unopened and after they were opened', world.withPage(async (page) => {
		const { item, nodes } = savedNodes.parse(JSON.parse(await readFile(new URL('saved/firstNodes.json', import.meta.url), 'utf8')));
		const workflowId = await saveWorkflow(world, item, nodes);
		const recipients = [...new Set(nodes.map(({ sends }) => sends.body.to))];
		// Free text and media reach those alone who have written.
		for (const to of recipients) await tell(world, 'reply', { from: to, to: '1906000000000001', text: 'Hello' });
		const before = await sentTo(world, recipients);

		await runWell(world, workflowId, triggerName);
		const unopened = (await sentTo(world, recipients)).slice(before.length);
		assert.deepEqual(sorted(unopened), sorted(nodes.map(({ sends }) => sends.body)));

		await page.goto(`${world.n8nUrl}/workflow/${workflowId}`);
		for (const { name, parameters } of nodes) {
			await page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`).dblclick();
			const panel = await NodePanel.opened(page);
			if (parameters.variables !== undefined) {
				const typed = mapper.parse(parameters.variables).value ?? {};
				await page.locator('[data-test-id="resource-mapper-container"]').waitFor();
				await panel.placeholders();
				for (const [id, text] of Object.entries(typed)) assert.equal(await panel.shows(id), text.replace(/^=/, ''), `${name}: ${id}`);
			}
			if (parameters.headerMedia === 'url') assert.equal(await panel.parameter('mediaUrl').inputValue(), parameters.mediaUrl);
			assert.equal(await page.locator('[data-test-id="parameter-issues"]').count(), 0, `${name} has issues`);
			if (name === 'Named') await world.picture(page, 'old-workflow');
			await panel.close();
		}

		await page.locator('[data-test-id="canvas-node"][data-node-name="Named"]').dblclick();
		const opened = await NodePanel.opened(page);
		await opened.execute();
		assert.equal(await opened.failure(), undefined);
		const again = (await sentTo(world, recipients)).slice(before.length + nodes.length);
		assert.deepEqual(again, [nodes[0]?.sends.body]);
	}));
}

type SavedNodes = z.infer<typeof savedNodes>;

/** Saves a workflow in which each node gets the item from the trigger. */
async function saveWorkflow(world: World, item: SavedNodes['item'], nodes: SavedNodes['nodes']): Promise<string> {
	const id = randomUUID();
	await createWorkflow(world.session, {
		id,
		name: `Test ${id}`,
		nodes: [
			workflowNode(triggerName, 'n8n-nodes-base.manualTrigger', 1, {}),
			...nodes.map(({ name, parameters }, index) => ({
				...workflowNode(name, 'n8n-nodes-messaging.messaging', 1, parameters),
				position: [240 + 240 * (index % 5), 200 * Math.floor(index / 5)],
				credentials: { messagingApi: world.credential },
			})),
		],
		connections: { [triggerName]: { main: [nodes.map(({ name }) => ({ node: name, type: 'main', index: 0 }))] } },
		pinData: { [triggerName]: [{ json: item }] },
		settings: { executionOrder: 'v1' },
	});
	return id;
}

/** The bodies that the service has accepted for some recipients, in the order of the ledger. */
async function sentTo(world: World, recipients: readonly string[]) {
	const messages = await world.service.accepted();
	return messages.filter(({ to }) => recipients.includes(to)).map(({ body }) => body);
}

const sorted = (bodies: readonly object[]) => bodies.map((body) => JSON.stringify(body, Object.keys(flat(body)).sort())).sort();

/** All keys of a nested object, so that their order makes no difference. */
const flat = (value: unknown): Record<string, true> =>
	typeof value !== 'object' || value === null
		? {}
		: Object.assign({}, ...Object.entries(value).map(([key, inner]) => ({ [key]: true, ...flat(inner) }))) as Record<string, true>;
