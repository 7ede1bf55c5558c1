import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { editorContext, outputOf, runMessaging, startMessaging } from '../support/engine';
import { errorOf, templateParameters } from '../support/messages';
import { accepting, orderUpdate, startService, type ReceivedRequest, type ScriptedAnswer, type ScriptedService } from '../support/service';
import { listeningTo } from '../support/webhook';

/** What a template's list and a header's file do to the messages that wait for them. */
let service: ScriptedService;

afterEach(async () => {
	await service.close();
});

const isUpload = ({ url }: { readonly url: string }) => url === '/v1/messaging/media';
const isMessage = ({ url }: { readonly url: string }) => url === '/v1/messaging/send';
const isList = ({ method }: { readonly method: string }) => method === 'GET';

const countOf = (kind: (request: ReceivedRequest) => boolean) => service.requests.filter(kind).length;

async function answering(answer: (request: ReceivedRequest) => ScriptedAnswer | undefined) {
	service = await startService(
		(request) => answer(request) ?? (isUpload(request) ? { body: { media_id: 'm-1' } } : accepting(request)),
	);
}

/** Items that each bring a file of their own. */
const withFiles = (count: number): INodeExecutionData[] =>
	Array.from({ length: count }, (_, index) => ({
		json: {},
		binary: { data: { mimeType: 'image/png', fileName: `${index}.png`, data: Buffer.from(`file ${index}`).toString('base64') } },
	}));

const settings = (options: INodeParameters) => ({
	credential: { baseUrl: service.url, apiKey: 'key-123' },
	parameters: templateParameters({ headerMedia: 'binary', binaryPropertyName: 'data', options }),
	onError: 'continueRegularOutput' as const,
});

const comeBackInAnHour = (status: number): ScriptedAnswer => ({ status, headers: { 'retry-after': '3600' }, body: {} });

const heldBack = { outcome: 'not_sent', category: 'rate-limited', message: 'The service asks to wait 60 minutes', to: '+12015550123' };

describe('a service that asks for a wait of an hour', () => {
	const failures = async (count: number, concurrency = 1) =>
		outputOf(await runMessaging(settings({ concurrency }), withFiles(count))).map(errorOf);

	test('in the answer to a message gets no file and no message of the others', async () => {
		await answering((request) => (isMessage(request) ? comeBackInAnHour(429) : undefined));
		const [first, ...others] = await failures(4);
		expect(countOf(isUpload)).toBe(1);
		expect(countOf(isMessage)).toBe(1);
		expect(first).toMatchObject({ ...heldBack, outcome: 'rejected', httpStatus: 429, retryAfterMs: 3_600_000 });
		expect(others).toHaveLength(3);
		for (const other of others) {
			expect(other).toMatchObject(heldBack);
			expect(other.retryAfterMs).toBeGreaterThan(3_500_000);
			expect(other.httpStatus).toBeUndefined();
			expect(other.description).toMatch(/another request of this run.*Send this item again later/);
		}
	});

	test.each([
		[429, 'rate-limited'],
		[503, 'service'],
	])('in the answer %i to a file gets nothing more, and nobody was refused', async (status, category) => {
		await answering((request) => (isUpload(request) ? comeBackInAnHour(status) : undefined));
		const [first, ...others] = await failures(4);
		expect(countOf(isUpload)).toBe(1);
		expect(countOf(isMessage)).toBe(0);
		expect(first).toMatchObject({ outcome: 'not_sent', category, httpStatus: status, retryAfterMs: 3_600_000 });
		expect(others).toHaveLength(3);
		for (const other of others) expect(other).toMatchObject(heldBack);
	});

	test('in the answer to the list of templates gets nothing more', async () => {
		await answering((request) => (isList(request) ? comeBackInAnHour(429) : undefined));
		const all = await failures(4, 4);
		expect(service.requests).toHaveLength(1);
		expect(all).toHaveLength(4);
		for (const one of all) {
			expect(one).toMatchObject({ outcome: 'not_sent', category: 'rate-limited', httpStatus: 429, retryAfterMs: 3_600_000 });
		}
	});
});

describe("n8n's cancel button", () => {
	/** Cancels as soon as a request of this kind is there; gives what n8n's log says of it. */
	async function cancelledAt(
		kind: (request: ReceivedRequest) => boolean,
		options: INodeParameters,
		answer: (request: ReceivedRequest) => ScriptedAnswer | undefined = () => undefined,
	): Promise<readonly string[]> {
		const log: string[] = [];
		let cancel = () => {};
		await answering((request) => {
			if (kind(request)) cancel();
			return answer(request);
		});
		await listeningTo(editorContext(settings(options)), log, async () => {
			const run = startMessaging(settings(options), withFiles(3));
			cancel = () => run.cancel();
			return await run;
		});
		return log.filter((line) => line.includes('cancelled'));
	}

	const saying = (counts: string) => [
		JSON.stringify([`Messaging node "messaging" of workflow workflow-1 was cancelled: ${counts}`]),
	];

	test('keeps a file from leaving that waits for its turn', async () => {
		const log = await cancelledAt(isUpload, { concurrency: 3, messagesPerSecond: 0.001 });
		expect(countOf(isUpload)).toBe(1);
		expect(countOf(isMessage)).toBe(0);
		expect(log).toEqual(saying('0 accepted, 3 not started'));
	});

	test('keeps a file from leaving again that the service could not take', async () => {
		const log = await cancelledAt(isUpload, { concurrency: 1 }, (request) => (isUpload(request) ? { status: 500 } : undefined));
		expect(countOf(isUpload)).toBe(1);
		expect(log).toEqual(saying('0 accepted, 3 not started'));
	});

	test('keeps the next page of a list from being read', async () => {
		const log = await cancelledAt(isList, { concurrency: 3 }, (request) =>
			isList(request)
				? { body: { data: [orderUpdate], paging: { next: 'there is more', cursors: { after: `after ${request.url}` } } } }
				: undefined,
		);
		expect(service.requests).toHaveLength(1);
		expect(log).toEqual(saying('0 accepted, 3 not started'));
	});
});
