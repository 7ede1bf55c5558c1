import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listExecutions, outputOf } from '../../scripts/n8n/workflows.mts';
import { NodePanel } from './nodePanel.mts';
import { nodeName, saveSendingWorkflow } from './sendingWorkflow.mts';
import { until } from './until.mts';
import type { World } from './world.mts';

/** The main job: a template is picked, filled in and sent, and its delivery status starts a workflow. */
export function sendTemplateTests(world: World): void {
	void test('a template is sent from the editor, and its delivery status starts the other workflow', world.withPage(async (page) => {
		const to = '+12015550141';
		const workflowId = await saveSendingWorkflow(world, { resource: 'message', operation: 'sendTemplate' });
		const panel = await NodePanel.open(page, world.n8nUrl, workflowId, nodeName);

		await panel.pick('phoneNumberId', 'Example Shop');
		await panel.type('to', '+1 (201) 555-0141');
		await panel.pickTemplate('order_update');
		assert.deepEqual(await panel.placeholders(), ['message', 'header.order_id', 'body.first_name', 'body.status']);
		await panel.type('header.order_id', 'B-2002');
		await panel.type('body.first_name', 'Grace');
		await panel.type('body.status', 'ready to collect');
		await world.picture(page, 'node-mapper');

		await panel.execute();
		assert.equal(await panel.failure(), undefined);
		await world.picture(page, 'node-output');

		const accepted = await world.service.acceptedFor(to);
		assert.deepEqual(
			accepted.map(({ kind, body }) => ({ kind, body })),
			[
				{
					kind: 'template',
					body: {
						to,
						phone_number_id: '1906000000000001',
						template_name: 'order_update',
						language_code: 'en_US',
						variables: {
							header: { order_id: 'B-2002' },
							body: { first_name: 'Grace', status: 'ready to collect' },
						},
					},
				},
			],
		);
		const messageId = accepted[0]?.message_id ?? '';
		assert.match(await panel.output(), new RegExp(messageId));

		for (const status of ['sent', 'delivered']) {
			const item = await statusItem(world, messageId, status);
			assert.deepEqual(item, { message_id: messageId, status, recipient: to });
		}
		await page.goto(world.service.url);
		await page.getByText('Grace').first().waitFor();
		await world.picture(page, 'inbox');
	}));

	// What is typed for every template of the sandbox: `test/engine/everyTemplate.test.ts`.
	void test('templates of several kinds, one after the other in the same panel: what is typed into their fields is what is sent', world.withPage(async (page) => {
		const workflowId = await saveSendingWorkflow(world, { resource: 'message', operation: 'sendTemplate' });
		const panel = await NodePanel.open(page, world.n8nUrl, workflowId, nodeName);
		await panel.pick('phoneNumberId', 'Example Shop');
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
			await world.picture(page, `template-${template}`);
			await panel.execute();
			assert.equal(await panel.failure(), undefined);
			// The earlier output may still stand while this message leaves.
			const [accepted] = await until(`the message to ${to}`, async () => {
				const messages = await world.service.acceptedFor(to);
				return messages.length > 0 ? messages : undefined;
			});
			assert.deepEqual([accepted?.body.template_name, accepted?.body.variables, accepted?.body.location], [template, variables, location]);
		}
	}));
}

/** What stays in the panel, a language and a place, comes last. */
const kinds: Array<{ template: string; language?: string; variables: Record<string, Record<string, string>>; location?: object }> = [
	{ template: 'appointment_reminder', variables: { body: { 1: 'Ada', 2: 'Tuesday' } } },
	{ template: 'delivery_feedback', variables: { body: { first_name: 'Ada' }, buttons: { 2: 'B-2002' } } },
	{ template: 'thank_you', language: 'en_US', variables: { body: { 1: 'Ada' } } },
	{ template: 'store_opening', variables: { body: { customer_name: 'Ada', opening_day: 'today' } }, location: { latitude: 52.52, longitude: 13.405, name: 'Tea house', address: 'Teeweg 1' } },
];

/** What the status workflow made of one status of a message, once it has. */
async function statusItem(world: World, messageId: string, status: string) {
	return until(`the execution for "${status}"`, async () => {
		for (const { id, status: state } of await listExecutions(world.session, world.status.workflowId)) {
			if (state !== 'success') continue;
			const items = await outputOf(world.session, id, 'Message, status, recipient');
			const found = items.find((item) => item.message_id === messageId && item.status === status);
			if (found) return found;
		}
		return undefined;
	});
}
