import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { listExecutions, outputOf, publishWorkflow, unpublishWorkflow } from '../../scripts/n8n/workflows.mts';
import { postings } from '../support/contentTypes.mts';
import { schemes as signers, type Scheme } from '../support/schemes.ts';
import { NodePanel } from './nodePanel.mts';
import { withStatusesByHand } from './sandboxControl.mts';
import {
	registerByHand,
	saveCredential,
	saveTriggerWorkflow,
	sendAndReport,
	settings,
	triggerName,
	unregister,
	type TriggerWorkflow,
} from './triggerWorkflow.mts';
import { until } from './until.mts';
import type { World } from './world.mts';

/** One header or several, or none: the others differ in what this package makes of them alone, which the engine shows. */
const schemes = ['hmacSha256', 'standardWebhooks', 'none'];

/** The trigger in a published workflow and in the editor, with webhooks that the sandbox signs. */
export function triggerTests(world: World): void {
	for (const scheme of schemes) {
		void test(`a status starts the workflow once when webhooks are signed by ${scheme}`, () => withStatusesByHand(world, async () => {
			const secret = `whsec_${randomBytes(24).toString('base64')}`;
			const credential = await saveCredential(world, { signatureScheme: scheme, webhookSecret: secret });
			const workflow = await saveTriggerWorkflow(world, {}, credential);
			await publishWorkflow(world.session, workflow.id);
			const id = await registerByHand(world, {
				url: workflow.productionUrl,
				events: ['delivered', 'read'],
				...(scheme !== 'none' && { secret, signature: { scheme } }),
			});
			// Every webhook comes twice: the second one must start nothing.
			await settings(world, { webhook_repeat_rate: 1 });
			try {
				const messageId = await sendAndReport(world, '+12015550171', ['sent', 'delivered', 'read']);
				const items = await statusesOf(world, workflow.id, 2);
				assert.deepEqual(items.map(({ status }) => status).sort(), ['delivered', 'read']);
				assert.ok(items.every(({ message_id }) => message_id === messageId));
				await until('all webhooks to be taken', () => allTaken(world, id, 4));
				assert.equal((await listExecutions(world.session, workflow.id)).length, 2);
			} finally {
				await settings(world, { webhook_repeat_rate: 0 });
				await unregister(world, id);
				await unpublishWorkflow(world.session, workflow.id);
			}
		}));
	}

	for (const scheme of signers.filter(({ name }) => ['HMAC SHA-256', 'a shared secret'].includes(name))) {
		void test(`the trigger takes what is signed by ${scheme.name} under any content type that n8n lets through`, async () => {
			await withPublished(world, scheme, async ({ id, productionUrl }) => {
				const taken: string[] = [];
				// One after the other: of XML bodies that come at once n8n's parser finishes only the last.
				for (const posting of postings) {
					const { name, headers, answers } = posting;
					const body = JSON.stringify({ message_id: name, status: 'read' });
					const sent = posting.encode?.(body) ?? Buffer.from(body);
					const expected = answers[scheme.coversBody ? 0 : 1];
					if (scheme.name === 'HMAC SHA-256') {
						assert.equal(await post(productionUrl, headers, sent), expected === 422 ? 422 : 401, `${name}, unsigned`);
					}
					const signed = { ...headers, ...scheme.sign(posting.signed?.(body) ?? body) };
					assert.equal(await post(productionUrl, signed, sent), expected, name);
					if (expected === 200) taken.push(name);
				}
				const items = await statusesOf(world, id, taken.length);
				assert.deepEqual(items.map(({ message_id }) => message_id).sort(), taken.sort());
			});
		});
	}

	void test("a body beyond n8n's limit of size is refused, zipped or not, and leaves no failed execution", async () => {
		const scheme = signers.find(({ name }) => name === 'no signature');
		assert.ok(scheme);
		await withPublished(world, scheme, async ({ id, productionUrl }) => {
			const large = Buffer.alloc(17 * 1024 * 1024, ' ');
			const octets = { 'content-type': 'application/octet-stream' };
			assert.equal(await post(productionUrl, octets, large), 413);
			assert.equal(await post(productionUrl, { ...octets, 'content-encoding': 'gzip' }, gzipSync(large)), 413);
			assert.equal(await post(productionUrl, { ...octets, 'content-encoding': 'gzip' }, Buffer.from('{}')), 400);
			assert.deepEqual(await listExecutions(world.session, id), []);
		});
	});

	void test("a status shows up in the editor while it listens for a test event, on its status's output", world.withPage((page) => withStatusesByHand(world, async () => {
		const secret = randomBytes(16).toString('hex');
		const credential = await saveCredential(world, { webhookSecret: secret });
		const parameters = { registration: 'automatic', options: { separateOutputs: true, includePayload: true } };
		const workflow = await saveTriggerWorkflow(world, parameters, credential);
		const panel = await NodePanel.open(page, world.n8nUrl, workflow.id, triggerName);
		await world.picture(page, 'trigger-automatic');
		await panel.listen();
		await page.getByText('Listening for test event').waitFor();
		await world.picture(page, 'trigger-listening');
		const messageId = await sendAndReport(world, '+12015550172', ['sent']);
		await until('the test event', async () => ((await panel.output()).includes(messageId) ? true : undefined));
		await world.picture(page, 'trigger-test-event');
	})));

	void test('the canvas shows one output, or one for each status', world.withPage(async (page) => {
		for (const [options, expected] of [
			[{}, ['']],
			[{ separateOutputs: true }, ['Sent', 'Delivered', 'Read', 'Failed']],
		] as const) {
			const workflow = await saveTriggerWorkflow(world, { options });
			await page.goto(`${world.n8nUrl}/workflow/${workflow.id}`);
			await page.locator('[data-test-id=canvas-node-output-handle]').first().waitFor();
			assert.deepEqual(await outputNames(page), expected);
		}
		await world.picture(page, 'trigger-outputs');
	}));
}

/** Has a published workflow of a trigger alone meanwhile. */
async function withPublished(world: World, { credential }: Scheme, run: (workflow: TriggerWorkflow) => Promise<void>) {
	const workflow = await saveTriggerWorkflow(world, {}, await saveCredential(world, credential));
	await publishWorkflow(world.session, workflow.id);
	try {
		await run(workflow);
	} finally {
		await unpublishWorkflow(world.session, workflow.id);
	}
}

/** Posts bytes with these headers and no others: of bytes, `fetch` names no content type. */
const post = async (url: string, headers: Record<string, string>, body: Uint8Array): Promise<number> =>
	(await fetch(url, { method: 'POST', headers, body: new Uint8Array(body), signal: AbortSignal.timeout(30_000) })).status;

/** The names of the outputs that the canvas shows, from top to bottom. */
const outputNames = (page: Page) => page.locator('[data-test-id=canvas-node-output-handle]').allInnerTexts();

/** The items of the executions of a workflow, once there are so many that are done. */
async function statusesOf(world: World, workflowId: string, count: number) {
	const executions = await until(`${String(count)} executions`, async () => {
		const all = (await listExecutions(world.session, workflowId)).filter(({ status }) => status === 'success');
		return all.length >= count ? all : undefined;
	});
	assert.equal(executions.length, count);
	return (await Promise.all(executions.map(({ id }) => outputOf(world.session, id, triggerName)))).flat();
}

/** Whether so many webhooks went to a registration and were answered 2xx. */
async function allTaken(world: World, registrationId: string, count: number): Promise<true | undefined> {
	const taken = (await world.service.deliveriesTo(registrationId)).filter(({ state }) => state === 'delivered');
	return taken.length === count ? true : undefined;
}
