import fc from 'fast-check';
import { stringify } from 'flatted';
import type { IDataObject } from 'n8n-workflow';

import { editorContext, outputOf, runMessaging } from '../support/engine';
import { recipients, textParameters } from '../support/messages';
import { accepting, startService, type ReceivedRequest, type ScriptedAnswer, type ScriptedService } from '../support/service';
import { allEvents, delivered, post, sign } from '../support/signedWebhook';
import { listeningTo, startTrigger } from '../support/webhook';
import { runs } from '../support/propertyRuns';

/** Random secrets in random encodings at random places of what services say. */

let service: ScriptedService;
let answers: (request: ReceivedRequest) => ScriptedAnswer;

beforeAll(async () => {
	service = await startService((request) => answers(request));
});
afterAll(async () => await service.close());

const isWellFormed = (text: string) => Buffer.from(text).toString() === text;
const secretOf = (unit: 'binary-ascii' | 'grapheme') =>
	fc
		.string({ unit, minLength: 8, maxLength: 40 })
		.map((text) => text.replace(/\p{Cc}/gu, '/').trim())
		.filter((text) => text.length >= 8 && isWellFormed(text));
/** A header carries the key, so it is ASCII; the first line of the webhook secret may be anything. */
const secrets = fc.record({ apiKey: secretOf('binary-ascii'), first: secretOf('grapheme'), second: secretOf('grapheme') });
type Secrets = typeof secrets extends fc.Arbitrary<infer T> ? T : never;

const base64 = (text: string) => Buffer.from(text).toString('base64');
const everyUnit = (text: string, write: (hex: string) => string) =>
	text.split('').map((unit) => write(unit.charCodeAt(0).toString(16).padStart(4, '0'))).join('');
const encode = fc.constantFrom<(text: string) => string>(
	(text) => text,
	(text) => `Bearer ${text}`,
	(text) => encodeURIComponent(text),
	(text) => encodeURIComponent(text).replace(/%../g, (escape) => escape.toLowerCase()),
	(text) => new URLSearchParams({ k: text }).toString(),
	(text) => JSON.stringify({ k: text }),
	(text) => everyUnit(text, (hex) => `\\u${hex}`),
	(text) => text.replace(/[&<>"'/]/g, (one) => `&#${one.charCodeAt(0)};`),
	(text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;'),
	(text) => [...text].map((one) => `&#x${one.codePointAt(0)?.toString(16) ?? ''};`).join(''),
	(text) => Buffer.from(text).toString('hex'),
	(text) => Buffer.from(text).toString('hex').toUpperCase(),
	(text) => base64(text),
	(text) => `Basic ${base64(`user:${text}`)}`,
	(text) => base64(`a:${text}:z`),
	(text) => Buffer.from(`ab${text}`).toString('base64url'),
	(text) => encodeURIComponent(base64(text)),
);

const words = fc.string({ unit: fc.constantFrom('x', ' ', 'y', '.'), maxLength: 12 });
/** A text that holds one of the secrets; it says which. */
const echo = fc
	.record({ which: fc.constantFrom('apiKey', 'first', 'second'), encode, before: words, after: words })
	.map(({ which, encode: write, before, after }) => (given: Secrets) => `${before} ${write(given[which])} ${after}`);

/** Ways of a service to say it, most of which are no success. */
const answer = fc
	.record({ echo, kind: fc.nat({ max: 12 }), filler: fc.nat({ max: 260 }) })
	.map(({ echo: say, kind, filler }) => (given: Secrets): ScriptedAnswer => {
		const said = say(given);
		const forms: ScriptedAnswer[] = [
			{ body: { success: true, message_id: said } },
			{ body: { success: true, message_id: 'm', echo: { headers: [{ value: said }], more: [[said]] } } },
			{ body: JSON.stringify({ message_id: 'm', said }).replaceAll('/', '\\/') },
			{ status: 400, body: { error: { message: said, code: said, details: said } } },
			{ status: 422, body: { errors: [said], request_id: said } },
			{ status: 401, body: { error: said } },
			{ status: 403, body: { message: 'no', requestId: said, error: { error_data: { details: said } } } },
			{ status: 502, body: `<html><p>${'w'.repeat(filler)} ${said}</p></html>` },
			{ status: 500, body: `${'w'.repeat(filler)} ${said}` },
			{ status: 500, body: `{"said":${JSON.stringify(said)}` },
			{ status: 400, body: [said] },
			{ body: { success: false, message: said } },
			{ status: 400, headers: { 'x-request-id': encodeURIComponent(said) }, body: {} },
		];
		return forms[kind] ?? {};
	});

/** Every text in a value that was written by flatted, which lists them all. */
const textsIn = (value: unknown): string[] => (JSON.parse(stringify(value)) as unknown[]).filter((one) => typeof one === 'string');

/** What a text says to somebody who decodes it, by other means than the node's. */
function decodings(text: string): string[] {
	const uri = text.replaceAll('+', ' ').replace(/(%[\da-f]{2})+/gi, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString());
	const json = text.replace(/\\(?:u([\da-f]{4})|(["\\/]))/gi, (_, hex?: string, one?: string) => one ?? String.fromCharCode(parseInt(hex ?? '', 16)));
	const named: Readonly<Record<string, string>> = { lt: '<', quot: '"', amp: '&' };
	const html = text.replace(/&(?:#x([\da-f]+)|#(\d+)|(lt|quot|amp));/gi, (_, hex?: string, code?: string, name?: string) =>
		name === undefined ? String.fromCodePoint(hex === undefined ? Number(code) : parseInt(hex, 16)) : (named[name] ?? ''),
	);
	const runs = [text, uri].flatMap((one) => one.match(/[\w+/-]{8,}/g) ?? []);
	const bytes = runs.flatMap((run) => [
		...[0, 1, 2, 3].map((shift) => Buffer.from(run.slice(shift), 'base64')),
		...(run.match(/[\da-f]{16,}/gi) ?? []).flatMap((hex) => [0, 1].map((shift) => Buffer.from(hex.slice(shift), 'hex'))),
	]);
	return [text, uri, json, html, ...bytes.map((one) => one.toString())];
}

function expectNoneOf(given: Secrets, texts: readonly string[]): void {
	const said = texts.flatMap(decodings);
	for (const secret of Object.values(given)) expect(said.filter((one) => one.includes(secret))).toEqual([]);
}

const credentialOf = ({ apiKey, first, second }: Secrets) => ({
	baseUrl: service.url,
	apiKey,
	webhookSecret: `${first}\n${second}`,
});

test('the decoder of this test finds each of them', () => {
	fc.assert(
		fc.property(secrets, echo, (given, say) => {
			const said = decodings(say(given)).filter((one) => Object.values(given).some((secret) => one.includes(secret)));
			expect(said).not.toEqual([]);
		}),
		{ numRuns: 1_000 },
	);
});

test('no output, error, hint and log line of a run holds one', async () => {
	const eight = fc.array(answer, { minLength: 8, maxLength: 8 });
	await fc.assert(
		fc.asyncProperty(secrets, eight, fc.boolean(), async (given, said, stops) => {
			const numbers = said.map((_, index) => `+1201555010${index}`);
			answers = ({ body }) => said[numbers.indexOf(String(Object(body).to))]?.(given) ?? {};
			const settings = {
				credential: credentialOf(given),
				parameters: textParameters({ options: { maxAttempts: 1, concurrency: 8 } }),
				...(stops ? {} : { onError: 'continueRegularOutput' as const }),
			};
			const log: string[] = [];
			const run = await listeningTo(editorContext(settings), log, async () => await runMessaging(settings, recipients(...numbers)));
			expect(stops || outputOf(run).length === 8).toBe(true);
			expectNoneOf(given, [...textsIn(run.data), ...log]);
		}),
		runs(40),
	);
});

test('no record of a list holds one', async () => {
	await fc.assert(
		fc.asyncProperty(secrets, fc.array(echo, { minLength: 1, maxLength: 8 }), async (given, said) => {
			answers = () => ({ body: { data: said.map((say) => ({ template_name: say(given), language: { code: say(given) }, more: [{ note: say(given) }] })) } });
			const run = await runMessaging({ credential: credentialOf(given), parameters: { resource: 'template', operation: 'getMany' } });
			expect(outputOf(run)).toHaveLength(said.length);
			expectNoneOf(given, textsIn(run.data));
		}),
		runs(20),
	);
});

test('no item of a trigger holds one, and each report starts the workflow', async () => {
	await fc.assert(
		fc.asyncProperty(secrets, fc.array(echo, { minLength: 1, maxLength: 4 }), async (given, said) => {
			const server = await startTrigger({
				credential: credentialOf(given),
				parameters: { events: allEvents, options: { includePayload: true, ignoreDuplicates: false } },
			});
			const body = JSON.stringify(
				said.map((say) => ({ ...delivered, id: say(given), message_id: `m ${say(given)}`, to: say(given), error: { code: say(given), message: say(given) }, more: [say(given)] })),
			);
			await post(server, body, { 'x-webhook-signature': sign(body, given.second) });
			await server.close();
			expect(server.started[0]?.[0]).toHaveLength(said.length);
			expectNoneOf(given, [...textsIn(server.started), ...server.log]);
		}),
		runs(20),
	);
});

test('where none occurs, the output is what the service answered', async () => {
	const body = fc.dictionary(fc.string().filter((key) => key !== '__proto__'), fc.jsonValue());
	await fc.assert(
		fc.asyncProperty(secrets, body, async (given, rest) => {
			// Integers that a double can't hold come out as the text of their digits.
			const safe = (_: string, value: unknown) => (Number.isInteger(value) && !Number.isSafeInteger(value) ? 0 : value);
			const said: IDataObject = JSON.parse(JSON.stringify({ ...rest, success: true, message_id: 'm', to: 'x' }), safe);
			answers = (request) => (request.method === 'POST' ? { body: said } : accepting(request));
			const run = await runMessaging({ credential: credentialOf(given), parameters: textParameters() }, recipients('+12015550123'));
			expect(JSON.stringify(outputOf(run)[0]?.json)).toBe(JSON.stringify(said));
		}),
		runs(60),
	);
});
