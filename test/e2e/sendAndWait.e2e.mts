import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { noticePage, questionPage } from '../../nodes/Messaging/question/page.ts';
import { readPageWords } from '../../nodes/Messaging/question/texts.ts';
import { at } from '../../nodes/Messaging/text/json.ts';
import { questionTemplate } from '../../sandbox/fixtures/textTemplates.ts';
import { finished } from './exampleRuns.mts';
import { NodePanel } from './nodePanel.mts';
import { answer, complaints, linksSentTo, openWindowTo, questionTo, saveQuestion, start, waiting } from './question.mts';
import { tell } from './sandboxControl.mts';
import { into, messagingNode, nodeName, saveWorkflow, triggerName, workflowNode } from './sendingWorkflow.mts';
import type { World } from './world.mts';

const small = { width: 380, height: 760 };

/** A message goes out, a person answers on its page, and the workflow goes on. */
export function sendAndWaitTests(world: World): void {
	async function ask(to: string, changes: Record<string, unknown> = {}, settings: Record<string, unknown> = {}) {
		await openWindowTo(world, to);
		const executionId = await start(world, await saveQuestion(world, questionTo(to, changes), settings));
		await waiting(world, executionId);
		const [link = ''] = await linksSentTo(world, to);
		return { executionId, link, to };
	}

	/** What the workflow goes on with. The ledger has one question, whatever happened meanwhile. */
	async function dataOf({ executionId, to }: { readonly executionId: string; readonly to: string }): Promise<unknown> {
		const done = await finished(world, executionId);
		assert.deepEqual([done.status, done.failure], ['success', undefined]);
		const [item, another] = done.output(nodeName);
		assert.equal(another, undefined);
		assert.equal((await world.service.acceptedFor(to)).length, 1);
		return item?.data;
	}

	/** Looks at a page as a phone shows it, in the light and in the dark. */
	async function lookAt(page: Page, name: string): Promise<void> {
		for (const colorScheme of ['light', 'dark'] as const) {
			await page.emulateMedia({ colorScheme });
			await world.picture(page, `question-${name}-${colorScheme}`);
			assert.deepEqual(await complaints(page), [], name);
		}
		assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0, name);
	}

	void test('somebody approves on their phone, once: a second click finds nothing to do', world.withPage(async (page) => {
		const to = '+13125550171';
		await page.setViewportSize(small);
		const asked = await ask(to, {
			phoneNumberId: { __rl: true, mode: 'list', value: '1906000000000001', cachedResultName: 'Example Shop · +1 201 555 0100' },
			message: 'May I give Ada a discount of 20 %?\n\nOrder A-1001, <b>two</b> teapots.',
		});
		const { link } = asked;
		const shown = await page.goto(link);
		assert.match(shown?.headers()['content-security-policy'] ?? '', /^default-src 'none'.*sandbox allow-forms$/);
		assert.match(await page.locator('main').innerText(), /Example Shop · \+1 201 555 0100[^]*Order A-1001, <b>two<\/b> teapots\./);
		await lookAt(page, 'approval');
		await page.keyboard.press('Tab');
		await page.keyboard.press('Enter');
		await page.getByRole('heading', { name: 'Thank you' }).waitFor();
		assert.match(await page.locator('main').innerText(), /Order A-1001[^]*Your answer\s+Approve$/);
		await lookAt(page, 'recorded');
		assert.deepEqual(Object.keys((await dataOf(asked)) ?? {}), ['approved', 'respondedAt']);
		assert.equal(at(await dataOf(asked), 'approved'), true);
		await page.goto(link);
		assert.match(await page.locator('body').innerText(), /No action required/);
		assert.equal((await world.service.acceptedFor(to)).length, 1);
	}));

	void test('somebody answers in words, which stay words', world.withPage(async (page) => {
		await page.setViewportSize(small);
		const pageTexts = { values: { askedBy: 'Café Ada', language: 'de', heading: 'Ihre Antwort, bitte', answerLabel: 'Ihre Antwort', sendLabel: 'Senden', recordedHeading: 'Danke' } };
		const asked = await ask('+13125550173', { responseType: 'freeText', message: 'Wie viel darf ich geben?', options: { pageTexts } });
		const { link } = asked;
		const empty = await answer(link, { text: ' ' });
		assert.deepEqual([empty.status, (await empty.text()).includes('Nothing was recorded yet')], [422, true]);
		await page.goto(link);
		await lookAt(page, 'text');
		await page.getByLabel('Ihre Antwort').fill('Only <b>10 %</b>,\nnot more');
		await page.getByRole('button', { name: 'Senden' }).click();
		await page.getByRole('heading', { name: 'Danke' }).waitFor();
		assert.match(await page.locator('main').innerText(), /Wie viel darf ich geben\?\s+Ihre Antwort\s+Only <b>10 %<\/b>,\nnot more$/);
		await lookAt(page, 'text-recorded');
		assert.equal(at(await dataOf(asked), 'text'), 'Only <b>10 %</b>,\nnot more');
	}));

	void test('what is no answer changes nothing, and of three clicks at once one counts, and only that one reads so', async () => {
		const asked = await ask('+13125550175');
		const { link } = asked;
		assert.equal((await answer(link.replace(/.$/, (last) => (last === '0' ? '1' : '0')), { answer: 'approve' })).status, 401);
		assert.equal((await answer(link.replace(/&signature=.*/, ''), { answer: 'approve' })).status, 401);
		assert.equal((await answer(`${link}&answer=approve`, { answer: 'approve' })).status, 401);
		assert.equal((await fetch(link, { method: 'POST' })).status, 422);
		assert.equal((await fetch(link, { method: 'POST', body: '{"answer":["approve"]}', headers: { 'content-type': 'application/json' } })).status, 422);
		await waiting(world, asked.executionId);
		const replies = await Promise.all(['approve', 'decline', 'approve'].map(async (choice) => {
			const response = await answer(link, { answer: choice });
			return { choice, text: await response.text(), status: response.status };
		}));
		const recorded = replies.filter(({ text }) => text.includes('Your answer was recorded'));
		assert.equal(recorded.length, 1, JSON.stringify(replies.map(({ status, text }) => [status, text.slice(0, 200)])));
		assert.equal(at(await dataOf(asked), 'approved'), recorded[0]?.choice === 'approve');
	});

	void test('every page can be read with a screen reader, in the light and in the dark', world.withPage(async (page) => {
		await page.setViewportSize(small);
		const question = { id: 'q', message: 'How much may I give?', words: readPageWords(undefined), until: null, messageId: null, to: null };
		const pages = {
			approval: questionPage({ ...question, choice: { type: 'approval', approve: 'Approve', decline: 'Decline' } }, true),
			text: questionPage({ ...question, choice: { type: 'freeText' } }, true),
			...Object.fromEntries((['old', 'late', 'broken', 'failed'] as const).map((name) => [name, noticePage(name)])),
		};
		for (const [name, html] of Object.entries(pages)) {
			await page.setContent(html);
			await lookAt(page, `unanswered-${name}`);
		}
	}));

	void test('as a template, the address of its button becomes the link', async () => {
		const to = '+13125550170';
		const { template_name, language_code, components } = questionTemplate(world.n8nUrl);
		await tell(world, 'templates', { template_name, language_code, components });
		const executionId = await start(world, await saveQuestion(world, questionTo(to, {
			sendAs: 'template',
			template: { __rl: true, mode: 'list', value: template_name },
			languageCode: 'auto',
			variablesMode: 'fields',
			variables: { mappingMode: 'defineBelow', value: { 'body.first_name': 'Ada', 'body.topic': 'a discount' } },
		})));
		await waiting(world, executionId);
		const [sent] = await world.service.acceptedFor(to);
		await answer(`${world.n8nUrl}/webhook-waiting/${String(at(sent?.body, 'variables', 'buttons', '1'))}`, { answer: 'approve' });
		assert.equal(at(await dataOf({ executionId, to }), 'approved'), true);
	});

	void test('in a loop each question has its link, and an old one decides nothing', async () => {
		const to = '+13125550176';
		await openWindowTo(world, to);
		const loop = workflowNode('Loop', 'n8n-nodes-base.splitInBatches', 3, { batchSize: 1, options: {} });
		const question = messagingNode(world, questionTo(to, { message: '={{ $json.text }}' }));
		const connections = { [triggerName]: into('Loop'), Loop: { main: [[], [{ node: nodeName, type: 'main', index: 0 }]] }, [nodeName]: into('Loop') };
		const pinData = { [triggerName]: ['First?', 'Second?'].map((text) => ({ json: { text } })) };
		const executionId = await start(world, await saveWorkflow(world, [loop, question], { connections, pinData }));
		const [first = ''] = await linksSentTo(world, to);
		await waiting(world, executionId);
		assert.equal((await answer(first, { answer: 'approve' })).status, 200);
		const [, second = ''] = await linksSentTo(world, to, 2);
		await waiting(world, executionId);
		assert.equal((await answer(first, { answer: 'approve' })).status, 410);
		assert.equal((await answer(second, { answer: 'decline' })).status, 200);
		const done = await finished(world, executionId);
		assert.deepEqual(done.output('Loop').map(({ data }) => at(data, 'approved')), [true, false]);
		assert.equal((await world.service.acceptedFor(to)).length, 2);
	});

	void test('n8n is killed while somebody thinks it over: the link works once n8n is back, and nothing was asked twice', async () => {
		const to = '+13125550177';
		const asked = await ask(to);
		const { link } = asked;
		await world.crashN8n();
		assert.equal((await fetch(link)).status, 200);
		assert.equal((await answer(link, { answer: 'approve' })).status, 200);
		assert.equal(at(await dataOf(asked), 'approved'), true);
	});

	void test('the panel shows the texts of the page, and a dry run that a phone may not reach this link', world.withPage(async (page) => {
		const to = '+13125550179';
		const workflowId = await saveQuestion(world, questionTo(to, { options: { dryRun: true } }));
		const panel = await NodePanel.open(page, world.n8nUrl, workflowId, nodeName);
		await world.picture(page, 'question-panel');
		await panel.addField('options', 'Texts of the Page');
		await panel.shows('heading', 'Your answer is needed');
		await panel.shows('recordedHeading', 'Thank you');
		await world.picture(page, 'question-page-texts');
		await panel.execute();
		await panel.putsOut(/only the network of n8n can reach[^]*webhook-waiting\/0\//);
		await world.picture(page, 'question-dry-run');
	}));
}
