import { at } from '../../nodes/Messaging/text/json';
import { knownCode } from '../../nodes/Messaging/api/codes';
import { readEvents } from '../../nodes/Messaging/webhook/readEvents';
import { ada, idOf, otherSender, refusalOf, sender, start } from './support/sandbox';
import { useWebhooks } from './support/webhooks';

const { client, registered } = useWebhooks();

const send = (more?: object) => client.template('welcome', undefined, more);
const statusOf = async (more?: object) => (await send(more)).status;
const play = (...rules: object[]) => client.control('/faults', { rules });
const accepted = async () => (await client.ledger()).length;

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

	const error = { code: 130429, message: 'Slow down', details: expect.any(String) };

	it.each([
		['502', {}, { status: 502, text: expect.stringContaining('<h1>502 Bad Gateway</h1>') }, 'content-type', 'text/html'],
		['redirect', { status: 308, location: 'https://a.example/x' }, { status: 308 }, 'location', 'https://a.example/x'],
		['redirect', {}, { status: 307 }, 'location', 'https://elsewhere.example.com/'],
		[
			'success-false', { code: 130429, message: 'Slow down' },
			{ status: 200, body: { success: false, error, request_id: expect.any(String) } }, 'retry-after', null,
		],
	])('%s answers in its own form and accepts nothing', async (kind, rule, expected, header, value) => {
		await play({ kind, ...rule });
		const answer = await send();
		expect(answer).toMatchObject(expected);
		expect(answer.headers.get(header)).toBe(value);
		expect(await accepted()).toBe(0);
	});

	it('can say by a date when to come again, by real time however the clock was moved', async () => {
		await client.advance(86_400_000);
		await play({ kind: '429', retry_after: 3600, retry_after_form: 'date' });
		const before = Date.now();
		const date = Date.parse((await send()).headers.get('retry-after') ?? '');
		expect(date).toBeGreaterThan(before + 3600_000 - 1001);
		expect(date).toBeLessThanOrEqual(Date.now() + 3600_000);
	});

	it('says it in the words of the table of codes', async () => {
		await play({ kind: 'error', code: 131031 });
		expect(at((await send()).body, 'error', 'message')).toBe(knownCode(131031)?.message);
	});
});

describe('a fault of the connection', () => {
	it.each([['reset-before', 0], ['reset-after', 1]])('%s breaks it, and accepts %d messages', async (kind, count) => {
		await play({ kind });
		await expect(send()).rejects.toMatchObject({ cause: { code: 'ECONNRESET' } });
		expect(await accepted()).toBe(count);
	});

	it('truncated answers with half of the right answer, and accepts unless it is told not to', async () => {
		await play({ kind: 'truncated' });
		const answer = await send();
		expect([answer.status, answer.body]).toEqual([200, undefined]);
		expect(answer.text).toMatch(/^\{"success":true,/);
		expect(await accepted()).toBe(1);
		await play({ kind: 'truncated', accept: false });
		expect((await send()).body).toBeUndefined();
		await play({ kind: '500', accept: true });
		expect(await statusOf()).toBe(500);
		expect(await accepted()).toBe(2);
	});

	it.each(['drip-body', 'drip-headers'])('%s accepts, and gives the right answer a byte at a time', async (kind) => {
		await play({ kind, delay_ms: 1 });
		idOf(await send());
		expect(await accepted()).toBe(1);
	});

	it.each([['drip-body', 1], ['drip-headers', 1], ['slow', 1], ['101', 1], ['no-answer', 1], ['no-answer', 0]])(
		'%s holds a client until it gives up, is in the log, and accepts %d messages',
		async (kind, count) => {
			await play({ kind, delay_ms: 3_600_000, ...(count === 1 ? { accept: true } : {}) });
			const givingUp = new AbortController();
			const welcome = { to: ada, phone_number_id: sender, template_name: 'welcome', language_code: 'en_US' };
			const over = client.call('POST', '/v1/messaging/send', welcome, {}, givingUp.signal).then(() => 'answered', () => 'given up');
			await client.until(async () => at(await client.show('/faults'), 'rules', 0, 'struck') === 1 && (await accepted()) === count);
			givingUp.abort();
			expect(await over).toBe('given up');
			expect(await logged(1)).toMatchObject([{ to: ada, fault: kind, status: null }]);
		},
	);

	it('slow accepts at once and answers rightly when its time has come, or at a reset', async () => {
		await play({ kind: 'slow', delay_ms: 3_600_000 });
		for (const [count, wake] of [[1, () => client.advance(3_600_000)], [2, () => client.control('/reset', {})]] as const) {
			const answer = send();
			await client.until(async () => (await accepted()) === count);
			await wake();
			idOf(await answer);
		}
	});
});

describe('what the platform does with a message', () => {
	it('happens to messages only, of the template, the number or the person that is named', async () => {
		await play(
			{ kind: 'paused-template', match: { template_name: 'thank_you' } },
			{ kind: 'unregistered-number', match: { phone_number_id: otherSender } },
			{ kind: 'too-frequent', match: { to: '+447400123456' } },
			{ kind: 'unpaid', match: { to: '+34612345678' } },
		);
		idOf(await send());
		expect(await statusOf({ template_name: 'thank_you' })).toBe(400);
		expect(await statusOf({ phone_number_id: otherSender })).toBe(400);
		expect(await statusOf({ to: '+447400123456' })).toBe(400);
		await client.control('/reply', { from: '+447400123456', text: 'Hello' });
		idOf(await client.send('text', { to: '+447400123456', text: 'Hi' }));
		expect((await client.send('text', { to: '+34612345678', text: 'Hi' })).status).toBe(402);
		await play({ kind: 'unpaid' });
		expect((await client.call('GET', '/v1/messaging/templates')).status).toBe(200);
	});

	it('held accepts it and reports nothing; it may be sent later, or is dropped for its template', async () => {
		await client.control('/settings', { sent_after_ms: 1, delivered_after_ms: 2 });
		await play({ kind: 'held' });
		const [kept, dropped] = [await send(), await send()];
		expect(kept.body).toMatchObject({ success: true, message_status: 'held_for_quality_assessment' });
		await client.advance(86_400_000);
		await client.control(`/messages/${idOf(kept)}/status`, { status: 'sent' });
		await client.control(`/messages/${idOf(dropped)}/status`, { status: 'failed' });
		expect(await client.ledger()).toMatchObject([{ status: 'sent' }, { status: 'failed', error: { code: 132015 } }]);
	});

	it.each(['flat', 'meta'])('no-number reports in the form %s an ID of the person, always the same, and no number', async (form) => {
		const receiver = await registered({ form });
		await play({ kind: 'no-number', match: { to: ada } });
		const messages = [idOf(await send()), idOf(await send())];
		for (const id of messages) await client.control(`/messages/${id}/status`, { status: 'sent' });
		await receiver.webhook(2);
		const events = receiver.received.flatMap(({ body }) => readEvents(body).statuses.map(({ event }) => event));
		expect(new Set(events.map(({ message_id }) => message_id))).toEqual(new Set(messages));
		expect(events.map(({ to }) => to)).toEqual([null, null]);
		expect([...new Set(events.map(({ user_id }) => user_id))]).toEqual([expect.stringMatching(/^US\.\d+$/)]);
	});
});

describe('a plan', () => {
	it('takes one more rule, and takes it out when it comes again', async () => {
		await play({ kind: '503', times: 1 });
		const unpaid = { kind: 'unpaid', match: { to: ada } };
		const toggle = (rule: object) => client.control('/faults', { toggle: rule });
		await toggle(unpaid);
		expect([await statusOf(), await statusOf()]).toEqual([503, 402]);
		await toggle({ ...unpaid, match: { to: '+447400123456' } });
		await toggle(unpaid);
		expect([await statusOf(), await statusOf({ to: '+447400123456' })]).toEqual([200, 402]);
		expect(await client.show('/faults')).toMatchObject({ rules: [{ kind: '503', struck: 1 }, { kind: 'unpaid', struck: 1 }] });
		await expect(client.control('/faults', {})).rejects.toThrow(/400.*either rules or toggle/);
	});

	it('strikes the requests that fit, lists too, after those it lets pass, as often as it says', async () => {
		await play(
			{ kind: '500', times: 1, match: { to: '+447400123456' } },
			{ kind: '503', skip: 1, times: 2, match: { path: '/v1/messaging/send', method: 'POST' } },
			{ kind: '502', match: { path: '/v1/messaging/templates' } },
			{ kind: '500', match: { method: 'DELETE' } },
		);
		const statuses = [];
		for (const to of [ada, ada, '+447400123456', ada, ada]) statuses.push(await statusOf({ to }));
		expect(statuses).toEqual([200, 503, 500, 503, 200]);
		expect((await client.call('GET', '/v1/messaging/templates?after=x')).status).toBe(502);
		expect((await client.call('GET', '/v1/messaging/phone_numbers')).status).toBe(200);
		expect(at(await client.show('/faults'), 'rules', 0)).toMatchObject({ kind: '500', seen: 1, struck: 1 });
		expect(at(await client.show('/faults'), 'rules', 1)).toMatchObject({ kind: '503', seen: 4, struck: 2 });
	});

	it('is played by the seed: the same seed gives the same faults, another one others', async () => {
		const [first, again, other] = await Promise.all([outcomes(7), outcomes(7), outcomes(8)]);
		expect(again).toEqual(first);
		expect(other).not.toEqual(first);
		expect(new Set(first)).toEqual(new Set([200, 500]));
	});

	it.each([['kind', { kind: '418' }], ['rate', { kind: '500', rate: 2 }], ['tmies', { kind: '500', tmies: 2 }]])(
		'is refused with a %s that it does not know',
		async (field, rule) => {
			await expect(play(rule)).rejects.toThrow(new RegExp(`400.*${field}`));
		},
	);

	it('stands in the log of requests, with what was answered', async () => {
		await play({ kind: '429', times: 1 });
		await send();
		idOf(await client.template('welcome', undefined, {}, { 'idempotency-key': 'k' }));
		expect(await logged(2)).toMatchObject([
			{ method: 'POST', path: '/v1/messaging/send', to: ada, fault: '429', status: 429, idempotency_key: null },
			{ fault: null, status: 200, idempotency_key: 'k' },
		]);
	});
});

/** What forty requests are answered when half of them fail by chance. */
async function outcomes(seed: number): Promise<number[]> {
	const own = await start({ seed });
	await own.control('/faults', { rules: [{ kind: '500', rate: 0.5 }] });
	const statuses: number[] = [];
	for (let count = 0; count < 40; count++) statuses.push((await own.template('welcome')).status);
	await own.sandbox.close();
	return statuses;
}
