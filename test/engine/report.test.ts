import type { IRun } from 'n8n-workflow';

import { editorContext, outputOf, runMessaging, startMessaging } from '../support/engine';
import { recipients, textParameters } from '../support/messages';
import { ProcessedData } from '../support/processedData';
import { accepting, startService, type ReceivedRequest, type ScriptedAnswer, type ScriptedService } from '../support/service';
import { listeningTo } from '../support/webhook';

const memory = new ProcessedData();
let service: ScriptedService;

beforeAll(async () => await memory.install());
beforeEach(() => memory.clear());

afterEach(async () => {
	await service.close();
});

const good = '+12015550101';
const refused = '+12015550102';
const lost = '+12015550103';

const answers: Readonly<Record<string, ScriptedAnswer>> = {
	[refused]: { status: 422, body: { error: { message: 'no such person' } } },
	[lost]: 'reset',
};

async function answering(answer: (request: ReceivedRequest, to: string) => ScriptedAnswer | undefined) {
	service = await startService(
		(request) => answer(request, String(Reflect.get(Object(request.body), 'to'))) ?? accepting(request),
	);
}

const settings = (changes: object = {}) => ({
	credential: { baseUrl: service.url, apiKey: 'key-123' },
	parameters: textParameters(),
	...changes,
});

const hintsOf = (run: IRun) => run.data.resultData.runData.messaging?.at(-1)?.hints;

describe('the hint on the node after a run', () => {
	test('counts what became of the messages', async () => {
		await answering((_, to) => answers[to]);
		const run = await runMessaging(
			settings({ onError: 'continueRegularOutput' }),
			recipients(good, refused, lost, good, 'nobody'),
		);
		expect(hintsOf(run)).toEqual([
			{
				message:
					'2 accepted, 1 rejected, 1 not sent, 1 unknown. Unknown: look for them at the service before you send them again.',
				type: 'warning',
				location: 'outputPane',
			},
		]);
	});

	test('is good news where all were accepted', async () => {
		await answering(() => undefined);
		const run = await runMessaging(settings(), recipients(good, good, good));
		expect(hintsOf(run)).toEqual([{ message: '3 accepted.', type: 'info', location: 'outputPane' }]);
	});

	test('is not there for a single message, whose output says it all', async () => {
		await answering(() => undefined);
		expect(hintsOf(await runMessaging(settings(), recipients(good)))).toEqual([]);
	});

	test('says of a single duplicate why it was not sent', async () => {
		await answering(() => undefined);
		const keyed = settings({ parameters: textParameters({ options: { messageKey: 'A-1' } }) });
		await runMessaging(keyed, recipients(good));
		expect(hintsOf(await runMessaging(keyed, recipients(good)))).toMatchObject([{ message: 'Not sent again: this Message Key was used before.', type: 'info' }]);
		expect(service.requests).toHaveLength(1);
	});

	test('after a dry run: how many are ready, and why the others are not', async () => {
		await answering(() => undefined);
		const run = await runMessaging(
			settings({
				onError: 'continueRegularOutput',
				parameters: textParameters({ options: { dryRun: true, messageKey: '={{ $json.to }}-1', notAfter: '={{ $json.to === "+12015550103" ? "2020-01-01" : "" }}' } }),
			}),
			recipients(good, refused, lost, good, '2015550123', '7400123456', 'nobody', ''),
		);
		expect(hintsOf(run)?.[0]?.message.replaceAll('&#39;', "'")).toBe(
			"Dry run: 2 ready, 1 duplicate of another item, 2 refused ('To' needs a country code), 1 too late, 1 refused ('To' is not a phone number), 1 refused ('Message Key': {{ $json.to }} gives nothing).",
		);
		expect(service.requests).toEqual([]);
	});

	test('leads to the inbox of the service that is meant, and to none elsewhere', async () => {
		const inbox: Readonly<Record<string, string>> = {
			[good]: '/#a"b',
			[refused]: 'https://elsewhere.example/',
			[lost]: 'javascript:alert(1)',
		};
		await answering((_, to) => ({ body: { success: true, message_id: 'm', inbox_url: inbox[to]?.replace(/^\//, `${service.url}/`) } }));
		expect(hintsOf(await runMessaging(settings(), recipients(good)))).toMatchObject([
			{ message: `<a href="${service.url}/#a&quot;b" target="_blank">Open in inbox</a>`, type: 'info' },
		]);
		expect(hintsOf(await runMessaging(settings(), recipients(refused)))).toEqual([]);
		expect(hintsOf(await runMessaging(settings(), recipients(lost)))).toEqual([]);
	});

	test('says that the platform holds a message that it has accepted', async () => {
		await answering((_, to) => (to === good ? { body: { success: true, message_id: 'm', message_status: 'held_for_quality_assessment' } } : undefined));
		const [single] = hintsOf(await runMessaging(settings(), recipients(good))) ?? [];
		expect(single?.message).toMatch(/^The message was held by the platform until .*delivery status\.$/);
		const [several] = hintsOf(await runMessaging(settings(), recipients(good, refused, good))) ?? [];
		expect(several?.message).toMatch(/^3 accepted\. 2 of the accepted were held/);
	});
});

describe('what n8n is told about a failure, to decide whether waiting helps', () => {
	const failureOf = (run: IRun): unknown => Reflect.get(Object(run.data.resultData.error), 'failure');
	const once = { options: { maxAttempts: 1 } };

	test.each<[string, ScriptedAnswer, unknown]>([
		['too many requests', { status: 429, headers: { 'retry-after': '7' } }, { cause: 'rate-limited', retryAfterMs: 7_000 }],
		['a key that is not valid', { status: 401 }, { cause: 'credential-invalid' }],
		['a path that is not there', { status: 404 }, { cause: 'configuration-invalid' }],
		['unavailable for a while', { status: 503, headers: { 'retry-after': '2' } }, { cause: 'temporarily-unavailable', retryAfterMs: 2_000 }],
		['a message that it will not take', { status: 422 }, undefined],
		['a message that may have been sent', 'reset', undefined],
	])('%s', async (_name, answer, failure) => {
		await answering(() => answer);
		const run = await runMessaging(settings({ parameters: textParameters(once) }), recipients(good));
		expect(run.data.resultData.error).toBeDefined();
		expect(failureOf(run)).toEqual(failure);
	});

	test('a wait of more than five minutes is not waited, and n8n learns how long it is', async () => {
		await answering(() => ({ status: 429, headers: { 'retry-after': '3600' } }));
		const run = await runMessaging(settings(), recipients(good, good));
		expect(failureOf(run)).toEqual({ cause: 'rate-limited', retryAfterMs: 3_600_000 });
		expect(run.data.resultData.error?.description).toMatch(/Of 2 messages: 0 accepted/);
	});
});

describe("n8n's cancel button", () => {
	test('starts nothing more, and one log line says what was accepted', async () => {
		const log: string[] = [];
		let cancel = () => {};
		await answering((_, to) => {
			if (to !== refused) return undefined;
			cancel();
			return { status: 429, headers: { 'retry-after': '200' }, body: {} };
		});
		const cancelled = await listeningTo(editorContext(settings()), log, async () => {
			const run = startMessaging(
				settings({ parameters: textParameters({ options: { concurrency: 1 } }) }),
				recipients(good, good, refused, good, good),
			);
			cancel = () => run.cancel();
			return await run;
		});
		expect(outputOf(cancelled)).toEqual([]);
		expect(service.requests).toHaveLength(3);
		expect(log.filter((line) => line.includes('cancelled'))).toEqual([
			JSON.stringify([
				'Messaging node "messaging" of workflow workflow-1 was cancelled: 2 accepted, 1 unknown, 2 not started',
			]),
		]);
	});
});
