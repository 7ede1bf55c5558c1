import { at } from '../../nodes/Messaging/text/json';
import { startReceiver, type Receiver } from './support/receiver';
import { allEvents, webhooksPath } from './support/reporting';
import { ada, idOf, useSandbox } from './support/sandbox';

/** How accepted messages move through sent, delivered, read and failed. */

const client = useSandbox({ seed: 3 });
let receiver: Receiver;

beforeEach(async () => {
	receiver = await startReceiver();
	await client.call('POST', webhooksPath, { url: receiver.url, events: allEvents });
});

afterEach(() => receiver.close());

const send = async (to = ada) =>
	idOf(await client.send('template', { template_name: 'welcome', language_code: 'en_US', to }));

const settings = (change: object) => client.control('/settings', change);
const advance = (ms: number) => client.control('/clock', { advance_ms: ms });
const step = (messageId: string, status: string) => client.control(`/messages/${messageId}/status`, { status });

const reported = async (count: number) =>
	(await receiver.first(count)).map(({ body }) => String(at(JSON.parse(body), 'status')));

const minute = 60_000;

it('steps come when the settings say, by the clock', async () => {
	await settings({ sent_after_ms: minute, delivered_after_ms: 2 * minute, read_after_ms: 3 * minute });
	await send();
	const statuses = ['accepted', 'sent', 'delivered', 'read'];
	for (const status of statuses) {
		expect(at(await client.ledger(), 0, 'status')).toBe(status);
		await advance(minute);
	}
	expect((await reported(3)).sort()).toEqual(['delivered', 'read', 'sent']);
	expect(at(await client.ledger(), 0, 'steps')).toEqual(
		statuses.slice(1).map((status) => ({ status, at: expect.stringMatching(/Z$/) })),
	);
});

it('what is planned comes after the same wait when the clock is set back to now', async () => {
	await advance(86_400_000);
	await settings({ sent_after_ms: minute });
	await send();
	await client.control('/clock', { to_now: true });
	await advance(minute - 1000);
	expect(at(await client.ledger(), 0, 'status')).toBe('accepted');
	await advance(1000);
	expect(at(await client.ledger(), 0, 'status')).toBe('sent');
});

it('a failure without words has those of its code', async () => {
	const messageId = await send();
	await client.control(`/messages/${messageId}/status`, { status: 'failed', error: { code: 131050 } });
	expect(at(await client.ledger(), 0, 'error')).toEqual({ code: 131050, message: 'The recipient has opted out of these messages' });
});

it('a recipient that fails does so after sent, with its code', async () => {
	await settings({ sent_after_ms: 1, delivered_after_ms: minute, failing: { [ada]: 131049 } });
	await send();
	await send('+447400123456');
	await advance(minute);
	expect((await reported(4)).sort()).toEqual(['delivered', 'failed', 'sent', 'sent']);
	expect(await client.ledger()).toEqual([
		expect.objectContaining({ to: ada, status: 'failed', error: { code: 131049, message: expect.any(String) } }),
		expect.objectContaining({ status: 'delivered', error: null }),
	]);
});

it('a share of messages fails, by the seed', async () => {
	await settings({ delivered_after_ms: minute, fail_rate: 0.5 });
	for (let count = 0; count < 20; count++) await send();
	await advance(minute);
	const failed = (await client.ledger()).filter((message) => at(message, 'status') === 'failed').length;
	expect(failed).toBeGreaterThan(2);
	expect(failed).toBeLessThan(18);
});

it('a person may be faster than the plan: what was planned before is left out', async () => {
	await settings({ sent_after_ms: minute, delivered_after_ms: 2 * minute });
	await step(await send(), 'read');
	await advance(2 * minute);
	expect(await reported(1)).toEqual(['read']);
	expect(at(await client.ledger(), 0, 'steps')).toHaveLength(1);
});

it.each([
	[['sent'], 'sent'],
	[['delivered'], 'sent'],
	[['read'], 'delivered'],
	[['read'], 'failed'],
	[['failed'], 'delivered'],
	[['failed'], 'failed'],
])('after %s a message does not become %s', async (before, status) => {
	const messageId = await send();
	for (const one of before) await step(messageId, one);
	await expect(step(messageId, status)).rejects.toThrow(/409/);
	expect(at(await client.ledger(), 0, 'status')).toBe(before.at(-1));
});

it('after a reset nothing of before is reported any more, and what it is told to keep is there', async () => {
	await settings({ sent_after_ms: minute });
	await send();
	await client.control('/reset', { keep: ['webhooks', 'settings'] });
	expect(await client.ledger()).toEqual([]);
	expect(await client.show('/settings')).toMatchObject({ sent_after_ms: minute });
	const messageId = await send();
	await advance(minute);
	const [only] = await receiver.first(1);
	expect(at(JSON.parse(only?.body ?? ''), 'message_id')).toBe(messageId);
	expect(receiver.received).toHaveLength(1);
	await client.control('/reset', {});
	expect(await client.show('/settings')).toMatchObject({ sent_after_ms: null });
	expect(await client.show('/webhooks')).toEqual({ registrations: [], deliveries: [] });
});

it('settings refuse what they do not know', async () => {
	await expect(settings({ fail_rates: 1 })).rejects.toThrow(/400.*fail_rates/);
	await expect(settings({ fail_rate: 1.5 })).rejects.toThrow(/400.*fail_rate/);
	expect(await client.show('/settings')).toMatchObject({ fail_rate: 0 });
});
