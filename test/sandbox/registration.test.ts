import { allEvents as all, bodyOf, reporting, webhooksPath as path } from './support/reporting';
import { refusalOf } from './support/sandbox';

/** Webhook registration. */

const tests = reporting();

const { receive, register, welcome, step, inState } = tests;

describe('a registration', () => {
	it('is listed, shown and removed, and never tells its secret', async () => {
		const receiver = await receive();
		const id = await register(receiver, { secret: 's-3-c-r-e-t' });
		const shown = {
			id,
			url: receiver.url,
			events: all,
			created_at: expect.stringMatching(/Z$/),
			signed: true,
		};
		expect((await tests.client.call('GET', path)).body).toEqual({ data: [shown], paging: {} });
		const one = await tests.client.call('GET', `${path}/${id}`);
		expect(one.body).toEqual(shown);
		expect((await tests.client.call('DELETE', `${path}/${id}`)).status).toBe(204);
		expect(refusalOf(await tests.client.call('GET', `${path}/${id}`))).toEqual([404, 100, expect.stringContaining(id)]);
		expect(refusalOf(await tests.client.call('DELETE', `${path}/${id}`))).toEqual([404, 100, expect.stringContaining(id)]);
		expect((await tests.client.call('GET', path)).body).toEqual({ data: [], paging: {} });
	});

	it.each([
		['no URL', { events: all }, /url: Required/],
		['a URL that is none', { url: 'example.com', events: all }, /url: must be/],
		['a URL that is not on the web', { url: 'file:///tmp/x', events: all }, /url: must be/],
		['no events', { url: 'http://127.0.0.1:9/' }, /events: Required/],
		['an empty list of events', { url: 'http://127.0.0.1:9/', events: [] }, /events/],
		['an unknown event', { url: 'http://127.0.0.1:9/', events: ['opened'] }, /events\.0/],
		['an empty secret', { url: 'http://127.0.0.1:9/', events: all, secret: '' }, /secret/],
		['an unknown scheme', { url: 'http://127.0.0.1:9/', events: all, signature: { scheme: 'md5' } }, /signature\.scheme/],
		['an unknown field', { url: 'http://127.0.0.1:9/', events: all, active: true }, /active/],
	])('is refused with %s', async (_what, body, details) => {
		const answer = await tests.client.call('POST', path, body);
		expect(refusalOf(answer)).toEqual([400, 100, expect.stringMatching(details)]);
	});

	it('is refused for a URL that is registered already, naming the other one', async () => {
		const receiver = await receive();
		const id = await register(receiver);
		const answer = await tests.client.call('POST', path, { url: receiver.url, events: ['sent'] });
		expect(refusalOf(answer)).toEqual([409, 100, expect.stringContaining(id)]);
	});

	it('gets the statuses it asked for and no others', async () => {
		const [onlyRead, everything] = [await receive(), await receive()];
		await register(onlyRead, { events: ['read'] });
		await register(everything);
		const messageId = await welcome();
		for (const status of ['sent', 'delivered', 'read']) await step(messageId, status);
		await everything.first(3);
		const got = await onlyRead.first(1);
		expect(got.map(bodyOf)).toEqual([expect.objectContaining({ status: 'read' })]);
		await inState(3, 'delivered', 1);
		expect(onlyRead.received).toHaveLength(1);
	});
});
