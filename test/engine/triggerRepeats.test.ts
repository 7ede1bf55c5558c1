import { requestsKeptBy } from '../support/retainedRequests.mts';
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
		expect(messagesOf(server)).toEqual([['m1', 'm2'], ['m3']]);
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
	test.each<[string, object]>([
		['another status of the message', { status: 'read' }],
		['the same status at another time', { timestamp: '2026-11-20T10:00:01Z' }],
		['the same status of another message', { message_id: 'm2' }],
		['another event of the service', { id: 'evt_2' }],
	])('%s', async (_name, change) => {
		const server = await start();
		await post(server, delivered);
		await post(server, { ...delivered, ...change });
		expect(server.started).toHaveLength(2);
	});

	test('an event with the id of another, which a service should not give twice', async () => {
		const server = await start();
		for (const status of ['sent', 'delivered']) await post(server, { ...delivered, id: 'evt_1', status });
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

	test.each([0, 60, 300, 301, 3600, 86_400])('with a tolerance of %i seconds', async (signatureTolerance) => {
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
