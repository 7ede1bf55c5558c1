import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { runWell, savedWorkflow } from './exampleRuns.mts';
import { removalIn } from './oldRows.mts';
import { play } from './sandboxControl.mts';
import { nodeName, orderUpdateParameters, saveRowsWorkflow, saveWorkflow, triggerName, workflowNode } from './sendingWorkflow.mts';
import type { World } from './world.mts';

const row = z.object({ context: z.string(), value: z.string() });
const failed = z.object({ error: z.object({ outcome: z.string(), message: z.string() }) });

/** How this n8n's own database keeps what was sent: it has to make two rows for each Message Key, and no other. */
export function keyRowTests(world: World): void {
	void test("n8n's database has a row for each Message Key and one for its content: no message leaves twice, none under the key of another, and a refused one has none", async () => {
		const recipients = ['+12015557601', '+12015557602', '+12015557603'];
		const options = { messageKey: '={{ $json.to }}-packed' };
		const id = await saveRowsWorkflow(world, recipients, { onError: 'continueRegularOutput' }, options);
		const node = z.object({ id: z.string() }).parse((await savedWorkflow(world, id)).nodes.find(({ name }) => name === nodeName));
		const rows = async () => z.array(row).parse(await world.query(`SELECT context, value FROM processed_data WHERE workflowId = '${id}' ORDER BY context`));
		const send = async () => (await runWell(world, id, triggerName)).output(nodeName);
		const accepted = () => world.service.countsFor(recipients);

		await play(world, { kind: 'error', status: 400, times: 1, match: { to: recipients[2] } });
		assert.deepEqual((await send()).map(({ success }) => success), [true, true, false]);
		const ofTwo = await rows();
		assert.equal(new Set(ofTwo.map(({ context }) => context)).size, 4);
		for (const { context } of ofTwo) assert.match(context, new RegExp(`^n:${node.id}:[0-9a-f]{32}$`));

		assert.deepEqual((await send()).map(({ duplicate }) => duplicate), [true, true, undefined]);
		assert.deepEqual(await accepted(), [1, 1, 1]);
		const ofThree = await rows();
		assert.deepEqual([ofThree.length, ofThree.filter((one) => ofTwo.some(({ context }) => context === one.context))], [6, ofTwo]);

		const workflow = await savedWorkflow(world, id);
		const nodes = workflow.nodes.map((one) => (one.name === nodeName ? { ...one, parameters: orderUpdateParameters('C-3003', options) } : one));
		await world.session.request('PATCH', `/workflows/${id}`, z.unknown(), { ...workflow, nodes });
		for (const { error } of z.array(failed).length(3).parse(await send())) {
			assert.deepEqual(error, { outcome: 'not_sent', message: "This 'Message Key' was used for another message to this recipient" });
		}
		assert.deepEqual([await accepted(), await rows()], [[1, 1, 1], ofThree]);
	});

	void test('the statement of the documents removes old rows of Message Keys, so that these messages can leave again; newer rows and those of other nodes stay', async () => {
		const recipients = ['+12015557611', '+12015557612'];
		const save = (to: string) => saveRowsWorkflow(world, [to], { onError: 'continueRegularOutput' }, { messageKey: '={{ $json.to }}-packed' });
		const [old = '', newer = ''] = await Promise.all(recipients.map(save));
		const dedupes = { operation: 'removeItemsSeenInPreviousExecutions', dedupeValue: 'seen' };
		const another = await saveWorkflow(world, [workflowNode('Seen before', 'n8n-nodes-base.removeDuplicates', 2, dedupes)]);
		const all = [old, newer, another];
		const counts = async () => await Promise.all(all.map(async (id) => (await world.query(`SELECT 1 FROM processed_data WHERE workflowId = '${id}'`)).length));
		for (const [id, days] of [[old, 91], [newer, 89], [another, 91]] as const) {
			await runWell(world, id, triggerName);
			await world.query(`UPDATE processed_data SET "createdAt" = datetime('now', '-${String(days)} days') WHERE workflowId = '${id}'`);
		}
		assert.deepEqual(await counts(), [2, 2, 1]);
		await world.query(await removalIn('SQLite'));
		assert.deepEqual(await counts(), [0, 2, 1]);
		const duplicates = async (id: string) => (await runWell(world, id, triggerName)).output(nodeName).map(({ duplicate }) => duplicate);
		assert.deepEqual([await duplicates(old), await duplicates(newer)], [[undefined], [true]]);
		assert.deepEqual(await world.service.countsFor(recipients), [2, 1]);
	});
}
