import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { otherVersion } from '../../scripts/n8n/installation.mts';
import { publishWorkflow, unpublishWorkflow } from '../../scripts/n8n/workflows.mts';
import { NodePanel } from './nodePanel.mts';
import { withFaults, withStatusesByHand } from './sandboxControl.mts';
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

	void test('unpublishing removes it also where the service fails at first: by itself, or in an older n8n the next time', async () => {
		const workflow = await saveTriggerWorkflow(world, automatic);
		await publishWorkflow(world.session, workflow.id);
		const [registration] = await registrationsOf(world, workflow.productionUrl);
		const match = { method: 'DELETE', path: `/v1/messaging/webhooks/${registration?.id ?? ''}` };
		await withFaults(world, [{ kind: 'error', status: 503, times: 2, match }], async () => {
			await unpublishWorkflow(world.session, workflow.id);
			if (otherVersion() === undefined) await gone(world, workflow.productionUrl);
		});
		if (otherVersion() === undefined) return;
		await publishWorkflow(world.session, workflow.id);
		await unpublishWorkflow(world.session, workflow.id);
		await gone(world, workflow.productionUrl);
	});

	void test('listening for a test event has a registration of its own and leaves that of production', world.withPage((page) => withStatusesByHand(world, async () => {
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
	})));

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

	void test('where the service registers no webhooks, a person who publishes reads what to do', world.withPage(async (page) => {
		const credential = await saveCredential(world, {
			webhookSecret: 'secret',
			customizeEndpoints: true,
			webhooksPath: '/v1/no-such-list',
		});
		const workflow = await saveTriggerWorkflow(world, automatic, credential);
		assert.match(await refusedPublishing(page, world, workflow.id), /'Webhooks Path'.*'Registration' to 'Manual'/);
		await world.picture(page, 'trigger-not-published');
	}));

	void test('without a secret nothing is published or registered, and the message says where to find one', async () => {
		const credential = await saveCredential(world, { webhookSecret: '' });
		const workflow = await saveTriggerWorkflow(world, automatic, credential);
		await assert.rejects(publishWorkflow(world.session, workflow.id), /'Webhook Secret'.*is empty\. Paste the secret/);
		assert.deepEqual(await registrationsOf(world, workflow.productionUrl), []);
	});
}

/** Publishes in the editor, and gives the message that n8n shows; it tries for a quarter of a minute first. */
async function refusedPublishing(page: Page, { n8nUrl }: World, workflowId: string): Promise<string> {
	await page.goto(`${n8nUrl}/workflow/${workflowId}`);
	await page.locator('[data-test-id=workflow-open-publish-modal-button]').click();
	await page.locator('[data-test-id=workflow-publish-button]').click();
	return page.getByRole('alert').filter({ hasText: 'could not be published' }).innerText();
}

/** n8n says that a workflow is unpublished before its triggers have ended. */
async function gone(world: World, url: string): Promise<void> {
	await until(`the registration of ${url} to be gone`, async () =>
		(await registrationsOf(world, url)).length === 0 ? true : undefined);
}
