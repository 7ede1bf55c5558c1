import { at } from '../../nodes/Messaging/text/json';
import { ada, idOf } from './support/sandbox';
import { useWebhooks, type Receiver } from './support/webhooks';

/** How accepted messages move through sent, delivered, read and failed. */

const { client, registered, report } = useWebhooks({ seed: 3 });
let receiver: Receiver;

beforeEach(async () => {
	receiver = await registered();
});

const settings = (change: object) => client.control('/settings', change);
const ledger = async (...path: Array<string | number>) => at(await client.ledger(), 0, ...path);

async function reported(count: number): Promise<string[]> {
	await receiver.webhook(count);
	return receiver.received.map(({ body }) => String(at(body, 'status')));
}

const minute = 60_000;

it('steps come when the settings say, by the clock', async () => {
	await settings({ sent_after_ms: minute, delivered_after_ms: 2 * minute, read_after_ms: 3 * minute });
	await report();
	const statuses = ['accepted', 'sent', 'delivered', 'read'];
	for (const status of statuses) {
		expect(await ledger('status')).toBe(status);
		await client.advance(minute);
	}
	expect((await reported(3)).sort()).toEqual(['delivered', 'read', 'sent']);
	expect(await ledger('steps')).toEqual(statuses.slice(1).map((status) => ({ status, at: expect.stringMatching(/Z$/) })));
});

it('what is planned comes after the same wait when the clock is set back to now', async () => {
	await client.advance(86_400_000);
	await settings({ sent_after_ms: minute });
	await report();
	await client.control('/clock', { to_now: true });
	await client.advance(minute - 1000);
	expect(await ledger('status')).toBe('accepted');
	await client.advance(1000);
	expect(await ledger('status')).toBe('sent');
});

it('a failure has the code and the words that it is given, else those of its code', async () => {
	const [plain, worded] = [await report(), await report()];
	await client.control(`/messages/${plain}/status`, { status: 'failed', error: { code: 131050 } });
	await client.control(`/messages/${worded}/status`, { status: 'failed', error: { code: 131049, message: 'Withheld' } });
	expect((await client.ledger()).map((message) => at(message, 'error'))).toEqual([
		{ code: 131050, message: 'The recipient has opted out of these messages' },
		{ code: 131049, message: 'Withheld' },
	]);
});

it('a recipient that fails does so after sent, with its code', async () => {
	await settings({ sent_after_ms: 1, delivered_after_ms: minute, failing: { [ada]: 131049 } });
	await report();
	idOf(await client.template('welcome', undefined, { to: '+447400123456' }));
	await client.advance(minute);
	expect((await reported(4)).sort()).toEqual(['delivered', 'failed', 'sent', 'sent']);
	expect(await client.ledger()).toMatchObject([
		{ to: ada, status: 'failed', error: { code: 131049, message: expect.any(String) } },
		{ status: 'delivered', error: null },
	]);
});

it('a share of messages fails, by the seed', async () => {
	await settings({ delivered_after_ms: minute, fail_rate: 0.5 });
	for (let count = 0; count < 20; count++) await report();
	await client.advance(minute);
	const failed = (await client.ledger()).filter((message) => at(message, 'status') === 'failed').length;
	expect(failed).toBeGreaterThan(2);
	expect(failed).toBeLessThan(18);
});

it('a person may be faster than the plan: what was planned before is left out', async () => {
	await settings({ sent_after_ms: minute, delivered_after_ms: 2 * minute });
	await report('read');
	await client.advance(2 * minute);
	expect(await reported(1)).toEqual(['read']);
	expect(await ledger('steps')).toHaveLength(1);
});

it.each([
	['sent', 'sent'], ['delivered', 'sent'], ['read', 'failed'], ['failed', 'failed'],
])('after %s a message does not become %s', async (before, status) => {
	await expect(report(before, status)).rejects.toThrow(/409/);
	expect(await ledger('status')).toBe(before);
});

it('after a reset nothing of before is reported any more, and what it is told to keep is there', async () => {
	await settings({ sent_after_ms: minute });
	await report();
	await client.control('/reset', { keep: ['webhooks', 'settings'] });
	expect(await client.ledger()).toEqual([]);
	const messageId = await report();
	await client.advance(minute);
	expect((await receiver.webhook(1)).body).toMatchObject({ message_id: messageId });
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
