import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { complaintsOf } from './browser.mts';
import { NodePanel } from './nodePanel.mts';
import { nodeName, saveSendingWorkflow } from './sendingWorkflow.mts';
import { settled } from './until.mts';
import type { World } from './world.mts';

/** What a person sees of the message before it leaves. */
export function messageInPanelTests(world: World): void {
	void test("the panel shows the template's text, says what is still missing, and a dry run shows what would arrive", world.withPage(async (page) => {
		const panel = await openEmptyNode(world, page);
		await panel.type('to', '+1 201 555 0151');
		await panel.pickTemplate('order_update');
		await panel.shows('message', 'Order {{order_id}}\nHi {{first_name}}, your order is now *{{status}}*. We will write again when it moves.\nExample Shop');
		assert.equal(await panel.parameter('message').getAttribute('aria-readonly'), 'true');
		await hint(page, 'The first placeholder is still empty.').waitFor();

		await panel.type('header.order_id', 'B-2002');
		await hint(page, 'The second placeholder is still empty.').waitFor();
		await panel.type('body.first_name', 'Ada & <b>Grace</b>');
		await panel.type('body.status', 'packed');
		await hint(page, 'still empty').waitFor({ state: 'detached' });
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

	void test('Header Media stands where the template has a media header, keeps what was chosen, and stands with JSON, where n8n does not know', world.withPage(async (page) => {
		const panel = await openEmptyNode(world, page);
		const field = page.locator('[data-test-id="parameter-input-headerMedia"]');
		const surplus = hint(page, "The template's header shows no media.");
		const chooseMedia = async (source: string) => {
			await field.click();
			await page.locator('.el-select-dropdown__item:visible', { hasText: source }).click();
		};
		await field.waitFor();
		await panel.pickTemplate('order_update');
		await field.waitFor({ state: 'detached' });
		await panel.pickTemplate('spring_sale');
		await chooseMedia('By URL');
		await panel.type('mediaUrl', 'https://example.com/offer.png');
		// What was chosen stays, with a template that has no use for it and back.
		await panel.pickTemplate('order_update');
		await surplus.waitFor();
		await world.picture(page, 'header-media-without-use');
		await panel.pickTemplate('spring_sale');
		await surplus.waitFor({ state: 'detached' });
		await panel.shows('mediaUrl', 'https://example.com/offer.png');
		await chooseMedia("Keep the Template's Media");
		await panel.pickTemplate('order_update');
		await field.waitFor({ state: 'detached' });
		await panel.parameter('variablesMode').click();
		await page.locator('.el-select-dropdown__item:visible', { hasText: 'JSON' }).first().click();
		await field.waitFor();
	}));

	void test('a text that has changed at the service is named, and comes up when its field is added again', world.withPage(async (page) => {
		const field = (id: string) => ({ id, displayName: id, required: false, defaultMatch: false, display: true, type: 'string', removed: false });
		const variables = {
			mappingMode: 'defineBelow',
			value: { message: 'Good day {{1}}', 'body.1': 'Ada', 'body.2': 'today' },
			schema: ['message', 'body.1', 'body.2'].map(field),
		};
		const template = { template: { __rl: true, mode: 'list', value: 'appointment_reminder' }, languageCode: 'auto' };
		const workflowId = await saveSendingWorkflow(world, { resource: 'message', operation: 'sendTemplate', ...template, variables });
		const panel = await NodePanel.open(page, world.n8nUrl, workflowId, nodeName);
		const label = page.locator('label', { hasText: /^\s*Message/ });
		await label.filter({ hasText: 'Message has changed: remove and add this field' }).waitFor();
		await world.picture(page, 'changed-template');
		await page.locator('[data-test-id="parameter-input-message"]').hover();
		await page.locator('[data-test-id="remove-field-button-message"]').click();
		await page.locator('[data-test-id="add-fields-select"]').getByRole('button').first().click();
		await panel.shows('message', /^Hello \{\{1\}\}/);
		await panel.shows('body.1', 'Ada');
		await closeAndOpen(panel);
		await settled(() => label.innerText(), (text) => assert.equal(text.trim(), 'Message: appointment_reminder, en_US'));
	}));

	void test('what was typed for a template stays while it is paused, and panel and run say so', world.withPage(async (page) => {
		const column = { required: true, defaultMatch: false, display: true, type: 'string', removed: false };
		const variables = {
			mappingMode: 'defineBelow',
			value: { message: 'Only today: {{1}} off.', 'body.1': '={{ 10 + 10 }} %' },
			schema: [
				{ ...column, id: 'message', displayName: 'Message: flash_sale, en_US', required: false, readOnly: true, ofTemplate: 'flash_sale', ofLanguage: 'en_US' },
				{ ...column, id: 'body.1', displayName: '{{1}}, e.g. 20 %' },
			],
		};
		const template = { to: '+12015550153', template: { __rl: true, mode: 'list', value: 'flash_sale' }, languageCode: 'auto' };
		const workflowId = await saveSendingWorkflow(world, { resource: 'message', operation: 'sendTemplate', ...template, variables });
		const panel = await NodePanel.open(page, world.n8nUrl, workflowId, nodeName);
		const paused = `'Template': "flash_sale" cannot be sent (PAUSED)`;
		await panel.pick('phoneNumberId', 'Example Shop');
		for (let time = 0; time < 2; time++) {
			await page.locator('label', { hasText: paused }).waitFor();
			await panel.shows('body.1', '{{ 10 + 10 }} %');
			await closeAndOpen(panel);
		}
		await world.picture(page, 'paused-template');
		await panel.execute();
		assert.equal((await panel.failure())?.message, paused);
	}));

	void test('where n8n leaves the fields of another template, the panel and the run say how its own come, and they do', world.withPage(async (page) => {
		const to = '+12015550152';
		const workflowId = await saveSendingWorkflow(world, { resource: 'message', operation: 'sendTemplate' }, { phone: to });
		const panel = await NodePanel.open(page, world.n8nUrl, workflowId, nodeName);
		const other = hint(page, 'The placeholders belong to another template.');
		await panel.pick('phoneNumberId', 'Example Shop');
		// Nothing was executed: n8n cannot work this out, and loads no fields by itself.
		await panel.typeExpression('to', '{{ $json.phone }}');
		// The editor takes it over a moment after it was typed, and never fills a list that is open by then.
		await page.getByText(/^\[(?!empty)/).first().waitFor();
		await panel.pick('template', 'appointment_reminder');
		await page.locator('[data-test-id="empty-fields-notice"]', { hasText: 'If they do not, close this node and open it again.' }).waitFor();
		await closeAndOpen(panel);
		await panel.showsPlaceholders('message', 'body.1', 'body.2');

		await panel.pick('template', 'order_update');
		await other.waitFor();
		await panel.showsPlaceholders('message', 'body.1', 'body.2');
		await world.picture(page, 'other-template');
		await closeAndOpen(panel);
		await other.waitFor({ state: 'detached' });
		await panel.showsPlaceholders('message2', 'header.order_id', 'body.first_name', 'body.status');
		await panel.shows('message2', /^Order \{\{order_id\}\}/);
		await panel.type('body.first_name', 'Ada');

		await panel.pick('template', 'delivery_feedback');
		await other.waitFor();
		await panel.execute();
		const { message, description } = (await panel.failure()) ?? {};
		assert.equal(message, "'Placeholders of the Template' belong to another template: order_update, en_US");
		assert.match(description ?? '', /^The template is "delivery_feedback" in en_US\. Choose 'Refresh Placeholder List' in the menu \(⋮\) of 'Placeholders of the Template'/);
		await world.picture(page, 'other-template-refused');
		await panel.refreshPlaceholders();
		await other.waitFor({ state: 'detached' });
		await panel.showsPlaceholders('message', 'body.first_name', 'buttons.2');
		// What was typed stays; the text of the other template does not.
		await panel.shows('body.first_name', 'Ada');
		await panel.shows('message', '');
		await world.picture(page, 'other-template-refreshed');
		await panel.type('buttons.2', 'B-2002');
		await panel.execute();
		assert.equal(await panel.failure(), undefined);
		const [accepted] = await world.service.acceptedFor(to);
		assert.deepEqual(accepted?.body.variables, { body: { first_name: 'Ada' }, buttons: { 2: 'B-2002' } });
	}));

	// What is typed for every template of the sandbox: `test/engine/everyTemplate.test.ts`.
	void test('templates of several kinds, one after the other in the same panel: what is typed into their fields is what is sent', world.withPage(async (page) => {
		const panel = await openEmptyNode(world, page);
		for (const [place, { template, language, variables, location }] of kinds.entries()) {
			const to = `+1201555${String(2000 + place)}`;
			await panel.type('to', to);
			await panel.pickTemplate(template);
			if (language) await panel.choose('languageCode', language);
			const typed = Object.entries(variables).flatMap(([section, values]) => Object.entries(values).map(([key, text]) => [`${section}.${key}`, text] as const));
			for (const [column, text] of typed) await panel.type(column, text);
			if (location) {
				await panel.addField('additionalFields', 'Location');
				for (const [field, value] of Object.entries(location)) await panel.type(field, String(value));
			}
			await panel.execute();
			assert.equal(await panel.failure(), undefined);
			const [accepted] = await world.service.acceptedFor(to);
			assert.deepEqual([accepted?.body.template_name, accepted?.body.variables, accepted?.body.location], [template, variables, location]);
		}
	}));
}

/** What stays in the panel, a language and a place, comes last. */
const kinds: Array<{ template: string; language?: string; variables: Record<string, Record<string, string>>; location?: object }> = [
	{ template: 'delivery_feedback', variables: { body: { first_name: 'Ada' }, buttons: { 2: 'B-2002' } } },
	{ template: 'thank_you', language: 'en_US', variables: { body: { 1: 'Ada' } } },
	{ template: 'store_opening', variables: { body: { customer_name: 'Ada', opening_day: 'today' } }, location: { latitude: 52.52, longitude: 13.405, name: 'Tea house', address: 'Teeweg 1' } },
];

/** A hint above the output. */
const hint = (page: Page, text: string) => page.locator('[data-test-id="node-hint"], .n8n-callout, [data-test-id="output-panel"] [role="alert"]').filter({ hasText: text }).first();

async function openEmptyNode(world: World, page: Page): Promise<NodePanel> {
	const workflowId = await saveSendingWorkflow(world, { resource: 'message', operation: 'sendTemplate' });
	const panel = await NodePanel.open(page, world.n8nUrl, workflowId, nodeName);
	await panel.pick('phoneNumberId', 'Example Shop');
	return panel;
}

async function closeAndOpen(panel: NodePanel): Promise<void> {
	await panel.close();
	const read = panel.page.waitForResponse((response) => response.url().includes('/dynamic-node-parameters/resource-mapper-fields'));
	await NodePanel.openNode(panel.page, nodeName);
	await read;
	await panel.page.locator('[data-test-id^="parameter-input-message"]').first().waitFor();
}

/** What axe has to complain about in what this package has n8n show; the rest of the page is n8n's. */
async function complaints(page: Page, ours: readonly Locator[]): Promise<string[]> {
	for (const one of ours) await one.evaluate((element) => element.setAttribute('data-ours', ''));
	return complaintsOf(page, '{ include: ["[data-ours]"] }');
}
