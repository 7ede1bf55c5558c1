import { at } from '../../nodes/Messaging/text/json';
import { idOf, refusalOf, useSandbox } from './support/sandbox';

const client = useSandbox();

const welcome = { template_name: 'welcome', language_code: 'en_US' };
const withKey = (key: string) => ({ 'idempotency-key': key });
const honour = () => client.control('/settings', { idempotency: true });

it('is not honoured unless told so: each request is a message, and the ledger has the key of each', async () => {
	const first = idOf(await client.send('template', welcome, withKey('k')));
	const second = idOf(await client.send('template', welcome, withKey('k')));
	expect(first).not.toBe(second);
	const ledger = await client.ledger();
	expect(ledger.map((message) => at(message, 'idempotency_key'))).toEqual(['k', 'k']);
});

it('gives a repeated key the first answer, and counts how often it was asked for', async () => {
	await honour();
	const first = await client.send('template', welcome, withKey('k'));
	const repeats = await Promise.all([1, 2, 3].map(() => client.send('template', welcome, withKey('k'))));
	for (const repeat of repeats) expect(repeat.body).toEqual(first.body);
	expect(await client.ledger()).toEqual([
		expect.objectContaining({ message_id: idOf(first), idempotency_key: 'k', attempts: 4 }),
	]);
});

it('tells keys apart, and a request without one is always a message of its own', async () => {
	await honour();
	const ids = [
		idOf(await client.send('template', welcome, withKey('k'))),
		idOf(await client.send('template', welcome, withKey('l'))),
		idOf(await client.send('template', welcome)),
		idOf(await client.send('template', welcome)),
	];
	expect(new Set(ids).size).toBe(4);
});

it('refuses a key that comes with another request', async () => {
	await honour();
	const first = idOf(await client.send('template', welcome, withKey('k')));
	const other = await client.send('template', { ...welcome, to: '+447400123456' }, withKey('k'));
	expect(refusalOf(other)).toEqual([422, 100, expect.stringContaining(first)]);
	expect(await client.ledger()).toHaveLength(1);
});

it('does not keep the key of a request that was refused', async () => {
	await honour();
	const refused = await client.send('template', { ...welcome, template_name: 'x' }, withKey('k'));
	expect(refused.status).toBe(404);
	idOf(await client.send('template', welcome, withKey('k')));
});

it('forgets a key after a day', async () => {
	await honour();
	const first = idOf(await client.send('template', welcome, withKey('k')));
	await client.control('/clock', { advance_ms: 24 * 60 * 60 * 1000 });
	expect(idOf(await client.send('template', welcome, withKey('k')))).not.toBe(first);
});
