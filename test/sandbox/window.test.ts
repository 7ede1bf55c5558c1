import { at } from '../../nodes/Messaging/text/json';
import { ada, idOf, otherSender, refusalOf, useSandbox } from './support/sandbox';

/** The 24-hour customer-service window (API document, "States and transitions" and "Limits"). */

const client = useSandbox();

const hourMs = 60 * 60 * 1000;

const text = { text: 'Hi' };
const photo = { media_type: 'image', media_url: 'https://example.com/a.png' };
const closed = [409, 131047, expect.stringContaining('template')];

const advance = (ms: number) => client.control('/clock', { advance_ms: ms });

it('is closed for a recipient who never wrote, for texts and media alike', async () => {
	expect(refusalOf(await client.send('text', text))).toEqual(closed);
	expect(refusalOf(await client.send('media', photo))).toEqual(closed);
	expect(await client.ledger()).toEqual([]);
});

it('does not hold back a template, and is not opened by one', async () => {
	idOf(await client.send('template', { template_name: 'welcome', language_code: 'en_US' }));
	expect(refusalOf(await client.send('text', text))).toEqual(closed);
});

it('is opened by what the customer writes, for 24 hours by the clock', async () => {
	await client.control('/reply', { from: ada, text: 'Hello' });
	idOf(await client.send('text', text));
	await advance(23 * hourMs);
	idOf(await client.send('media', photo));
	await advance(hourMs);
	expect(refusalOf(await client.send('text', text))).toEqual(closed);
	expect(refusalOf(await client.send('media', photo))).toEqual(closed);
});

it('begins anew with each message of the customer', async () => {
	await client.control('/reply', { from: ada, text: 'Hello' });
	await advance(20 * hourMs);
	await client.control('/reply', { from: ada, text: 'Still there?' });
	await advance(20 * hourMs);
	idOf(await client.send('text', text));
	await advance(4 * hourMs);
	expect(refusalOf(await client.send('text', text))).toEqual(closed);
});

it('belongs to one recipient and one sending number', async () => {
	await client.control('/reply', { from: ada, to: otherSender, text: 'Hello' });
	idOf(await client.send('text', { ...text, phone_number_id: otherSender }));
	expect(refusalOf(await client.send('text', text))).toEqual(closed);
	expect(refusalOf(await client.send('text', { ...text, phone_number_id: otherSender, to: '+447400123456' }))).toEqual(closed);
});

it('is opened at the number that wrote last where the customer names none', async () => {
	idOf(await client.send('template', { template_name: 'welcome', language_code: 'en_US', phone_number_id: otherSender }));
	await client.control('/reply', { from: ada, text: 'Hello' });
	idOf(await client.send('text', { ...text, phone_number_id: otherSender }));
	expect(refusalOf(await client.send('text', text))).toEqual(closed);
});

it('opens again when the clock is set back to now, for no more than 24 hours', async () => {
	await client.control('/reply', { from: ada, text: 'Hello' });
	await advance(25 * hourMs);
	await client.control('/reply', { from: ada, text: 'Tomorrow' });
	await client.control('/clock', { to_now: true });
	expect(Math.abs(Date.parse(String(at(await client.show('/clock'), 'now'))) - Date.now())).toBeLessThan(hourMs);
	expect(Date.parse(String(at(await client.show('/views/inbox'), 'conversations', 0, 'closes_at')))).toBeLessThanOrEqual(Date.now() + 24 * hourMs);
	idOf(await client.send('text', text));
	await expect(client.control('/clock', {})).rejects.toThrow(/400.*either/);
});

it('opens and closes by hand', async () => {
	await client.control('/window', { to: ada, open: true });
	idOf(await client.send('text', text));
	await client.control('/window', { to: ada, open: false });
	expect(refusalOf(await client.send('text', text))).toEqual(closed);
	await client.control('/reply', { from: ada, text: 'Hello' });
	idOf(await client.send('text', text));
});
