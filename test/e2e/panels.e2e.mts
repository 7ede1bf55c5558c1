import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import type { CredentialContent } from '../../scripts/n8n/credentials.mts';
import { createWorkflow } from '../../scripts/n8n/workflows.mts';
import { NodePanel } from './nodePanel.mts';
import { saveCredential, triggerName } from './triggerWorkflow.mts';
import type { World } from './world.mts';

const byTestId = (id: string) => `[data-test-id="${id}"]`;

/** A node whose sender and recipient are set. */
const addressed = {
	resource: 'message',
	operation: 'sendTemplate',
	phoneNumberId: { __rl: true, mode: 'id', value: '1906000000000001' },
	to: '+12015550143',
};

const named = (template: string) => ({ ...addressed, template: { __rl: true, mode: 'name', value: template } });

interface State {
	title: string;
	parameters: Record<string, unknown>;
	/** What stands where the placeholders' fields would. */
	notice: RegExp;
	/** Fields of a credential of its own; the world's unless given. */
	credential?: CredentialContent['data'];
}

const wrongKey = {
	title: 'a key that the service does not accept',
	parameters: named('order_update'),
	// What the service said stands between the two, as it said it.
	notice: /^The service did not accept the API key\. .*"Authorization: Bearer <key>".*Check 'API Key' in the Messaging API credential/,
	credential: { apiKey: 'not-the-key' },
};

const states: State[] = [
	{
		title: 'no template chosen',
		parameters: addressed,
		notice: /^Choose a template above/,
	},
	{
		title: 'a template given by expression',
		parameters: named('={{ $json.template }}'),
		notice: /an expression gives the template, use automatic mapping or JSON\.$/,
	},
	{
		title: 'a template without placeholders, with automatic mapping',
		parameters: { ...named('welcome'), variables: { mappingMode: 'autoMapInputData', value: null } },
		notice: /^Welcome![^]*This template has no placeholders: there is nothing to fill in\.$/,
	},
	{
		title: 'a template that the account does not have',
		parameters: named('no_such'),
		notice: /^'Template': the account has no template "no_such"\. Choose it from the list again/,
	},
	{
		title: 'a template whose languages differ, and none chosen',
		parameters: named('greeting'),
		notice: /^'Language Name or ID' must be chosen: .* en_US, es_ES\.$/,
	},
	{
		title: 'automatic mapping',
		parameters: { ...named('order_update'), variables: { mappingMode: 'autoMapInputData', value: null } },
		notice: /^Order \{\{order_id\}\}\nHi \{\{first_name\}\},[^]*fields with these names, in any usual spelling: order_id, first_name, status\.$/,
	},
	wrongKey,
];

/** What a person reads in the panel before anything was run. */
export function panelTests(world: World): void {
	void test('where the fields would be, the panel says in plain words why there are none', world.withPage(async (page) => {
		await addGreetings(world);
		await page.goto(`${world.n8nUrl}/workflow/${await saveNodes(world, states)}`);
		for (const { title, notice } of states) {
			await openNode(page, title);
			const shown = page.locator(byTestId('empty-fields-notice'));
			await shown.waitFor();
			assert.match((await shown.innerText()).trim(), notice);
			// n8n's own red line would stand above it.
			assert.equal(await page.locator(byTestId('node-parameters')).getByText('Retry', { exact: true }).count(), 0);
			await world.picture(page, `panel - ${title}`);
			await closeNode(page);
		}
	}));

	void test('a list that cannot be read says why, and a list without templates is shown as empty', world.withPage(async (page) => {
		const [refused, empty] = [wrongKey.title, 'an account without templates'];
		// A list of other things: none of its records is a template.
		const noTemplates = { customizeEndpoints: true, templatesPath: '/v1/messaging/phone_numbers' };
		const nodes = [
			{ title: refused, parameters: addressed, credential: wrongKey.credential },
			{ title: empty, parameters: addressed, credential: noTemplates },
		];
		await page.goto(`${world.n8nUrl}/workflow/${await saveNodes(world, nodes)}`);

		await openTemplateList(page, refused);
		const reason = page.locator(`${byTestId('rlc-error-container')}:visible`);
		await reason.waitFor();
		assert.match(await reason.innerText(), /Could not load list[^]*did not accept the API key[^]*'API Key' in the Messaging API credential/);
		await world.picture(page, 'panel - list refused');
		await closeNode(page);

		await openTemplateList(page, empty);
		await page.getByText('No results').waitFor();
	}));

	void test("the trigger's panel shows the address to register, and the steps that make the service report to it", world.withPage(async (page) => {
		const panel = await NodePanel.open(page, world.n8nUrl, world.status.workflowId, triggerName);
		assert.equal(await panel.productionUrl(), world.status.webhookUrl);
		const steps = page.locator(`${byTestId('node-parameters')} .notice li`);
		await steps.nth(2).waitFor();
		const [address, secret, publish] = await steps.allInnerTexts();
		assert.match(address ?? '', /'Webhook URLs'.*Production URL/);
		assert.match(secret ?? '', /'Webhook Secret' of the Messaging API credential/);
		assert.match(publish ?? '', /^Publish the workflow/);
		await world.picture(page, 'panel - trigger');
	}));
}

/** Saves a workflow of nodes side by side, each named by its title. @returns the workflow's id */
async function saveNodes(world: World, nodes: Omit<State, 'notice'>[]): Promise<string> {
	const id = randomUUID();
	const saved = nodes.map(async ({ title, parameters, credential }, index) => ({
		id: randomUUID(),
		name: title,
		type: 'n8n-nodes-messaging.messaging',
		typeVersion: 1,
		position: [240 * index, 0],
		parameters,
		credentials: { messagingApi: credential ? await saveCredential(world, credential) : world.credential },
	}));
	await createWorkflow(world.session, { id, name: `Test ${id}`, nodes: await Promise.all(saved), connections: {} });
	return id;
}

async function openNode(page: Page, name: string): Promise<void> {
	await page.locator(`${byTestId('canvas-node')}[data-node-name="${name}"]`).dblclick();
	await page.locator(byTestId('node-parameters')).waitFor();
}

async function closeNode(page: Page): Promise<void> {
	await page.locator(byTestId('ndv-close-button')).click();
	await page.locator(byTestId('node-parameters')).waitFor({ state: 'hidden' });
}

async function openTemplateList(page: Page, node: string): Promise<void> {
	await openNode(page, node);
	await page.locator(byTestId('resource-locator-template')).locator(byTestId('rlc-input')).click();
}

/** A template whose languages expect different placeholders. */
async function addGreetings(world: World): Promise<void> {
	const languages = { en_US: ['first_name'], es_ES: ['first_name', 'last_name'] };
	for (const [language_code, names] of Object.entries(languages)) {
		const answer = await fetch(`${world.service.url}/_sandbox/templates`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({
				template_name: 'greeting',
				language_code,
				components: [{ type: 'BODY', text: names.map((name) => `{{${name}}}`).join(' ') }],
				expected_variables: { body: names.map((param_name) => ({ param_name, example: 'Ada' })) },
			}),
		});
		assert.equal(answer.status, 200);
	}
}
