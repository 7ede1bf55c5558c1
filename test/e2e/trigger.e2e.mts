import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { listExecutions, outputOf } from '../../scripts/n8n/workflows.mts';
import { postings } from '../support/contentTypes.mts';
import { schemes, type Scheme } from '../support/schemes.ts';
import { whilePublished } from './exampleRuns.mts';
import { tell, webhooksTo, withStatusesByHand } from './sandboxControl.mts';
import { registerByHand, saveCredential, saveTriggerWorkflow, sendAndReport, triggerName, type TriggerWorkflow } from './triggerWorkflow.mts';
import { settled, until } from './until.mts';
import type { World } from './world.mts';

/** The trigger in a published workflow and in the editor, with webhooks that the sandbox signs. */
export function triggerTests(world: World): void {
	void test('a status starts the workflow once when webhooks are signed by Standard Webhooks, in three headers', () => withStatusesByHand(world, async () => {
		const secret = `whsec_${randomBytes(24).toString('base64')}`;
		await withPublished(world, { signatureScheme: 'standardWebhooks', webhookSecret: secret }, async ({ id, productionUrl }) => {
			const unregister = await registerByHand(world, { url: productionUrl, events: ['delivered', 'read'], secret, signature: { scheme: 'standardWebhooks' } });
			// Every webhook comes twice: the second one must start nothing.
			await tell(world, 'settings', { webhook_repeat_rate: 1 });
			try {
				const messageId = await sendAndReport(world, '+12015550171', ['sent', 'delivered', 'read']);
				const items = await statusesOf(world, id, 2);
				assert.deepEqual(items.map(({ status }) => status).sort(), ['delivered', 'read']);
				assert.ok(items.every(({ message_id }) => message_id === messageId));
				await until('all webhooks to be taken', async () =>
					(await webhooksTo(world, productionUrl)).filter(({ state }) => state === 'delivered').length === 4 || undefined);
				assert.equal((await listExecutions(world.session, id)).length, 2);
			} finally {
				await tell(world, 'settings', { webhook_repeat_rate: 0 });
				await unregister();
			}
		});
	}));

	// What a scheme makes of it whose signature covers no body: `test/engine/triggerContentTypes.test.ts`.
	void test('the trigger takes what is rightly signed under any content type that n8n lets through', async () => {
		const scheme = schemes.find(({ name }) => name === 'HMAC SHA-256');
		assert.ok(scheme);
		await withPublished(world, scheme.credential, async ({ id, productionUrl }) => {
			const taken: string[] = [];
			// One after the other: of XML bodies that come at once n8n's parser finishes only the last.
			for (const { name, headers, answers: [expected], ...posting } of postings) {
				const body = JSON.stringify({ message_id: name, status: 'read' });
				const sent = posting.encode?.(body) ?? Buffer.from(body);
				assert.equal(await post(productionUrl, headers, sent), expected === 422 ? 422 : 401, `${name}, unsigned`);
				assert.equal(await post(productionUrl, { ...headers, ...scheme.sign(posting.signed?.(body) ?? body) }, sent), expected, name);
				if (expected === 200) taken.push(name);
			}
			const items = await statusesOf(world, id, taken.length);
			assert.deepEqual(items.map(({ message_id }) => message_id).sort(), taken.sort());
		});
	});

	void test("a body beyond n8n's limit of size is refused, zipped or not, and leaves no failed execution", async () => {
		await withPublished(world, { signatureScheme: 'none', webhookSecret: '' }, async ({ id, productionUrl }) => {
			const large = Buffer.alloc(17 * 1024 * 1024, ' ');
			const octets = { 'content-type': 'application/octet-stream' };
			assert.equal(await post(productionUrl, octets, large), 413);
			assert.equal(await post(productionUrl, { ...octets, 'content-encoding': 'gzip' }, gzipSync(large)), 413);
			assert.equal(await post(productionUrl, { ...octets, 'content-encoding': 'gzip' }, Buffer.from('{}')), 400);
			assert.deepEqual(await listExecutions(world.session, id), []);
		});
	});

	void test('the canvas shows one output, or one for each status', world.withPage(async (page) => {
		for (const [options, expected] of [
			[{}, ['']],
			[{ separateOutputs: true }, ['Sent', 'Delivered', 'Read', 'Failed']],
		] as const) {
			const workflow = await saveTriggerWorkflow(world, { options });
			await page.goto(`${world.n8nUrl}/workflow/${workflow.id}`);
			await settled(() => page.locator('[data-test-id=canvas-node-output-handle]').allInnerTexts(), (names) => assert.deepEqual(names, expected));
		}
		await world.picture(page, 'trigger-outputs');
	}));
}

/** Has a published workflow of a trigger alone meanwhile. */
async function withPublished(world: World, credential: Scheme['credential'], run: (workflow: TriggerWorkflow) => Promise<void>) {
	const workflow = await saveTriggerWorkflow(world, { registration: 'manual' }, await saveCredential(world, credential));
	await whilePublished(world, workflow.id, () => run(workflow));
}

/** Posts bytes with these headers and no others: of bytes, `fetch` names no content type. */
const post = async (url: string, headers: Record<string, string>, body: Uint8Array): Promise<number> =>
	(await fetch(url, { method: 'POST', headers, body: new Uint8Array(body), signal: AbortSignal.timeout(30_000) })).status;

/** The items of the executions of a workflow, once there are so many that are done. */
async function statusesOf(world: World, workflowId: string, count: number) {
	const executions = await until(`${String(count)} executions`, async () => {
		const all = (await listExecutions(world.session, workflowId)).filter(({ status }) => status === 'success');
		return all.length >= count ? all : undefined;
	});
	assert.equal(executions.length, count);
	return (await Promise.all(executions.map(({ id }) => outputOf(world.session, id, triggerName)))).flat();
}
