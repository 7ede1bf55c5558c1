import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';

import type { Page } from 'playwright-core';

import { hashOf } from './support/conversation.mts';
import { inboxWindow } from './support/inboxWindow.mts';
import { ada, idOf } from './support/sandbox.ts';

/**
 * The inbox with 10,000 messages. What is asserted are bounds (what stands in the page, what is kept);
 * times are measured and told, not asserted, since they are the machine's.
 */

const inbox = inboxWindow({ settings: { rate_limit_per_second: 0 } });

const count = 10_000;

async function sendAll(toOf: (place: number) => string): Promise<void> {
	const atOnce = 50;
	for (let first = 0; first < count; first += atOnce) {
		await Promise.all(
			Array.from({ length: atOnce }, async (_, more) =>
				idOf(
					await inbox.client.send('template', {
						to: toOf(first + more),
						template_name: 'case_closed',
						language_code: 'en_US',
						variables: { body: { case_id: `C-${String(first + more)}` } },
					}),
				),
			),
		);
	}
}

/** Starts to note how long each frame of the page takes; the answer gives the noted times, in milliseconds. */
async function watchFrames(page: Page): Promise<() => Promise<{ median: number; slowest: number }>> {
	const frames = await page.evaluateHandle(() => {
		const times: number[] = [];
		const note = (time: number) => {
			times.push(time);
			requestAnimationFrame(note);
		};
		requestAnimationFrame(note);
		return times;
	});
	return () =>
		frames.evaluate((times) => {
			const spans = times.slice(1).map((time, place) => time - (times[place] ?? time));
			spans.sort((a, b) => a - b);
			return { median: spans[spans.length >> 1] ?? 0, slowest: spans.at(-1) ?? 0 };
		});
}

/** Scrolls a part of the page by so much in each of a hundred frames and gives the median and slowest frame, in milliseconds. */
async function scroll(page: Page, selector: string, pixels: number) {
	const frames = await watchFrames(page);
	await page.evaluate(
		async ({ selector: part, pixels: by }) => {
			const element = document.querySelector(part);
			for (let frame = 0; frame < 100; frame++) {
				if (element !== null) element.scrollTop += by;
				await new Promise(requestAnimationFrame);
			}
		},
		{ selector, pixels },
	);
	return frames();
}

const elements = (page: Page) => page.evaluate(() => document.querySelectorAll('*').length);

const tell = (test: TestContext, what: string, { median, slowest }: { median: number; slowest: number }) =>
	test.diagnostic(`${what}: frames of ${median.toFixed(1)} ms (median), ${slowest.toFixed(1)} ms (slowest)`);

async function openAnew(context: TestContext, what: string, row: string, hash = ''): Promise<Page> {
	const begin = performance.now();
	const page = await inbox.open({ hash });
	await page.locator(row).first().waitFor();
	context.diagnostic(`${what}: drawn ${Math.round(performance.now() - begin)} ms after the window was opened`);
	return page;
}

void test('10,000 conversations', async (context) => {
	const open = await inbox.open();
	const frames = await watchFrames(open);
	const begin = performance.now();
	await sendAll((place) => `+1201555${String(place).padStart(4, '0')}`);
	context.diagnostic(`${count} messages accepted in ${Math.round(performance.now() - begin)} ms with the page open`);
	await open.getByText('10,000 conversations').waitFor();
	tell(context, 'while they arrive', await frames());
	await open.close();

	const page = await openAnew(context, '10,000 conversations', '.chat');
	assert.ok((await elements(page)) < 1000);
	tell(context, 'scrolling the list', await scroll(page, '.chats', 3000));
	const filter = page.getByRole('searchbox');
	await filter.fill('+12015559123');
	await page.locator('.chat').nth(1).waitFor({ state: 'detached' });
	assert.deepEqual(await page.locator('.chat strong').allTextContents(), ['+12015559123']);
	await filter.fill('');
	await page.getByRole('listbox').focus();
	await page.keyboard.press('End');
	await page.getByText('We closed your case C-0').last().waitFor();
	assert.ok((await elements(page)) < 1000);
	const { rss } = process.memoryUsage();
	context.diagnostic(`memory of the service and this test: ${Math.round(rss / 1e6)} MB`);
});

void test('one conversation of 10,000 messages', async (context) => {
	const open = await inbox.open({ hash: hashOf(ada) });
	const frames = await watchFrames(open);
	await sendAll(() => ada);
	await open.locator('.row-in', { hasText: 'C-9999' }).waitFor();
	tell(context, 'while they arrive', await frames());
	await open.close();

	const page = await openAnew(context, 'one conversation', '.row-in', hashOf(ada));
	tell(context, 'scrolling the conversation', await scroll(page, '.log', -200));
	for (const [end, begin] of [[9940, 9880], [9880, 9820], [9820, 9760], [9760, 9700]] as const) {
		await page.getByRole('button', { name: 'Earlier messages' }).click();
		await page.locator('.row-in', { hasText: `C-${String(begin)}.` }).waitFor();
		// What was at the top before stays in sight: nothing jumps.
		assert.ok((await page.locator('.row-in', { hasText: `C-${String(end)}.` }).count()) === 1);
		assert.ok((await page.locator('.row-in').count()) <= 180);
	}
	await page.getByRole('button', { name: /^Newest messages/ }).click();
	await page.locator('.row-in', { hasText: 'C-9999.' }).waitFor();
	assert.ok((await elements(page)) < 4000);
});
