import assert from 'node:assert/strict';
import { test } from 'node:test';
import axe from 'axe-core';
import type { Locator, Page } from 'playwright-core';
import { z } from 'zod';
import { NodePanel } from './nodePanel.mts';
import { tell } from './sandboxControl.mts';
import { nodeName, saveSendingWorkflow } from './sendingWorkflow.mts';
import { until } from './until.mts';
import type { World } from './world.mts';

/** What a person sees of the message before it leaves. */
export function messageInPanelTests(world: World): void {
	void test("the panel shows the template's text, says what is still missing, and a dry run shows what would arrive", world.withPage(async (page) => {
		const panel = await openEmptyNode(world, page);
		await panel.type('to', '+1 201 555 0151');
		await panel.pickTemplate('order_update');
		assert.equal((await panel.shows('message')).trimEnd(), 'Order {{order_id}}\nHi {{first_name}}, your order is now *{{status}}*. We will write again when it moves.\nExample Shop');
		assert.equal(await panel.parameter('message').isEditable(), false);
		await hint(page, 'Some placeholders are still empty.').waitFor();

		await panel.type('header.order_id', 'B-2002');
		await panel.type('body.first_name', 'Ada & <b>Grace</b>');
		await panel.type('body.status', 'packed');
		await hint(page, 'Some placeholders are still empty.').waitFor({ state: 'detached' });
		await panel.addField('options', 'Dry Run');
		await hint(page, 'Dry run: nothing is sent.').waitFor();

		await panel.execute();
		const preview = hint(page, 'The message as it would arrive:');
		await preview.waitFor();
		assert.match(await preview.innerText(), /Order B-2002\nHi Ada & <b>Grace<\/b>, your order is now packed\. We/);
		assert.deepEqual(await preview.locator('b').allInnerTexts(), ['Order B-2002', 'packed']);
		assert.deepEqual(await world.service.acceptedFor('+12015550151'), []);
		await world.picture(page, 'dry-run');
		assert.deepEqual(await complaints(page, [preview, hint(page, 'Dry run: nothing is sent.')]), []);
	}));

	void test('Header Media stands where the template has a media header, and with JSON, where n8n does not know', world.withPage(async (page) => {
		const panel = await openEmptyNode(world, page);
		const field = page.locator('[data-test-id="parameter-input-headerMedia"]');
		await field.waitFor();
		await panel.pickTemplate('order_update');
		await field.waitFor({ state: 'detached' });
		await panel.pickTemplate('spring_sale');
		await field.waitFor();
		await panel.pickTemplate('order_update');
		await field.waitFor({ state: 'detached' });
		await panel.parameter('variablesMode').click();
		await page.locator('.el-select-dropdown__item:visible', { hasText: 'JSON' }).first().click();
		await field.waitFor();
	}));

	void test('a text that has changed at the service is named, and comes up when its field is added again', world.withPage(async (page) => {
		await addSeasonal(world, 'Hi {{first_name}}, winter is here.');
		const panel = await openEmptyNode(world, page);
		await panel.pickTemplate('seasonal');
		await panel.type('body.first_name', 'Ada');
		await addSeasonal(world, 'Hi {{first_name}}, spring is here.');

		const label = page.locator('label', { hasText: /^\s*Message/ });
		await until('the label to say so', async () => {
			await closeAndOpen(page);
			return (await label.innerText()).includes('has changed; to see it, remove and add this field') ? true : undefined;
		});
		await world.picture(page, 'changed-template');
		await page.locator('[data-test-id="parameter-input-message"]').hover();
		await page.locator('[data-test-id="remove-field-button-message"]').click();
		await page.locator('[data-test-id="add-fields-select"]').getByRole('button').first().click();
		assert.equal(await panel.shows('message'), 'Hi {{first_name}}, spring is here.');
		assert.equal(await panel.shows('body.first_name'), 'Ada');
		await closeAndOpen(page);
		assert.equal((await label.innerText()).trim(), 'Message');
	}));
}

/** A hint above the output. */
const hint = (page: Page, text: string) => page.locator('[data-test-id="node-hint"], .n8n-callout, [data-test-id="output-panel"] [role="alert"]').filter({ hasText: text }).first();

async function openEmptyNode(world: World, page: Page): Promise<NodePanel> {
	const workflowId = await saveSendingWorkflow(world, { resource: 'message', operation: 'sendTemplate' });
	const panel = await NodePanel.open(page, world.n8nUrl, workflowId, nodeName);
	await panel.pick('phoneNumberId', 'Example Shop');
	return panel;
}

async function closeAndOpen(page: Page): Promise<void> {
	await page.locator('[data-test-id="ndv-close-button"]').click();
	await page.locator('[data-test-id="node-parameters"]').waitFor({ state: 'hidden' });
	const read = page.waitForResponse((response) => response.url().includes('/dynamic-node-parameters/resource-mapper-fields'));
	await page.locator(`[data-test-id="canvas-node"][data-node-name="${nodeName}"]`).dblclick();
	await read;
	await page.locator('[data-test-id="parameter-input-message"]').waitFor();
}

const addSeasonal = (world: World, text: string) =>
	tell(world, 'templates', {
		template_name: 'seasonal',
		language_code: 'en_US',
		components: [{ type: 'BODY', text }],
		expected_variables: { body: [{ param_name: 'first_name', example: 'Ada' }] },
	});

const auditResults = z.object({
	violations: z.array(z.object({ id: z.string(), nodes: z.array(z.object({ html: z.string() })) })),
});

/** What axe has to complain about in what this package has n8n show; the rest of the page is n8n's. */
async function complaints(page: Page, ours: readonly Locator[]): Promise<string[]> {
	for (const one of ours) await one.evaluate((element) => element.setAttribute('data-ours', ''));
	await page.evaluate(axe.source);
	const { violations } = auditResults.parse(await page.evaluate('axe.run({ include: ["[data-ours]"] })'));
	return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 150)}`));
}
