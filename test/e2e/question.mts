import type { Page } from 'playwright-core';
import { parse as unflatten } from 'flatted';
import { z } from 'zod';
import { complaintsOf } from './browser.mts';
import { tell } from './sandboxControl.mts';
import { messagingNode, saveWorkflow, triggerName } from './sendingWorkflow.mts';
import { until } from './until.mts';
import type { Instance } from './world.mts';

/** A question to somebody, as a text. */
export const questionTo = (to: string, changes: Readonly<Record<string, unknown>> = {}) => ({
	resource: 'message',
	operation: 'sendAndWait',
	phoneNumberId: { __rl: true, mode: 'id', value: '1906000000000001' },
	to,
	sendAs: 'text',
	message: 'May I give Ada a discount of 20 %?',
	responseType: 'approval',
	approvalOptions: { values: { approvalType: 'double' } },
	options: {},
	...changes,
});

/** Lets the sandbox take texts for somebody, who has written by then. */
export const openWindowTo = async (world: Instance, to: string): Promise<void> => tell(world, 'window', { to, open: true });

/** Saves a workflow that asks one question. */
export const saveQuestion = (world: Instance, parameters: Record<string, unknown>, settings: Readonly<Record<string, unknown>> = {}) =>
	saveWorkflow(world, [messagingNode(world, parameters, settings)]);

/** Starts a workflow as the editor does. @returns the id of the execution */
export async function start(world: Instance, workflowId: string, trigger = triggerName): Promise<string> {
	const workflowData = await world.session.request('GET', `/workflows/${workflowId}`, z.record(z.unknown()));
	const started = z.object({ executionId: z.string() });
	const { executionId } = await world.session.request('POST', `/workflows/${workflowId}/run`, started, {
		workflowData,
		triggerToStartFrom: { name: trigger },
	});
	return executionId;
}

const execution = z.object({ status: z.string(), data: z.string() });

/** Waits until an execution waits for an answer. @throws when it has ended instead */
export async function waiting(world: Instance, executionId: string): Promise<void> {
	await until(`execution ${executionId} to wait`, async () => {
		const { status, data } = await world.session.request('GET', `/executions/${executionId}`, execution);
		if (['error', 'success', 'crashed'].includes(status)) throw new Error(`It ended as ${status}: ${JSON.stringify(unflatten(data)).slice(0, 2000)}`);
		return status === 'waiting' ? true : undefined;
	});
}

/** The links that somebody was sent, oldest first, once there are so many. */
export async function linksSentTo(world: Instance, to: string, count = 1): Promise<string[]> {
	return until(`${String(count)} links to ${to}`, async () => {
		const texts = (await world.service.acceptedFor(to)).map(({ body }) => String(body.text));
		const links = texts.flatMap((text) => /http\S+/.exec(text) ?? []);
		return links.length >= count ? links : undefined;
	});
}

/** Answers as the form of the page does, without a page. */
export const answer = (link: string, fields: Record<string, string>): Promise<Response> =>
	fetch(link, { method: 'POST', body: new URLSearchParams(fields) });

/** What axe has to complain about in a page; in a tab of its own, if scripts may run. */
export async function complaints(page: Page): Promise<string[]> {
	const content = await page.content();
	const scheme = await page.evaluate(() => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'));
	const tab = await page.context().newPage();
	try {
		await tab.setViewportSize({ width: 380, height: 760 });
		await tab.emulateMedia({ colorScheme: scheme });
		await tab.setContent(content);
		return await complaintsOf(tab);
	} finally {
		await tab.close();
	}
}
