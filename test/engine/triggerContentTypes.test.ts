import fc from 'fast-check';

import samples from '../contract/data/statusWebhooks.json';
import { gzipSync, postings } from '../support/contentTypes.mts';
import { runs } from '../support/propertyRuns';
import { type Scheme, schemes } from '../support/schemes';
import { account, allEvents, delivered, itemsOf, post, sign } from '../support/signedWebhook';
import { useTriggers } from '../support/useTriggers';
import { startTrigger, type TriggerServer } from '../support/webhook';

/** Content types through the whole trigger: what n8n reads of a body hangs on them. */

const startOne = useTriggers();
const start = async ({ credential }: Scheme) => await startOne({}, { credential: { ...account, ...credential } });

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

/** Bodies of every kind, rightly signed, through the whole trigger. */

let trigger: TriggerServer;

beforeAll(async () => {
	trigger = await startTrigger({
		credential: account,
		parameters: { events: allEvents, options: { ignoreDuplicates: false, includePayload: true } },
	});
});

afterAll(async () => await trigger.close());

/** Posts a body and says what came of it: the answer, and the items of the workflow if one started. */
async function outcomeOf(body: string) {
	const before = trigger.started.length;
	// Not as JSON: what says that it is and isn't, n8n itself answers.
	const { status } = await post(trigger, body, { 'content-type': 'text/plain', 'x-webhook-signature': sign(body) });
	const [outputs = [[]], ...more] = itemsOf({ started: trigger.started.slice(before) });
	expect(more).toEqual([]);
	return { status, items: outputs.flat(), isStarted: trigger.started.length > before };
}

const statuses = ['sent', 'delivered', 'read', 'failed'];
/** At least as many as there are statuses in a text: each names one. */
const mentions = (text: string): number => text.toLowerCase().split(/sent|delivered|read|failed/).length - 1;

function expectSound({ status, items, isStarted }: Awaited<ReturnType<typeof outcomeOf>>, body: string): void {
	expect([200, 400]).toContain(status);
	expect(isStarted).toBe(items.length > 0);
	if (status === 400) expect(items).toEqual([]);
	expect(items.length).toBeLessThanOrEqual(mentions(body));
	for (const item of items) {
		expect(statuses).toContain(item.status);
		expect(item).toMatchObject({ event_id: expect.any(String), message_id: expect.any(String) });
	}
}

const record = fc.record(
	{
		message_id: fc.oneof(fc.string(), fc.integer(), fc.bigInt().map(String), fc.constant(null)),
		status: fc.oneof(fc.constantFrom(...statuses, 'queued', 'DELIVERED'), fc.jsonValue()),
		timestamp: fc.oneof(fc.integer(), fc.string(), fc.constant('2026-11-20T10:00:00Z')),
		error: fc.jsonValue(),
		id: fc.string(),
	},
	{ requiredKeys: [] },
);
const wrapped = fc.oneof(
	record,
	fc.array(record, { maxLength: 5 }),
	record.map((data) => ({ data })),
	fc.array(record, { maxLength: 5 }).map((data) => ({ id: 'evt_1', type: 'message.status', data })),
	record.map((payload) => ({ type: 'message-event', payload })),
	fc.array(record, { maxLength: 5 }).map((list) => ({ entry: [{ id: '1', changes: [{ field: 'messages', value: { statuses: list } }] }] })),
	fc.jsonValue(),
);

const known = Object.values(samples).filter((sample) => typeof sample === 'object').map((sample) => JSON.stringify(sample));
const mutation = fc.record({
	place: fc.nat(),
	cut: fc.nat({ max: 12 }),
	put: fc.oneof(fc.string({ maxLength: 6 }), fc.constantFrom('null', '[]', '{}', '"', ',', '[[', '1e999', '\\u0000', '"__proto__":{}', '"status":"read",')),
});

const broken = fc.tuple(fc.constantFrom(...known), fc.array(mutation, { minLength: 1, maxLength: 4 })).map(([form, mutations]) =>
	mutations.reduce((text, { place, cut, put }) => {
		const start = place % (text.length + 1);
		return text.slice(0, start) + put + text.slice(start + cut);
	}, form),
);

test.each<[string, fc.Arbitrary<string>]>([
	['of random records', wrapped.map((value) => JSON.stringify(value))],
	['in a known form that was cut, or had something put into it,', broken],
	['of bytes of any kind', fc.string({ unit: 'binary' })],
])('property: a body %s is answered 200 or 400, and brings no item too many', async (_what, bodies) => {
	await fc.assert(
		fc.asyncProperty(bodies, async (body) => expectSound(await outcomeOf(body), body)),
		runs(300),
	);
});

test('a body nested too deeply to read is answered 400', async () => {
	const body = '['.repeat(200_000) + ']'.repeat(200_000);
	expect(await outcomeOf(body)).toMatchObject({ status: 400, isStarted: false });
});

test('a name that JavaScript gives to every object is only a name', async () => {
	const body = `{"__proto__":{"status":"read","message_id":"x"},"constructor":1,${JSON.stringify(delivered).slice(1)}`;
	const { items } = await outcomeOf(body);
	expect(items).toMatchObject([{ message_id: 'm1', status: 'delivered' }]);
	expect(Object.getOwnPropertyNames(Object.prototype)).not.toContain('status');
});
