import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test, type TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import type { ServiceName } from '../../sandbox/forms/serviceName.ts';
import { startSandbox } from '../../sandbox/start.mts';
import { beforeShutdown } from '../../scripts/n8n/shutdown.mts';
import { listExecutions, outputOf } from '../../scripts/n8n/workflows.mts';
import { byNumber } from '../support/byNumber.ts';
import { startPlainServer } from '../support/plainServer.mts';
import { whilePublished } from './exampleRuns.mts';
import { CredentialDialog } from './credentialDialog.mts';
import { NodePanel } from './nodePanel.mts';
import { byTestId, Person } from './person.mts';
import { saveWorkflow, workflowNode } from './sendingWorkflow.mts';
import { Service } from './service.mts';
import { registerByHand, saveCredential, saveTriggerWorkflow, triggerName } from './triggerWorkflow.mts';
import { settled, until } from './until.mts';
import type { Instance, World } from './world.mts';

const to = '+12015550166';
/** Those of the second sending number. */
const ownTemplates = ['case_closed', 'order_update', 'receipt', 'ticket_answered', 'welcome'];
const question = (token: string) => String(new URLSearchParams({ 'hub.mode': 'subscribe', 'hub.verify_token': token, 'hub.challenge': '1158201444' }));

/** Two services with the same messages: that of the API document, and one with other paths, templates by number, and webhooks that ask first. */
export function twoServicesTests(world: World): void {
	for (const name of ['document', 'whatsapp'] as const) {
		void test(`${name}: from an empty credential to a template that arrived and a status that started a workflow`, async (context: TestContext) => {
			await world.withPage(async (page) => await walk(world, page, name, context))(context);
		});
	}

	void test('what was typed into the fields stays when the sending number changes, and the lists are those of the number', world.withPage(async (page) => {
		const { service, credential } = await openService(world, 'whatsapp');
		const workflowId = await saveWorkflow(world, [{ ...workflowNode('Send', 'n8n-nodes-messaging.messaging', 1, { resource: 'message', operation: 'sendTemplate' }), credentials: { messagingApi: credential } }]);
		const panel = await NodePanel.open(page, world.n8nUrl, workflowId, 'Send');
		await panel.pick('phoneNumberId', 'Example Shop');
		await panel.pickTemplate('order_update');
		await panel.type('header.order_id', 'A-7');
		await panel.type('body.first_name', 'Ada');
		await panel.pick('phoneNumberId', 'Example Support');
		const rows = await panel.rowsOf('template');
		await settled(() => rows.allInnerTexts(), (names) => assert.deepEqual(names.map((one) => one.split(' ')[0]).sort(), ownTemplates));
		await world.picture(page, 'other-number');
		await page.keyboard.press('Escape');
		await panel.type('body.status', 'packed');
		await panel.type('to', to);
		await panel.execute();
		// The template of this name expects something else there.
		assert.match((await panel.failure())?.message ?? '', /'Placeholders of the Template'/);
		await world.picture(page, 'other-number-refused');
		await panel.shows('header.order_id', 'A-7');
		await panel.shows('body.first_name', 'Ada');
		assert.deepEqual(await service.accepted(), []);
	}));

	void test('a service may ask while the Test URL listens, and the test goes on listening', world.withPage(async (page) => {
		const { credential, token } = await openService(world, 'whatsapp');
		const { id, testUrl } = await saveTriggerWorkflow(world, { registration: 'manual' }, credential);
		const panel = await NodePanel.open(page, world.n8nUrl, id, triggerName);
		await page.getByText('Webhook URLs', { exact: true }).click();
		assert.equal(await page.locator('.webhook-url').count(), 1);
		await world.picture(page, 'trigger-one-url');
		await panel.listen();
		assert.deepEqual(await answerTo(`${testUrl}?${question('guessed')}`), [403, '{"message":"Forbidden"}']);
		assert.deepEqual(await answerTo(`${testUrl}?${question(token)}`), [200, '1158201444']);
		await fetch(testUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ message_id: 'wamid.TEST', status: 'read' }) });
		await panel.putsOut('wamid.TEST');
	}));

	void test('a service may ask while it registers, during automatic registration', async () => {
		const asked: Array<readonly [number, string]> = [];
		const token = 'asked-while-publishing';
		// It responds to nothing else: whoever lists or registers gets an answer, and a URL that does not answer is refused.
		const server = await startPlainServer(async ({ method, body }, response) => {
			response.setHeader('content-type', 'application/json');
			if (method !== 'POST') return response.end(method === 'GET' ? '{"data":[]}' : '{}');
			const answer = await answerTo(`${String(Reflect.get(Object(body), 'url'))}?${question(token)}`);
			asked.push(answer);
			response.statusCode = answer[1] === '1158201444' ? 201 : 400;
			return response.end('{"id":"wh_1"}');
		});
		try {
			const credential = await saveCredential(world, { baseUrl: server.url, webhookSecret: 'secret', verifyToken: token });
			const { id } = await saveTriggerWorkflow(world, {}, credential);
			await whilePublished(world, id, () => Promise.resolve(assert.deepEqual(asked, [[200, '1158201444']])));
		} finally {
			await server.close();
		}
	});
}

async function answerTo(url: string): Promise<readonly [number, string]> {
	const response = await fetch(url, { signal: AbortSignal.timeout(20_000) });
	return [response.status, await response.text()];
}

/** A sandbox of its own with the credential that fits it. */
async function openService(world: Instance, name: ServiceName) {
	const sandbox = await startSandbox({ service: name, apiKey: `key-${randomBytes(8).toString('hex')}` });
	beforeShutdown(() => sandbox.close());
	const service = new Service(sandbox.url, sandbox.apiKey);
	const token = randomBytes(8).toString('hex');
	const fields = { baseUrl: sandbox.url, apiKey: sandbox.apiKey, ...byNumber, signatureScheme: 'none', verifyToken: token };
	return { service, token, credential: await saveCredential(world, fields) };
}

/** What a person does who has an account, an empty n8n, and nothing else. */
async function walk(world: World, page: Page, name: ServiceName, context: TestContext): Promise<void> {
	const sandbox = await startSandbox({ service: name, apiKey: `key-${randomBytes(8).toString('hex')}` });
	beforeShutdown(() => sandbox.close());
	const [service, token, secret] = [new Service(sandbox.url, sandbox.apiKey), 'a-token-of-mine', randomBytes(16).toString('hex')];
	const person = new Person(page);
	const enter = async (field: string, text: string) => await person.fill(page.locator(`${byTestId(`parameter-input-${field}`)} input, ${byTestId(`parameter-input-${field}`)} textarea`).first(), text);
	const option = async (text: string) => await person.click(page.locator('.el-select-dropdown__item:visible', { hasText: text }));

	const dialog = await CredentialDialog.openNew(page, world.n8nUrl, 'Messaging API');
	person.clicks += 4;
	await enter('baseUrl', sandbox.url);
	await enter('apiKey', sandbox.apiKey);
	if (name === 'document') await enter('webhookSecret', secret);
	else {
		await person.click(`${byTestId('parameter-input-customizeEndpoints')} .el-switch`);
		const { sendPath, templatesPath, phoneNumbersPath, mediaPath } = byNumber;
		for (const [field, path] of Object.entries({ sendPath, templatesPath, phoneNumbersPath, mediaPath })) await enter(field, path);
		await person.click(`${byTestId('parameter-input-signatureScheme')} input`);
		await option('None');
		await enter('verifyToken', token);
	}
	const saved = page.waitForResponse((response) => response.request().method() === 'POST' && response.url().endsWith('/rest/credentials'));
	const { status } = await dialog.saveAndTest();
	person.clicks += 1;
	assert.equal(status, 'OK');
	const { data: { name: credential } } = z.object({ data: z.object({ name: z.string() }) }).parse(await (await saved).json());
	await world.picture(page, `two-services-${name}-credential`);
	const choose = async () => {
		await person.click(`${byTestId('node-credentials-select')} input`);
		await option(credential);
	};

	await person.begin(world.n8nUrl);
	await person.addNode('Messaging', 'Send a template message', 'send message');
	const panel = await NodePanel.opened(page);
	await choose();
	await person.pick('phoneNumberId', 'Example Shop');
	const placeholders = NodePanel.nextPlaceholders(page, 'order_update');
	await person.pick('template', 'order_update', 'order');
	for (const { id } of (await placeholders).filter((one) => one.id !== 'message')) await person.fill(panel.parameter(id), `typed ${id}`);
	await person.fill(panel.parameter('to'), to);
	person.clicks += 1;
	await panel.execute();
	assert.equal(await panel.failure(), undefined);
	await world.picture(page, `two-services-${name}-sent`);
	const [arrived] = await service.acceptedFor(to);
	assert.deepEqual(arrived?.body.variables, { header: { order_id: 'typed header.order_id' }, body: { first_name: 'typed body.first_name', status: 'typed body.status' } });
	// The address of an open panel names the node too.
	const sendingWorkflow = await until('the workflow to have an ID', () => Promise.resolve(/^.*\/workflow\/\w{10,}/.exec(page.url())?.[0]));

	await page.goto(`${world.n8nUrl}/workflow/new`);
	await person.click(byTestId('canvas-add-button'));
	await page.keyboard.type('messaging');
	await person.click(page.locator(byTestId('node-creator-item-name')).getByText('Messaging', { exact: true }));
	await person.click(page.locator(byTestId('node-creator')).getByText('On message delivered', { exact: true }));
	const trigger = await NodePanel.opened(page);
	await choose();
	const url = await trigger.productionUrl();
	person.clicks += 3;
	await world.picture(page, `two-services-${name}-trigger`);
	await trigger.close();
	await person.click(byTestId('workflow-open-publish-modal-button'));
	await person.click(byTestId('workflow-publish-button'));
	person.clicks += 1;
	const workflowId = await until('the workflow to have an ID', () => Promise.resolve(/workflow\/(\w{10,})/.exec(page.url())?.[1]));
	await until('the URL to answer', async () => ((await answerTo(`${url}?${question(token)}`))[0] === 404 ? undefined : true));

	if (name === 'document') await registerByHand({ ...world, service }, { url, events: ['sent', 'delivered'], secret });
	else await registerInDashboard(page, person, sandbox.url, url, token, world);

	await page.goto(sendingWorkflow);
	await (await NodePanel.openNode(page, 'Send a template message')).execute();
	person.clicks += 2;
	const second = await until('the second message', async () => (await service.acceptedFor(to))[1]);
	await until('the status to start the workflow', async () => {
		for (const { id } of await listExecutions(world.session, workflowId)) {
			const items = await outputOf(world.session, id, 'Messaging Trigger');
			if (items.some((item) => item.message_id === second.message_id && item.status === 'delivered')) return true;
		}
		return undefined;
	});
	context.diagnostic(person.report());
}

async function registerInDashboard(page: Page, person: Person, dashboard: string, url: string, token: string, world: World): Promise<void> {
	const other = await page.context().newPage();
	await other.goto(dashboard);
	const press = async (button: string) => {
		person.clicks += 1;
		await other.getByRole('button', { name: button, exact: true }).click();
	};
	await press('Register webhook');
	await person.fill(other.getByLabel('Webhook URL'), url);
	await person.fill(other.getByLabel('Verify Token'), token);
	await press('Verify and register');
	await other.getByRole('status').getByText(`Registered: ${url}`).waitFor();
	await world.picture(other, 'two-services-registered');
	await other.close();
}
