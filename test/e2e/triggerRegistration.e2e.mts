import assert from 'node:assert/strict';
import { test } from 'node:test';
import { otherVersion } from '../../scripts/n8n/installation.mts';
import { publishWorkflow, unpublishWorkflow } from '../../scripts/n8n/workflows.mts';
import { NodePanel } from './nodePanel.mts';
import { withFaults, withStatusesByHand } from './sandboxControl.mts';
import { registrationsOf, saveCredential, saveTriggerWorkflow, sendAndReport, triggerName } from './triggerWorkflow.mts';
import { until } from './until.mts';
import type { World } from './world.mts';

/** Automatic registration, as the service sees it. What is registered, and what is refused: `test/engine/triggerRegistration.test.ts`. */
export function registrationTests(world: World): void {
	void test('publishing registers the production URL, a restart of n8n keeps it, and unpublishing removes it', async () => {
		const workflow = await saveTriggerWorkflow(world, { events: ['failed', 'read'] });
		await publishWorkflow(world.session, workflow.id);
		const before = await registrationsOf(world, workflow.productionUrl);
		assert.deepEqual(before.map(({ events, signed }) => [events, signed]), [[['read', 'failed'], true]]);
		await world.restartN8n();
		assert.deepEqual(await registrationsOf(world, workflow.productionUrl), before);
		await unpublishWorkflow(world.session, workflow.id);
		await gone(world, workflow.productionUrl);
	});

	void test('unpublishing removes it also where the service fails at first: by itself, or in an older n8n the next time', async () => {
		const workflow = await saveTriggerWorkflow(world, {});
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

	void test("listening for a test event has a registration of its own, shows the status on its status's output, and leaves production's", world.withPage((page) => withStatusesByHand(world, async () => {
		const workflow = await saveTriggerWorkflow(world, { options: { separateOutputs: true, includePayload: true } });
		await publishWorkflow(world.session, workflow.id);
		const panel = await NodePanel.open(page, world.n8nUrl, workflow.id, triggerName);
		await world.picture(page, 'trigger-automatic');
		await panel.listen();
		await world.picture(page, 'trigger-listening');
		assert.equal((await registrationsOf(world, workflow.testUrl)).length, 1);
		await panel.putsOut(await sendAndReport(world, '+12015550173', ['sent']));
		await world.picture(page, 'trigger-test-event');
		await gone(world, workflow.testUrl);
		assert.equal((await registrationsOf(world, workflow.productionUrl)).length, 1);
		await unpublishWorkflow(world.session, workflow.id);
	})));

	void test('where the service registers no webhooks, a person who publishes reads what to do', world.withPage(async (page) => {
		const credential = await saveCredential(world, {
			webhookSecret: 'secret',
			customizeEndpoints: true,
			webhooksPath: '/v1/no-such-list',
		});
		const workflow = await saveTriggerWorkflow(world, {}, credential);
		await page.goto(`${world.n8nUrl}/workflow/${workflow.id}`);
		await page.locator('[data-test-id=workflow-open-publish-modal-button]').click();
		await page.locator('[data-test-id=workflow-publish-button]').click();
		// n8n tries for a quarter of a minute first.
		const message = page.getByRole('alert').filter({ hasText: 'could not be published' });
		assert.match(await message.innerText(), /'Webhooks Path'.*'Registration' to 'Manual'/);
		await world.picture(page, 'trigger-not-published');
	}));
}

/** n8n says that a workflow is unpublished before its triggers have ended. */
async function gone(world: World, url: string): Promise<void> {
	await until(`the registration of ${url} to be gone`, async () =>
		(await registrationsOf(world, url)).length === 0 ? true : undefined);
}
