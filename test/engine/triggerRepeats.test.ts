import fc from 'fast-check';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { Webhook } from 'standardwebhooks';

import vectors from '../contract/data/signatures.json';
import { type HeaderLines, postRaw } from '../support/postRaw.mts';
import { runs } from '../support/propertyRuns';
import { requestsKeptBy } from '../support/retainedRequests.mts';
import { schemes } from '../support/schemes';
import { account, delivered, itemsOf, post, sign } from '../support/signedWebhook';
import { useTriggers } from '../support/useTriggers';
import type { TriggerServer } from '../support/webhook';

/** Repeats of events, as services send them when they are not sure that a webhook arrived. */

const start = useTriggers();

const messagesOf = (server: TriggerServer) => itemsOf(server).map(([items]) => items?.map(({ message_id }) => message_id));

describe('a repeat', () => {
	test('starts nothing, however it is written, and is answered 200 so that the service stops', async () => {
		const server = await start();
		const again = { data: { ...delivered, status: 'DELIVERED', timestamp: '1795168800' } };
		for (const body of [delivered, delivered, again]) expect((await post(server, body)).status).toBe(200);
		expect(messagesOf(server)).toEqual([['m1']]);
		expect(server.log).toEqual([]);
	});

	test('within one request, or beside something new, leaves only the new', async () => {
		const server = await start();
		await post(server, [delivered, { ...delivered, message_id: 'm2' }, delivered]);
		await post(server, [delivered, { ...delivered, message_id: 'm3' }]);
		const events = ['m4', 'm5'].map((message_id) => ({ id: `evt_${message_id}`, data: { ...delivered, message_id } }));
		for (const body of [events, events[1] ?? {}]) await post(server, body);
		expect(messagesOf(server)).toEqual([['m1', 'm2'], ['m3'], ['m4', 'm5']]);
	});

	test('starts the workflow again with Ignore Duplicates off', async () => {
		const server = await start({ ignoreDuplicates: false });
		for (let time = 0; time < 2; time++) await post(server, [delivered, delivered]);
		expect(messagesOf(server)).toEqual([['m1', 'm1'], ['m1', 'm1']]);
	});

	test('of many at once is one', async () => {
		const server = await start();
		const answers = await Promise.all(Array.from({ length: 20 }, async () => await post(server, delivered)));
		expect(answers.every(({ status }) => status === 200)).toBe(true);
		expect(server.started).toHaveLength(1);
	});
});

describe('no repeat is', () => {
	test.each<[string, object, object]>([
		['another status of the message', {}, { status: 'read' }],
		['another event of the service', {}, { id: 'evt_2' }],
		['an event with the id of another, which a service should not give twice', { id: 'evt_1' }, { id: 'evt_1', status: 'read' }],
	])('%s', async (_name, first, second) => {
		const server = await start();
		for (const change of [first, second]) await post(server, { ...delivered, ...change });
		expect(server.started).toHaveLength(2);
	});

	test('the same event at another workflow, or at another trigger of the same one', async () => {
		const workflowId = 'one workflow';
		const all = [await start(), await start({}, { workflowId, nodeId: 'a' }), await start({}, { workflowId, nodeId: 'b' })];
		for (const server of all) await post(server, delivered);
		expect(all.map(({ started }) => started.length)).toEqual([1, 1, 1]);
	});
});

describe('a webhook that started nothing is not remembered', () => {
	test('when it was refused', async () => {
		const server = await start();
		await post(server, delivered, { 'x-webhook-signature': 'a'.repeat(64) });
		await post(server, delivered);
		expect(server.started).toHaveLength(1);
	});

	test.each([
		['', false],
		[', and its sender did not wait for that answer', true],
	])('when n8n could not start the workflow%s: the service sends it again', async (_how, hasLeft) => {
		const server = await start();
		server.failToStartNext();
		if (hasLeft) server.loseNextSender();
		const first = post(server, [delivered, delivered]);
		if (hasLeft) await expect(first).rejects.toThrow();
		else expect((await first).status).toBe(500);
		for (let time = 0; time < 2; time++) expect((await post(server, delivered)).status).toBe(200);
		expect(server.started).toHaveLength(1);
	});

	test('when its sender did not wait, only until n8n has answered: no request is kept for longer', async () => {
		const server = await start();
		const kept = await requestsKeptBy(async () => {
			for (let place = 0; place < 20; place++) {
				server.loseNextSender();
				await expect(post(server, { ...delivered, message_id: `left ${place}` })).rejects.toThrow();
			}
		});
		// What has started the workflow is a repeat when it comes again.
		expect((await post(server, { ...delivered, message_id: 'left 0' })).status).toBe(200);
		expect(server.started).toHaveLength(20);
		// The last ones may still be held by Node itself.
		expect(kept).toBeLessThan(5);
	});

	test('when its status or its number was not chosen', async () => {
		const workflow = { workflowId: 'changing workflow' };
		const picky = await start({ phoneNumberIds: 'another' }, workflow);
		await post(picky, delivered);
		const open = await start({}, workflow);
		await post(open, delivered);
		expect([picky.started.length, open.started.length]).toEqual([0, 1]);
	});
});

test('a test run takes what production had, and production takes what a test run had', async () => {
	const workflow = { workflowId: 'tested workflow' };
	const [production, test] = [await start({}, workflow), await start({}, { ...workflow, mode: 'manual' })];
	await post(test, delivered);
	await post(production, delivered);
	await post(production, delivered);
	await post(test, [delivered, delivered]);
	expect(production.started).toHaveLength(1);
	expect(messagesOf(test)).toEqual([['m1'], ['m1', 'm1']]);
});

describe('a repeat is known for as long as its signature is believed', () => {
	const clock = jest.spyOn(Date, 'now');
	afterEach(() => clock.mockReset());
	afterAll(() => clock.mockRestore());

	/** Later than all that came before. */
	let signedAt = 2_000_000_000;
	beforeEach(() => (signedAt += 1_000_000));

	const body = JSON.stringify(delivered);
	const postAt = async (server: TriggerServer, offset: number) => {
		clock.mockReturnValue((signedAt + offset) * 1000);
		const timestamped = { 'x-webhook-signature': `t=${signedAt},v1=${sign(`${signedAt}.${body}`)}` };
		return (await post(server, body, timestamped)).status;
	};

	test.each([0, 300, 301, 86_400])('with a tolerance of %i seconds', async (signatureTolerance) => {
		const credential = { ...account, signatureScheme: 'timestampedHmac', signatureTolerance };
		const server = await start({}, { credential });
		expect(await postAt(server, -signatureTolerance)).toBe(200);
		expect(await postAt(server, signatureTolerance)).toBe(200);
		expect(server.started).toHaveLength(1);
		expect(await postAt(server, signatureTolerance + 1)).toBe(401);
	});

	test.each([
		['and for ten minutes where that is longer or no time is signed', 600, 1],
		['and forgotten after twice that', 1201, 2],
	])('%s', async (_how, seconds, starts) => {
		const server = await start();
		for (const offset of [0, seconds]) {
			clock.mockReturnValue((signedAt + offset) * 1000);
			await post(server, delivered);
		}
		expect(server.started).toHaveLength(starts);
	});
});

/**
 * What someone can do who has recorded a request: everything that no signature covers is theirs to
 * change, and none of it may make the same report look like a new one, or stand in an item.
 */

const body = JSON.stringify(delivered);
const now = Math.floor(Date.now() / 1000);
const standardSecret = vectors.find(({ scheme }) => scheme === 'standardWebhooks')?.secret ?? '';

interface Recorded {
	readonly scheme: string;
	readonly credential: ICredentialDataDecryptedObject;
	readonly signed: HeaderLines;
}

const standard = (family: string, id = 'msg_1'): HeaderLines => [
	[`${family}-id`, id],
	[`${family}-timestamp`, String(now)],
	[`${family}-signature`, new Webhook(standardSecret).sign(id, new Date(now * 1000), body)],
];

const byStandardWebhooks = { ...account, signatureScheme: 'standardWebhooks', webhookSecret: standardSecret };

const recordings: readonly Recorded[] = [
	...schemes.map(({ name, credential, sign }) => ({ scheme: name, credential: { ...account, ...credential }, signed: Object.entries(sign(body)) })),
	{ scheme: "Standard Webhooks under Svix's names", credential: byStandardWebhooks, signed: standard('svix') },
];

const startWith = async (credential: ICredentialDataDecryptedObject) => await start({ includePayload: true }, { credential });

/** Sends the body with these headers. */
const send = async (server: TriggerServer, lines: HeaderLines, query = '') =>
	await postRaw(`${server.url}${query}`, lines, body);

const json = ['content-type', 'application/json'] as const;
const names = fc.oneof(
	fc.constantFrom('webhook-id', 'Webhook-Id', 'svix-id', 'webhook-timestamp', 'x-event-id', 'x-request-id', 'idempotency-key', 'x-forwarded-for', 'user-agent'),
	fc.stringMatching(/^x-[a-z]{1,12}$/),
);
const extraLines = fc.array(fc.tuple(names, fc.stringMatching(/^[!-~]{1,30}$/)), { maxLength: 6 });
const queries = fc.oneof(fc.constant(''), fc.stringMatching(/^\?[a-z]{1,8}=[A-Za-z0-9]{0,12}$/));

describe.each(recordings)('a request that was recorded with $scheme', ({ credential, signed }) => {
	test('property: is a repeat whatever is changed of what is not signed', async () => {
		const server = await startWith(credential);
		expect(await send(server, [json, ...signed])).toBe(200);
		const variants = fc.tuple(extraLines, queries, fc.infiniteStream(fc.nat()));
		await fc.assert(
			fc.asyncProperty(variants, async ([extra, query, places]) => {
				const lines = [json, ...signed, ...extra].map((line) => ({ line, place: places.next().value ?? 0 }));
				await send(server, lines.sort((a, b) => a.place - b.place).map(({ line }) => line), query);
				expect(server.started).toHaveLength(1);
			}),
			runs(60),
		);
	});

	test('names its event by nothing that another wrote beside it', async () => {
		const [plain, replayed] = [await startWith(credential), await startWith(credential)];
		await send(plain, [json, ...signed]);
		const others = ['webhook-id', 'svix-id', 'x-event-id'].filter((name) => !signed.some(([taken]) => taken === name));
		await send(replayed, [json, ...signed, ...others.map((name) => [name, 'anything at all'] as const)]);
		expect(itemsOf(replayed)).toEqual(itemsOf(plain));
		expect(itemsOf(replayed)).toHaveLength(1);
	});
});

describe('Standard Webhooks', () => {
	test('names the event by the id that its signature covers, and is a repeat under the other names of its headers', async () => {
		const server = await startWith(byStandardWebhooks);
		for (const family of ['svix', 'webhook']) expect(await send(server, [json, ...standard(family)])).toBe(200);
		expect(itemsOf(server)).toMatchObject([[[{ event_id: 'msg_1' }]]]);
	});

	test('another signed id is another event', async () => {
		const server = await startWith(byStandardWebhooks);
		for (const id of ['msg_1', 'msg_2']) expect(await send(server, [json, ...standard('webhook', id)])).toBe(200);
		expect(server.started).toHaveLength(2);
	});
});
