import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

// With the extension: outside jest a `.node.json` would be found first.
import { Messaging } from '../../nodes/Messaging/Messaging.node.ts';
import { executeContext, type NodeSettings, outputOf, startMessaging } from '../support/engine';
import { listenerCount } from '../support/listeners.mts';
import { errorOf, templateParameters, textParameters } from '../support/messages';
import { orderUpdate, type ReceivedRequest, type ScriptedAnswer } from '../support/service';
import { to, useService } from '../support/useService';
import { listeningTo } from '../support/webhook';

/** What a template's list and a header's file do to the messages that wait for them. */

const service = useService();

const kinds = { list: '/v1/messaging/templates', upload: '/v1/messaging/media', message: '/v1/messaging/send' } as const;
type Kind = keyof typeof kinds;
const is = (kind: Kind, { url }: ReceivedRequest) => url.startsWith(kinds[kind]);

/** How many requests of each kind there were. */
const counts = () => Object.keys(kinds).map((kind) => service.requests.filter((request) => is(kind as Kind, request)).length);

/** The service answers one kind of request so, and takes all others. */
function answering(kind: Kind, answer: (request: ReceivedRequest) => ScriptedAnswer | undefined) {
	service.answer = (request) => (is(kind, request) ? answer(request) : undefined) ?? (is('upload', request) ? { body: { media_id: 'm-1' } } : undefined);
}

/** Items that each bring a file of their own. */
const withFiles = (count: number): INodeExecutionData[] =>
	Array.from({ length: count }, (_, index) => ({
		json: {},
		binary: { data: { mimeType: 'image/png', fileName: `${index}.png`, data: Buffer.from(`file ${index}`).toString('base64') } },
	}));

const parameters = (options: INodeParameters, recipient = to) => templateParameters({ headerMedia: 'binary', binaryPropertyName: 'data', to: recipient, options });

const rateLimited = { outcome: 'not_sent', category: 'rate-limited', to };

test.each<[string, Kind, number, object, number[]]>([
	['a message', 'message', 429, { outcome: 'rejected', category: 'rate-limited' }, [1, 1, 1]],
	['a file', 'upload', 429, rateLimited, [1, 1, 0]],
	['a file, with status 503', 'upload', 503, { outcome: 'not_sent', category: 'service' }, [1, 1, 0]],
	['the list of templates', 'list', 429, rateLimited, [1, 0, 0]],
])('a service that asks for a wait of an hour in the answer to %s gets no file and no message of the others', async (_what, kind, status, expected, requests) => {
	answering(kind, () => ({ status, headers: { 'retry-after': '3600' }, body: {} }));
	const [first, ...others] = outputOf(await service.run(parameters({ concurrency: 1 }), withFiles(4))).map(errorOf);
	expect(counts()).toEqual(requests);
	expect(first).toMatchObject({ ...expected, httpStatus: status, retryAfterMs: 3_600_000 });
	expect(others).toHaveLength(3);
	for (const other of others) {
		expect(other).toMatchObject(rateLimited);
		expect(other.retryAfterMs).toBeGreaterThan(3_500_000);
		expect(other.retryAfterMs).toBe(Math.round(Number(other.retryAfterMs)));
		// Of a list all of them have got the answer.
		if (kind === 'list') continue;
		expect(other.httpStatus).toBeUndefined();
		expect(other.message).toBe('The service asks to wait 60 minutes');
		expect(other.description).toMatch(/another request of this run.*Send this item again later/);
	}
});

const endless = ({ url }: ReceivedRequest) => ({ body: { data: [orderUpdate], paging: { next: 'there is more', cursors: { after: `after ${url}` } } } });

test.each<[string, Kind, INodeParameters, (request: ReceivedRequest) => ScriptedAnswer | undefined, number[]]>([
	['a file from leaving that waits for its turn', 'upload', { concurrency: 3, messagesPerSecond: 0.001 }, () => undefined, [1, 1, 0]],
	['a file from leaving again that the service could not take', 'upload', { concurrency: 1 }, () => ({ status: 500 }), [1, 1, 0]],
	['the next page of a list from being read', 'list', { concurrency: 3 }, endless, [1, 0, 0]],
])('the cancel button of n8n keeps %s', async (_what, kind, options, answer, requests) => {
	const log: string[] = [];
	let cancel = () => {};
	answering(kind, (request) => {
		cancel();
		return answer(request);
	});
	// To different people: messages to the same one wait for each other.
	const given = parameters(options, '=+1201555010{{ $itemIndex }}');
	await listeningTo(service.editor(given), log, async () => {
		const run = startMessaging(service.settings(given), withFiles(3));
		cancel = () => run.cancel();
		return await run;
	});
	expect(counts()).toEqual(requests);
	expect(log.filter((line) => line.includes('cancelled'))).toEqual([
		JSON.stringify(['Messaging node "messaging" of workflow workflow-1 was cancelled: 0 accepted, 3 not started']),
	]);
});

test.each<[string, INodeParameters, Partial<NodeSettings>]>([
	['that sends', {}, {}],
	['that sends nothing, as a dry run', { dryRun: true }, {}],
	['that is refused, as a dry run of items that cannot be sent', { dryRun: true, messageKey: '' }, { onError: 'stopWorkflow' }],
	['that is refused, because nothing can be remembered', { messageKey: 'A' }, { workflowId: '' }],
])('the execution, which may run the node many times, forgets a run %s', async (_which, options, changes) => {
	const cancel = new AbortController();
	const context = executeContext(service.settings(textParameters({ to, options }), changes), cancel.signal);
	await new Messaging().execute.call(context).catch(() => undefined);
	expect(listenerCount(cancel.signal)).toBe(0);
});
