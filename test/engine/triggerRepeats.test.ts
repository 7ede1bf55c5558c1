import { createRecentEvents } from '../../nodes/Messaging/trigger/repeats';
import { account, allEvents, delivered, itemsOf, post } from '../support/signed';
import { startTrigger, type TriggerServer, type TriggerSettings } from '../support/webhook';

/** Repeats of events, as services send them when they are not sure that a webhook arrived. */

const servers: TriggerServer[] = [];

async function start(options = {}, more: Partial<TriggerSettings> = {}): Promise<TriggerServer> {
	const server = await startTrigger({ credential: account, parameters: { events: allEvents, options }, ...more });
	servers.push(server);
	return server;
}

afterEach(async () => {
	await Promise.all(servers.splice(0).map(async (server) => await server.close()));
});

const messagesOf = (server: TriggerServer) => itemsOf(server).map(([items]) => items?.map(({ message_id }) => message_id));

describe('a repeat', () => {
	test('starts nothing, and is answered 200 so that the service stops', async () => {
		const server = await start();
		for (let time = 0; time < 3; time++) expect((await post(server, delivered)).status).toBe(200);
		expect(messagesOf(server)).toEqual([['m1']]);
		expect(server.log).toEqual([]);
	});

	test('is known however it is written', async () => {
		const server = await start();
		await post(server, delivered);
		await post(server, { data: { ...delivered, status: 'DELIVERED', timestamp: '1795168800' } });
		expect(server.started).toHaveLength(1);
	});

	test('within one request is one item', async () => {
		const server = await start();
		await post(server, [delivered, { ...delivered, message_id: 'm2' }, delivered]);
		expect(messagesOf(server)).toEqual([['m1', 'm2']]);
	});

	test('beside something new leaves only the new', async () => {
		const server = await start();
		await post(server, delivered);
		await post(server, [delivered, { ...delivered, message_id: 'm2' }]);
		expect(messagesOf(server)).toEqual([['m1'], ['m2']]);
	});

	test('starts the workflow again with Ignore Duplicates off', async () => {
		const server = await start({ ignoreDuplicates: false });
		for (let time = 0; time < 2; time++) await post(server, [delivered, delivered]);
		expect(messagesOf(server)).toEqual([
			['m1', 'm1'],
			['m1', 'm1'],
		]);
	});

	test('of one whose sender did not wait for the answer starts nothing: the workflow has started', async () => {
		const server = await start();
		server.loseNextSender();
		await expect(post(server, delivered)).rejects.toThrow();
		expect((await post(server, delivered)).status).toBe(200);
		expect(messagesOf(server)).toEqual([['m1']]);
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

	test('when n8n could not start the workflow: the service sends it again', async () => {
		const server = await start();
		server.failToStartNext();
		expect((await post(server, [delivered, delivered])).status).toBe(500);
		expect((await post(server, delivered)).status).toBe(200);
		expect((await post(server, delivered)).status).toBe(200);
		expect(server.started).toHaveLength(1);
	});

	test('when n8n could not start the workflow, and its sender did not wait for that answer', async () => {
		const server = await start();
		server.loseNextSender();
		server.failToStartNext();
		await expect(post(server, delivered)).rejects.toThrow();
		for (let time = 0; time < 2; time++) expect((await post(server, delivered)).status).toBe(200);
		expect(server.started).toHaveLength(1);
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

describe('the memory', () => {
	test('lasts for its time after an event came last', () => {
		const events = createRecentEvents(600, 10);
		expect(events.note('a', 0)).toBe(true);
		expect(events.note('a', 599)).toBe(false);
		expect(events.note('a', 1198)).toBe(false);
		expect(events.note('a', 1798)).toBe(true);
	});

	test('holds so many events and no more, the newest', () => {
		const events = createRecentEvents(600, 3);
		for (const key of ['a', 'b', 'c', 'd']) events.note(key, 0);
		expect(['b', 'c', 'd'].map((key) => events.note(key, 1))).toEqual([false, false, false]);
		expect(events.note('a', 1)).toBe(true);
	});

	test('counts an event that came again as new: others are forgotten before it', () => {
		const events = createRecentEvents(600, 2);
		for (const key of ['a', 'b', 'a', 'c']) events.note(key, 0);
		expect(events.note('a', 1)).toBe(false);
		expect(events.note('b', 1)).toBe(true);
	});

	test('takes back what turns out undone, until it is settled', () => {
		let isUndone = false;
		const asked = () => isUndone;
		const events = createRecentEvents(600, 3);
		for (const key of ['a', 'b']) events.note(key, 0, asked);
		expect(events.note('a', 1)).toBe(false);
		events.settle('b', asked);
		isUndone = true;
		expect(events.note('a', 2)).toBe(true);
		expect(events.note('b', 2)).toBe(false);
	});

	test('forgets what is settled as undone, and nothing that came again since', () => {
		const isUndone = () => true;
		const events = createRecentEvents(600, 3);
		for (const key of ['a', 'b']) events.note(key, 0, isUndone);
		expect(events.note('b', 1)).toBe(true);
		for (const key of ['a', 'b']) events.settle(key, isUndone);
		expect(events.note('a', 2)).toBe(true);
		expect(events.note('b', 2)).toBe(false);
	});
});
