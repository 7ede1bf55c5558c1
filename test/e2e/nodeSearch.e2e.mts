import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { settled } from './until.mts';
import type { World } from './world.mts';

const byTestId = (id: string) => `[data-test-id="${id}"]`;

/** What a person types who looks for this package, and the best place that others leave it in the list. */
const words = [
	{ word: 'Messaging', within: 1 },
	{ word: 'delivery status', within: 1 },
	{ word: 'send message', within: 1 },
	{ word: 'template message', within: 1 },
	{ word: 'one-time code', within: 1 },
	{ word: 'failed message', within: 1 },
	{ word: 'WhatsApp Business', within: 2 },
	{ word: 'WhatsApp', within: 2 },
	{ word: 'template', within: 5 },
	{ word: 'message', within: 5 },
];

/** n8n shows a node and its trigger as one entry, described in the trigger's words, which therefore say what the node sends. */
const description = 'Send WhatsApp-style template, text and media messages, or start a workflow when their delivery status changes or people write back';

/** Both nodes are found where a person looks for them. */
export function nodeSearchTests(world: World): void {
	void test('the node panel finds the trigger for a workflow that is still empty', world.withPage(async (page) => {
		await page.goto(`${world.n8nUrl}/workflow/new`);
		await page.locator(byTestId('canvas-add-button')).click();
		await findByEachWord(page);
		await world.picture(page, 'search-first-step');
		await openEntry(page);
		for (const status of ['sent', 'delivered', 'read', 'failed']) {
			await page.locator(byTestId('node-creator')).getByText(`On message ${status}`, { exact: true }).waitFor();
		}
	}));

	void test('the node panel finds the node for a further step, with each operation as an action', world.withPage(async (page) => {
		await page.goto(`${world.n8nUrl}/workflow/${world.status.workflowId}`);
		await page.locator(byTestId('node-creator-plus-button')).click();
		await findByEachWord(page);
		await openEntry(page);
		const actions = [
			'Send a template message',
			'Send a text message',
			'Send a media message',
			'Send a message and wait for response',
			'Upload a media file',
			'Get many templates',
			'Preview a template message',
			'Get many sending numbers',
		];
		for (const action of actions) {
			await page.locator(byTestId('node-creator')).getByText(action, { exact: true }).waitFor();
		}
		await world.picture(page, 'search-actions');
	}));
}

async function findByEachWord(page: Page): Promise<void> {
	for (const { word, within } of words) {
		await page.locator(byTestId('node-creator-search-bar')).fill(word);
		await page.locator(byTestId('node-creator-item-description'), { hasText: description }).waitFor();
		await settled(() => page.locator(byTestId('node-creator-item-name')).allInnerTexts(), (names) => {
			const place = names.indexOf('Messaging') + 1;
			assert.ok(place >= 1 && place <= within, `"${word}" finds it at place ${String(place)} of: ${names.join(', ')}`);
		});
	}
}

async function openEntry(page: Page): Promise<void> {
	await page.locator(byTestId('node-creator-search-bar')).fill('Messaging');
	await page.locator(byTestId('node-creator-item-name')).getByText('Messaging', { exact: true }).click();
	await page.locator(byTestId('node-creator')).getByText(/^Actions \(8\)/).waitFor();
}
