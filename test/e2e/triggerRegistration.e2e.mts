import assert from 'node:assert/strict';
import { test } from 'node:test';
import { publishWorkflow, unpublishWorkflow } from '../../scripts/n8n/workflows.mts';
import { NodePanel } from './nodePanel.mts';
import {
	registrationsOf,
	saveCredential,
	saveTriggerWorkflow,
	sendAndReport,
	triggerName,
	unregister,
} from './triggerWorkflow.mts';
import { until } from './until.mts';
import type { World } from './world.mts';

const automatic = { registration: 'automatic' };

/** Automatic registration, as the service sees it. */
export function registrationTests(world: World): void {
	void test('publishing registers the production URL, and unpublishing removes it', async () => {
		const workflow = await saveTriggerWorkflow(world, { ...automatic, events: ['failed', 'read'] });
		await publishWorkflow(world.session, workflow.id);
		const [registration, ...more] = await registrationsOf(world, workflow.productionUrl);
		assert.deepEqual(registration && { ...registration, id: '' }, {
			id: '',
			url: workflow.productionUrl,
			events: ['read', 'failed'],
			signed: true,
		});
		assert.deepEqual(more, []);
		await unpublishWorkflow(world.session, workflow.id);
		await gone(world, workflow.productionUrl);
	});

	void test('listening for a test event has a registration of its own and leaves that of production', world.withPage(async (page) => {
		const workflow = await saveTriggerWorkflow(world, automatic);
		await publishWorkflow(world.session, workflow.id);
		const panel = await NodePanel.open(page, world.n8nUrl, workflow.id, triggerName);
		await panel.listen();
		assert.equal((await registrationsOf(world, workflow.testUrl)).length, 1);
		const messageId = await sendAndReport(world, '+12015550173', ['sent']);
		await until('the test event', async () => ((await panel.output()).includes(messageId) ? true : undefined));
		await gone(world, workflow.testUrl);
		assert.equal((await registrationsOf(world, workflow.productionUrl)).length, 1);
		await unpublishWorkflow(world.session, workflow.id);
	}));

	void test('a restart of n8n keeps the registration, and unpublishing removes it afterwards', async () => {
		const workflow = await saveTriggerWorkflow(world, automatic);
		await publishWorkflow(world.session, workflow.id);
		const before = await registrationsOf(world, workflow.productionUrl);
		await world.restartN8n();
		assert.deepEqual(await registrationsOf(world, workflow.productionUrl), before);
		await unpublishWorkflow(world.session, workflow.id);
		await gone(world, workflow.productionUrl);
	});

	void test('a registration that the service lost is there again after the next publishing', async () => {
		const workflow = await saveTriggerWorkflow(world, automatic);
		await publishWorkflow(world.session, workflow.id);
		for (const { id } of await registrationsOf(world, workflow.productionUrl)) await unregister(world, id);
		await unpublishWorkflow(world.session, workflow.id);
		await publishWorkflow(world.session, workflow.id);
		assert.equal((await registrationsOf(world, workflow.productionUrl)).length, 1);
		await unpublishWorkflow(world.session, workflow.id);
	});

	void test('where the service registers no webhooks, publishing says what to do', async () => {
		const credential = await saveCredential(world, {
			webhookSecret: 'secret',
			customizeEndpoints: true,
			webhooksPath: '/v1/no-such-list',
		});
		const workflow = await saveTriggerWorkflow(world, automatic, credential);
		await assert.rejects(publishWorkflow(world.session, workflow.id), /'Webhooks Path'.*'Registration' to 'Manual'/);
	});
}

/** n8n says that a workflow is unpublished before its triggers have ended. */
async function gone(world: World, url: string): Promise<void> {
	await until(`the registration of ${url} to be gone`, async () =>
		(await registrationsOf(world, url)).length === 0 ? true : undefined);
}
