import { at } from '../../nodes/Messaging/text/json';
import { knownCode } from '../../nodes/Messaging/api/codes';
import { readStatusEvents } from '../../nodes/Messaging/webhook/statusEvent';
import { startReceiver } from './support/receiver';
import { ada, idOf, otherSender, refusalOf, sender, start, useSandbox } from './support/sandbox';

const client = useSandbox();

const welcome = { template_name: 'welcome', language_code: 'en_US' };
const send = (more: object = {}) => client.send('template', { ...welcome, ...more });
const play = (...rules: object[]) => client.control('/faults', { rules });
const accepted = async () => (await client.ledger()).length;

/** Sends a message whose answer never comes whole: gives up once something is so. */
async function giveUpWhen(isSo: () => Promise<boolean>): Promise<void> {
	const givingUp = new AbortController();
	const held = fetch(`${client.sandbox.url}/v1/messaging/send`, {
		method: 'POST',
		headers: { authorization: `Bearer ${client.sandbox.apiKey}`, 'content-type': 'application/json' },
		body: JSON.stringify({ ...welcome, to: ada, phone_number_id: sender }),
		signal: givingUp.signal,
	}).then(async (answer) => await answer.text());
	const over = held.then(() => 'answered', () => 'given up');
	await client.until(isSo);
	givingUp.abort();
	expect(await over).toBe('given up');
}

/** The log of requests, once it has so many. */
const logged = (count: number) =>
	client.until(async () => {
		const seen = at(await client.show('/requests'), 'requests');
		return Array.isArray(seen) && seen.length >= count && seen;
	});

describe('a fault that refuses', () => {
	it.each([
		['429', {}, 429, 130429, null],
		['429 with Retry-After', { kind: '429', retry_after: 7 }, 429, 130429, '7'],
		['429 of a pair', { kind: '429', code: 131056 }, 429, 131056, null],
		['500', {}, 500, 131000, null],
		['503', {}, 503, 131016, null],
		['503 with Retry-After', { kind: '503', retry_after: 0.2 }, 503, 131016, '1'],
		['error', { status: 403, code: 10, message: 'No' }, 403, 10, null],
		['paused-template', {}, 400, 132015, null],
		['unpaid', {}, 402, 131042, null],
		['unregistered-number', {}, 400, 133010, null],
		['too-frequent', {}, 400, 131049, null],
	])('%s answers so, accepts nothing, and passes', async (name, rule, status, code, retryAfter) => {
		await play({ kind: name, times: 1, ...rule });
		const answer = await send();
		expect(refusalOf(answer)).toEqual([status, code, expect.any(String)]);
		expect(at(answer.body, 'request_id')).toBe(answer.headers.get('x-request-id'));
		expect(answer.headers.get('retry-after')).toBe(retryAfter);
		expect(await accepted()).toBe(0);
		idOf(await send());
	});

	it('Retry-After can be a date, by real time however the clock was moved', async () => {
		await client.control('/clock', { advance_ms: 86_400_000 });
		await play({ kind: '429', retry_after: 3600, retry_after_form: 'date' });
		const before = Date.now();
		const date = Date.parse((await send()).headers.get('retry-after') ?? '');
		expect(date).toBeGreaterThan(before + 3600_000 - 1001);
		expect(date).toBeLessThanOrEqual(Date.now() + 3600_000);
	});

	it('502 answers with a page', async () => {
		await play({ kind: '502' });
		const answer = await send();
		expect(answer.status).toBe(502);
		expect(answer.headers.get('content-type')).toMatch(/text\/html/);
		expect(answer.text).toContain('<h1>502 Bad Gateway</h1>');
		expect(await accepted()).toBe(0);
	});

	it('success-false answers 200 and says no', async () => {
		await play({ kind: 'success-false', code: 130429, message: 'Slow down' });
		const answer = await send();
		expect(answer.status).toBe(200);
		expect(answer.body).toEqual({
			success: false,
			error: { code: 130429, message: 'Slow down', details: expect.any(String) },
			request_id: expect.any(String),
		});
		expect(await accepted()).toBe(0);
	});

	it('redirect points to another origin', async () => {
		await play({ kind: 'redirect', status: 308, location: 'https://elsewhere.example.com/x' });
		const answer = await send();
		expect([answer.status, answer.headers.get('location')]).toEqual([308, 'https://elsewhere.example.com/x']);
		expect(await accepted()).toBe(0);
	});

	it('reset-before breaks the connection and accepts nothing', async () => {
		await play({ kind: 'reset-before' });
		await expect(send()).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
		expect(await accepted()).toBe(0);
	});

	it('no-answer is silent: the client gives up, and nothing was accepted', async () => {
		await play({ kind: 'no-answer' });
		await giveUpWhen(async () => at(await client.show('/faults'), 'rules', 0, 'struck') === 1);
		expect(await accepted()).toBe(0);
	});
});

describe('a fault that accepts', () => {
	it('reset-after breaks the connection once the message is accepted', async () => {
		await play({ kind: 'reset-after' });
		await expect(send()).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
		expect(await accepted()).toBe(1);
	});

	it('truncated answers with half of the right answer', async () => {
		await play({ kind: 'truncated' });
		const answer = await send();
		expect(answer.status).toBe(200);
		expect(answer.body).toBeUndefined();
		expect(answer.text).toMatch(/^\{"success":true,/);
		expect(await accepted()).toBe(1);
	});

	it.each(['drip-body', 'drip-headers'])('%s accepts, and gives the right answer a byte at a time', async (kind) => {
		await play({ kind, delay_ms: 1 });
		idOf(await send());
		expect(await accepted()).toBe(1);
	});

	it.each(['drip-body', 'drip-headers', '101', 'no-answer'])('%s holds a client until it gives up, and is in the log', async (kind) => {
		await play({ kind, accept: true, delay_ms: 3_600_000 });
		await giveUpWhen(async () => (await accepted()) === 1);
		expect(await logged(1)).toMatchObject([{ to: ada, fault: kind, status: null }]);
	});

	it('slow accepts at once and answers rightly when its time has come', async () => {
		await play({ kind: 'slow', delay_ms: 3_600_000 });
		const answer = send();
		await client.until(async () => (await accepted()) === 1);
		await client.control('/clock', { advance_ms: 3_600_000 });
		idOf(await answer);
	});

	it('any kind can be told to accept, or not to', async () => {
		await play({ kind: '500', accept: true });
		expect((await send()).status).toBe(500);
		expect(await accepted()).toBe(1);
		await play({ kind: 'truncated', accept: false });
		expect((await send()).body).toBeUndefined();
		expect(await accepted()).toBe(1);
	});
});

describe('what the platform does with a message', () => {
	it('says it in the words of the table of codes', async () => {
		await play({ kind: 'paused-template', times: 1 }, { kind: 'error', code: 131031 });
		for (const code of [132015, 131031]) expect(at((await send()).body, 'error', 'message')).toBe(knownCode(code)?.message);
	});

	it('happens to messages only, of the template, the number or the person that is named', async () => {
		await play(
			{ kind: 'paused-template', match: { template_name: 'thank_you' } },
			{ kind: 'unregistered-number', match: { phone_number_id: otherSender } },
			{ kind: 'too-frequent', match: { to: '+447400123456' } },
			{ kind: 'unpaid', match: { to: '+34612345678' } },
		);
		idOf(await send());
		expect((await send({ template_name: 'thank_you' })).status).toBe(400);
		expect((await send({ phone_number_id: otherSender })).status).toBe(400);
		expect((await send({ to: '+447400123456' })).status).toBe(400);
		await client.control('/reply', { from: '+447400123456', text: 'Hello' });
		idOf(await client.send('text', { to: '+447400123456', text: 'Hi' }));
		expect((await client.send('text', { to: '+34612345678', text: 'Hi' })).status).toBe(402);
		expect((await client.call('GET', '/v1/messaging/templates')).status).toBe(200);
	});

	it('held accepts it and reports nothing; it may be sent later, or is dropped for its template', async () => {
		await client.control('/settings', { sent_after_ms: 1, delivered_after_ms: 2 });
		await play({ kind: 'held' });
		const [kept, dropped] = [await send(), await send()];
		expect(kept.body).toMatchObject({ success: true, message_status: 'held_for_quality_assessment' });
		await client.control('/clock', { advance_ms: 86_400_000 });
		await client.control(`/messages/${idOf(kept)}/status`, { status: 'sent' });
		await client.control(`/messages/${idOf(dropped)}/status`, { status: 'failed' });
		expect(await client.ledger()).toMatchObject([{ status: 'sent' }, { status: 'failed', error: { code: 132015 } }]);
	});

	it('no-number accepts it and reports an ID of the person, always the same, in place of the number', async () => {
		const receiver = await startReceiver();
		for (const form of ['flat', 'meta']) {
			await client.call('POST', '/v1/messaging/webhooks', { url: `${receiver.url}/${form}`, events: ['sent'], form });
		}
		await play({ kind: 'no-number', match: { to: ada } });
		const messages = [idOf(await send()), idOf(await send())];
		for (const id of messages) await client.control(`/messages/${id}/status`, { status: 'sent' });
		const events = (await receiver.first(4)).flatMap(({ body }) => readStatusEvents(JSON.parse(body)).statuses.map(({ event }) => event));
		expect(new Set(events.map(({ message_id }) => message_id))).toEqual(new Set(messages));
		expect(new Set(events.map(({ to }) => to))).toEqual(new Set([null]));
		const ids = [...new Set(events.map(({ user_id }) => user_id))];
		expect(ids).toEqual([expect.stringMatching(/^US\.\d+$/)]);
		await receiver.close();
	});
});

describe('a plan', () => {
	it('takes one more rule, and takes it out when it comes again', async () => {
		await play({ kind: '503', times: 1 });
		const unpaid = { kind: 'unpaid', match: { to: ada } };
		const toggle = (rule: object) => client.control('/faults', { toggle: rule });
		await toggle(unpaid);
		expect([(await send()).status, (await send()).status]).toEqual([503, 402]);
		await toggle({ ...unpaid, match: { to: '+447400123456' } });
		await toggle(unpaid);
		expect([(await send()).status, (await send({ to: '+447400123456' })).status]).toEqual([200, 402]);
		expect(await client.show('/faults')).toMatchObject({ rules: [{ kind: '503', struck: 1 }, { kind: 'unpaid', struck: 1 }] });
		await expect(client.control('/faults', {})).rejects.toThrow(/400.*either rules or toggle/);
	});

	it('strikes the requests that fit, after those it lets pass, as often as it says', async () => {
		await play(
			{ kind: '500', times: 1, match: { to: '+447400123456' } },
			{ kind: '503', skip: 1, times: 2, match: { path: '/v1/messaging/send', method: 'POST' } },
		);
		const statuses = [];
		for (const to of [ada, ada, '+447400123456', ada, ada]) statuses.push((await send({ to })).status);
		expect(statuses).toEqual([200, 503, 500, 503, 200]);
		expect(await client.show('/faults')).toEqual({
			rules: [
				expect.objectContaining({ kind: '500', seen: 1, struck: 1 }),
				expect.objectContaining({ kind: '503', seen: 4, struck: 2 }),
			],
		});
	});

	it('strikes lists and registrations too', async () => {
		await play({ kind: '503', match: { path: '/v1/messaging/templates' } });
		expect((await client.call('GET', '/v1/messaging/templates?after=x')).status).toBe(503);
		expect((await client.call('GET', '/v1/messaging/phone_numbers')).status).toBe(200);
	});

	it('is played by the seed: the same seed gives the same faults, another one others', async () => {
		const [first, again, other] = await Promise.all([outcomes(7), outcomes(7), outcomes(8)]);
		expect(again).toEqual(first);
		expect(other).not.toEqual(first);
		const struck = first.filter((status) => status === 500).length;
		expect(struck).toBeGreaterThan(5);
		expect(struck).toBeLessThan(35);
	});

	it('is refused where it says something unknown', async () => {
		await expect(play({ kind: '418' })).rejects.toThrow(/400.*kind/);
		await expect(play({ kind: '500', rate: 2 })).rejects.toThrow(/400.*rate/);
		await expect(play({ kind: '500', tmies: 2 })).rejects.toThrow(/400.*tmies/);
	});

	it('stands in the log of requests, with what was answered, if anything was', async () => {
		await play({ kind: '429', times: 1 });
		await send();
		idOf(await client.send('template', welcome, { 'idempotency-key': 'k' }));
		await play({ kind: 'reset-before', times: 1 });
		await expect(send()).rejects.toThrow('fetch failed');
		expect(await logged(3)).toEqual([
			expect.objectContaining({ method: 'POST', path: '/v1/messaging/send', to: ada, fault: '429', status: 429 }),
			expect.objectContaining({ fault: null, status: 200, idempotency_key: 'k' }),
			expect.objectContaining({ to: ada, fault: 'reset-before', status: null, idempotency_key: null }),
		]);
	});
});

/** What forty requests are answered when half of them fail by chance. */
async function outcomes(seed: number): Promise<number[]> {
	const own = await start({ seed });
	await own.control('/faults', { rules: [{ kind: '500', rate: 0.5 }] });
	const statuses: number[] = [];
	for (let count = 0; count < 40; count++) statuses.push((await own.send('template', welcome)).status);
	await own.sandbox.close();
	return statuses;
}
