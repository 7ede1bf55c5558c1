import { gzipSync, postings } from '../support/contentTypes.mts';
import { type Scheme, schemes } from '../support/schemes';
import { account, delivered, itemsOf } from '../support/signedWebhook';
import { useTriggers } from '../support/useTriggers';
import type { TriggerServer } from '../support/webhook';

/** Content types through the whole trigger: what n8n reads of a body hangs on them. */

const startTrigger = useTriggers();
const start = async ({ credential }: Scheme) => await startTrigger({}, { credential: { ...account, ...credential } });

/** Posts bytes with these headers and no others: of bytes, `fetch` names no content type. */
const send = async ({ url }: TriggerServer, headers: Record<string, string>, body: Uint8Array): Promise<number> =>
	(await fetch(url, { method: 'POST', headers, body: new Uint8Array(body) })).status;

const schemeNamed = (name: string): Scheme => {
	const found = schemes.find((scheme) => scheme.name === name);
	if (found === undefined) throw new Error(`No scheme ${name}`);
	return found;
};
const hmac = schemeNamed('HMAC SHA-256');

// One that covers the body, and one that does not: how a scheme signs is nothing that a content type could change.
describe.each([hmac, schemeNamed('a shared secret')])('with $name', (scheme) => {
	test.each(postings)('a webhook as $name', async ({ name, headers, answers, ...posting }) => {
		const body = JSON.stringify({ ...delivered, message_id: name });
		const expected = answers[scheme.coversBody ? 0 : 1];
		const trigger = await start(scheme);
		// Nothing of it is believed without its signature, and it starts the workflow once with it.
		const unsigned = await send(trigger, headers, posting.encode?.(body) ?? Buffer.from(body));
		expect(unsigned).toBe(expected === 422 ? 422 : 401);
		const signed = { ...headers, ...scheme.sign(posting.signed?.(body) ?? body) };
		expect(await send(trigger, signed, posting.encode?.(body) ?? Buffer.from(body))).toBe(expected);
		expect(itemsOf(trigger)).toMatchObject(expected === 200 ? [[[{ message_id: name, status: 'delivered' }]]] : []);
	});
});

test('a form in parts that is not verified says in the log what the service should send', async () => {
	const trigger = await start(hmac);
	const form = Buffer.from('--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--b--\r\n');
	expect(await send(trigger, { 'content-type': 'multipart/form-data; boundary=b', ...hmac.sign(form) }, form)).toBe(401);
	expect(trigger.log).toEqual([expect.stringMatching(/401.*signature is wrong.*multipart\/form-data.*JSON/)]);
});

describe("a body that n8n leaves to the trigger keeps to n8n's limit of size", () => {
	const large = Buffer.alloc(17 * 1024 * 1024, ' ');
	const octets = { 'content-type': 'application/octet-stream' };

	test.each<[string, Record<string, string>, Buffer]>([
		['as it is', octets, large],
		['unzipped', { ...octets, 'content-encoding': 'gzip' }, gzipSync(large)],
	])('%s: 413, before anything is believed', async (_form, headers, body) => {
		const trigger = await start(schemeNamed('no signature'));
		expect(await send(trigger, headers, body)).toBe(413);
		expect(trigger.started).toEqual([]);
		expect(trigger.log).toEqual([expect.stringMatching(/413.*N8N_PAYLOAD_SIZE_MAX/)]);
	});

	test('and one that is not zipped as it says is answered 400', async () => {
		const trigger = await start(schemeNamed('no signature'));
		expect(await send(trigger, { ...octets, 'content-encoding': 'gzip' }, Buffer.from('{}'))).toBe(400);
		expect(trigger.log).toEqual([expect.stringMatching(/400.*could not be read/)]);
	});
});
