import { HookContext } from 'n8n-core';
import type { IHookFunctions } from 'n8n-workflow';

import { connect, type RequestContext, type ServiceRequest } from '../../nodes/Messaging/service/connection';
import { OverdueError, within } from '../../nodes/Messaging/service/deadline';
import { useClosing } from '../support/closing';
import { editorContext, startMessaging, workflowWith, type NodeSettings } from '../support/engine';
import { answerSlowly, stallingAnswers } from '../support/stallingAnswers.mts';
import { recipients, textParameters } from '../support/messages';
import { onRequest, startRawService, type RawService, type Serve } from '../support/rawService.mts';
import { countOpenHandles, noConnectionLeft, openHandlesBackTo, listenersOf } from '../support/openHandles.mts';
import { to, useService } from '../support/useService';
import { listeningTo } from '../support/webhook';

const service = useService();
const closing = useClosing();

// A process's first request loads n8n's HTTP library, which is no part of what a service takes.
beforeEach(async () => void (await service.run(textParameters())));

async function serving(hold: Serve) {
	let requests = 0;
	const held = await startRawService((socket) =>
		onRequest(socket, () => {
			requests++;
			hold(socket);
		}),
	);
	// A connection that carried none is no message: on a busy machine it may come first.
	return closing({ ...held, requests: () => requests });
}

const settings = ({ url }: RawService, options = {}): NodeSettings =>
	service.settings(textParameters({ options }), { credential: service.credential({ baseUrl: url }) });

describe.each(stallingAnswers)('%s', (_name, hold) => {
	test('ends at the timeout: the message is unknown, was sent once, and nothing is left behind', async () => {
		const held = await serving(hold);
		const before = countOpenHandles();
		const { parameters, ...others } = settings(held, { timeout: 300 });
		const error = await service.failing(parameters, undefined, others);
		expect(error).toMatchObject({ outcome: 'unknown', category: 'network', code: 'ETIMEDOUT', to });
		expect(error.message).toBe('The service did not respond in time');
		expect(error.description).toMatch(/may or may not have been sent.*after 300 ms.*'Timeout'/);
		expect(held.requests()).toBe(1);
		await noConnectionLeft(held);
		await openHandlesBackTo(before);
	}, 20_000);

	test("ends with n8n's cancel button", async () => {
		let cancel = () => {};
		const held = await serving((socket) => {
			hold(socket);
			cancel();
		});
		const before = countOpenHandles();
		const log: string[] = [];
		const cancelled = await listeningTo(editorContext(settings(held)), log, async () => {
			const run = startMessaging(settings(held, { timeout: 3_600_000 }), recipients(to));
			cancel = () => run.cancel();
			return await run;
		});
		expect(cancelled.status).toBe('canceled');
		expect(log.join()).toContain('was cancelled: 0 accepted, 1 unknown');
		await noConnectionLeft(held);
		await openHandlesBackTo(before);
	}, 20_000);
});

/** What n8n hands over when a workflow with the trigger is published. */
function publishingContext(given: NodeSettings): IHookFunctions {
	const { node, workflow, additionalData } = workflowWith('messagingTrigger', given);
	return new HookContext(workflow, node, additionalData, 'trigger', 'activate') as IHookFunctions;
}

const requests: ReadonlyArray<[string, (given: NodeSettings) => RequestContext, ServiceRequest]> = [
	['a list in the editor', editorContext, { method: 'GET', path: '/v1/messaging/templates' }],
	['an upload', editorContext, { method: 'POST', path: '/v1/messaging/media', body: Buffer.alloc(1_000), contentType: 'multipart/form-data; boundary=x' }],
	['a registration', publishingContext, { method: 'POST', path: '/v1/messaging/webhooks', body: { url: 'https://n8n.example' } }],
	['the removal of a registration', publishingContext, { method: 'DELETE', path: '/v1/messaging/webhooks/1' }],
];

test.each(requests)('%s ends at its timeout, whatever the service does', async (_name, contextOf, request) => {
	await Promise.all(
		stallingAnswers.map(async ([, hold]) => {
			const held = await serving(hold);
			const connection = await connect(contextOf(settings(held)));
			if (!connection.ok) throw new Error(connection.error.message);
			const answer = await connection.value.request({ ...request, timeout: 300 });
			expect(answer).toEqual({ ok: false, error: { code: 'ETIMEDOUT', isUnsent: false, message: expect.any(String), waitedMs: 300 } });
			await noConnectionLeft(held);
		}),
	);
}, 20_000);

test('a slow answer that is complete in time is taken', async () => {
	const slow = await serving((socket) => answerSlowly(socket, '{"success":true,"message_id":"m-1"}'));
	const { parameters, ...others } = settings(slow, { timeout: 20_000 });
	expect(await service.output(parameters, undefined, others)).toMatchObject([{ success: true }]);
});

describe('what a deadline leaves to itself', () => {
	const never = async () => await new Promise<never>(() => {});

	test('work that does not heed it ends for those who wait, and what it gives later is not looked at', async () => {
		let giveLate: (answer: string) => void = () => {};
		const late = new Promise<string>((resolve) => {
			giveLate = resolve;
		});
		const overdue = within(60, undefined, async () => await late);
		await expect(overdue).rejects.toThrow(OverdueError);
		giveLate('accepted');
		await expect(overdue).rejects.toMatchObject({ waitedMs: 60 });
	});

	test('it leaves nothing behind, whether the work failed or not', async () => {
		const before = countOpenHandles();
		const { signal } = new AbortController();
		await within(3_600_000, signal, async () => await Promise.resolve());
		await expect(within(3_600_000, signal, async () => await Promise.reject(new Error('no')))).rejects.toThrow('no');
		expect(countOpenHandles()).toBe(before);
		expect(listenersOf(signal)).toBe(0);
	});

	test('a cancelled execution starts nothing, and waits for nothing that does not heed it', async () => {
		const execution = new AbortController();
		const waiting = within(3_600_000, execution.signal, never);
		execution.abort();
		await expect(waiting).rejects.not.toBeInstanceOf(OverdueError);
		expect(await within(60, execution.signal, async (signal) => await Promise.resolve(signal.aborted))).toBe(true);
	});
});
