import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { complaintsOf } from './browser.mts';
import { NodePanel } from './nodePanel.mts';
import { withFaults } from './sandboxControl.mts';
import { messagingNode, nodeName, saveSendingWorkflow, saveWorkflow } from './sendingWorkflow.mts';
import { saveCredential, saveTriggerWorkflow, triggerName } from './triggerWorkflow.mts';
import { settled } from './until.mts';
import type { World } from './world.mts';

const byTestId = (id: string) => `[data-test-id="${id}"]`;

/** A node whose sender and recipient are set. */
const addressed = {
	resource: 'message',
	operation: 'sendTemplate',
	phoneNumberId: { __rl: true, mode: 'id', value: '1906000000000001' },
	to: '+12015550143',
};

const named = (template: string, mode = 'name') => ({ ...addressed, template: { __rl: true, mode, value: template } });
const automatically = (template: string) => ({ ...named(template), variables: { mappingMode: 'autoMapInputData', value: null } });

const wrongKey = 'a key that the service does not accept';

/** What stands where the placeholders' fields would. What it says in other cases: `test/engine/templateFields.test.ts`. */
const states: ReadonlyArray<readonly [name: string, parameters: Record<string, unknown>, notice: RegExp]> = [
	['no template chosen', addressed, /^Choose a template above/],
	['an expression', named('={{ $json.template }}'), /an expression gives the template, use automatic mapping or JSON\.$/],
	['automatic mapping', automatically('order_update'), /^Order \{\{order_id\}\}\nHi \{\{first_name\}\},[^]*fields with these names, in any usual spelling: order_id, first_name, status\.$/],
	// What the service said stands between the two, as it said it.
	[wrongKey, named('order_update', 'list'), /^The service did not accept the API key\. .*"Authorization: Bearer <key>".*Check 'API Key' in the Messaging API credential/],
];

const link = '<a href="https://example.com/x">Session expired: sign in again</a>';
const linksFrom = [
	['a recipient', link, []],
	['the service', '+12015550177', [{ kind: 'error', status: 422, message: link }]],
] as const;

/** The parameters of a question as a text. */
const question = { ...addressed, operation: 'sendAndWait', sendAs: 'text', message: 'May I?', responseType: 'approval' };

/** What axe finds in the fields of every node: n8n draws them, their labels, and each notice as a landmark. */
const ofN8n = ['aria-allowed-attr', 'aria-input-field-name', 'aria-valid-attr-value', 'label', 'label-title-only', 'landmark-unique'];

/** What axe has to complain about in the parameters of the open node, such as words that can hardly be read. */
const complaints = (page: Page): Promise<string[]> => complaintsOf(page, `{ include: ['${byTestId('node-parameters')}'] }`, ofN8n);

/** What a person reads in the panel before anything was run, and of a failure. */
export function panelTests(world: World): void {
	void test('where the fields would be, the panel says in plain words why there are none, and so does a list that cannot be read', world.withPage(async (page) => {
		const refused = { credentials: { messagingApi: await saveCredential(world, { apiKey: 'not-the-key' }) } };
		const nodes = states.map(([name, parameters]) => messagingNode(world, parameters, { name, ...(name === wrongKey ? refused : {}) }));
		await page.goto(`${world.n8nUrl}/workflow/${await saveWorkflow(world, nodes)}`);
		for (const [name, , notice] of states) {
			const panel = await NodePanel.openNode(page, name);
			const shown = page.locator(byTestId('empty-fields-notice'));
			await settled(() => shown.innerText(), (text) => assert.match(text.trim(), notice));
			// n8n's own red line would stand above it.
			assert.equal(await page.locator(byTestId('node-parameters')).getByText('Retry', { exact: true }).count(), 0);
			await world.picture(page, `panel - ${name}`);
			if (name !== wrongKey) await panel.close();
		}
		await page.locator(byTestId('resource-locator-template')).locator(byTestId('rlc-input')).click();
		const reason = page.locator(`${byTestId('rlc-error-container')}:visible`);
		await settled(() => reason.innerText(), (text) => assert.match(text, /Could not load list[^]*did not accept the API key[^]*'API Key' in the Messaging API credential/));
		await world.picture(page, 'panel - list refused');
	}));

	// n8n shows the description as HTML in the panel, and the message as HTML in a notification.
	for (const [whose, to, rules] of linksFrom) {
		void test(`words of ${whose} are no link, in the panel and in n8n's notification`, world.withPage(async (page) => {
			const workflowId = await saveSendingWorkflow(world, { ...addressed, operation: 'sendText', to, text: 'Hello' });
			const panel = await NodePanel.open(page, world.n8nUrl, workflowId, nodeName);
			await withFaults(world, rules, () => panel.execute());
			await page.locator('.el-notification', { hasText: nodeName }).waitFor();
			await world.picture(page, `no link from ${whose}`);
			const failure = await panel.failure();
			assert.ok(`${failure?.message} ${failure?.description}`.includes(link.replaceAll('<', '‹')));
			assert.equal(await page.locator('a[href*="example.com"]').count(), 0);
		}));
	}

	void test('the panel of a tool says that the model may choose anybody, until the workflow says who is allowed', world.withPage(async (page) => {
		const parameters = { ...addressed, operation: 'sendText', to: '={{ $fromAI("to") }}', text: 'Hello' };
		const hint = page.getByText("The model chooses the recipient, and may choose anybody. Add 'Allowed Recipients' in the options.");
		const open = async (more: object) => {
			const tool = messagingNode(world, { ...parameters, ...more }, { name: 'Send', type: 'n8n-nodes-messaging.messagingTool' });
			return await NodePanel.open(page, world.n8nUrl, await saveWorkflow(world, [tool]), 'Send');
		};
		await open({});
		await hint.waitFor();
		await world.picture(page, 'panel - a model chooses the recipient');
		const fenced = await open({ options: { allowedRecipients: '+12015550123' } });
		await fenced.shows('allowedRecipients', '+12015550123');
		assert.equal(await hint.count(), 0);
	}));

	void test('options are named in full, a Message Key starts as an expression, and all words can be read', world.withPage(async (page) => {
		await page.setViewportSize({ width: 1440, height: 1800 });
		const workflowId = await saveSendingWorkflow(world, { ...named('order_update', 'list') });
		const panel = await NodePanel.open(page, world.n8nUrl, workflowId, nodeName);
		await panel.shows('message', /^Order/);
		for (const option of ['Message Key', 'Quiet Hours', 'Do Not Send After', 'Stop After Failures in a Row']) await panel.addField('options', option);
		await panel.shows('messageKey', '');
		await page.locator(`${byTestId('parameter-input-messageKey')} .cm-content`).waitFor();
		const labels = page.locator(`${byTestId('node-parameters')} label`);
		const options = ['Do Not Send After', 'Message Key', 'Quiet Hours', 'Quiet From', 'Quiet Until', 'Quiet Days', 'Time Zone Name or ID', 'Stop After Failures in a Row'];
		// n8n's own words stand in a label too, behind ours.
		const shown = async () => (await labels.allInnerTexts()).map((text) => text.split('\n')[0] ?? '').filter((text) => options.includes(text));
		await settled(shown, (texts) => assert.deepEqual(texts, options));
		assert.deepEqual(await complaints(page), []);
		await world.picture(page, 'panel - options');

		await panel.parameter('timeZone').click();
		await page.keyboard.type('Berlin');
		await page.locator('.el-select-dropdown__item:visible', { hasText: 'Europe/Berlin' }).waitFor();
		await world.picture(page, 'panel - time zone');
	}));

	void test('a question as a text says whom it reaches, so that it can be read', world.withPage(async (page) => {
		await NodePanel.open(page, world.n8nUrl, await saveSendingWorkflow(world, question), nodeName);
		await page.getByText("A text only reaches someone who wrote to you in the last 24 hours. For everyone else, set 'Send As' to Template.").waitFor();
		assert.deepEqual(await complaints(page), []);
		await world.picture(page, 'panel - question');
	}));

	void test('a trigger on messages says which output they come out of', world.withPage(async (page) => {
		const { id } = await saveTriggerWorkflow(world, { events: ['received'] });
		await NodePanel.open(page, world.n8nUrl, id, triggerName);
		await page.getByText("Messages come out of the output 'Message', delivery statuses out of the others.").waitFor();
		assert.deepEqual(await complaints(page), []);
		await world.picture(page, 'panel - trigger on messages');
	}));

	void test("the trigger's panel shows the address to register, and the steps that make the service report to it", world.withPage(async (page) => {
		const panel = await NodePanel.open(page, world.n8nUrl, world.status.workflowId, triggerName);
		assert.equal(await panel.productionUrl(), world.status.webhookUrl);
		const steps = page.locator(`${byTestId('node-parameters')} .notice li`);
		await steps.nth(2).waitFor();
		const texts = /'Webhook Secret' of the Messaging API credential.*\nTo try it: open 'Webhook URLs'.*Test URL.*\nTo use it: .*Production URL.*publish the workflow/;
		assert.match((await steps.allInnerTexts()).join('\n'), texts);
		assert.deepEqual(await complaints(page), []);
		await world.picture(page, 'panel - trigger');
	}));
}
