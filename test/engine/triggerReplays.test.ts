import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import vectors from '../contract/data/signatures.json';
import { postRaw, type HeaderLines } from '../support/postRaw.mts';
import { runs } from '../support/propertyRuns';
import { schemes } from '../support/schemes';
import { account, delivered, itemsOf } from '../support/signedWebhook';
import { useTriggers } from '../support/useTriggers';
import type { TriggerServer } from '../support/webhook';

/**
 * What someone can do who has recorded a request: everything that no signature covers is theirs to
 * change, and none of it may make the same report look like a new one, or stand in an item.
 */

const body = JSON.stringify(delivered);
const now = Math.floor(Date.now() / 1000);
const standardSecret = vectors.find(({ scheme }) => scheme === 'standardWebhooks')?.secret ?? '';

interface Recorded {
	readonly scheme: string;
	readonly credential: ICredentialDataDecryptedObject;
	readonly signed: HeaderLines;
}

const standard = (family: string, id = 'msg_1'): HeaderLines => [
	[`${family}-id`, id],
	[`${family}-timestamp`, String(now)],
	[`${family}-signature`, new Webhook(standardSecret).sign(id, new Date(now * 1000), body)],
];

const byStandardWebhooks = { ...account, signatureScheme: 'standardWebhooks', webhookSecret: standardSecret };

const recordings: readonly Recorded[] = [
	...schemes.map(({ name, credential, sign }) => ({ scheme: name, credential: { ...account, ...credential }, signed: Object.entries(sign(body)) })),
	{ scheme: "Standard Webhooks under Svix's names", credential: byStandardWebhooks, signed: standard('svix') },
];

const startTrigger = useTriggers();
const start = async (credential: ICredentialDataDecryptedObject) => await startTrigger({ includePayload: true }, { credential });

/** Sends the body with these headers. */
const send = async (server: TriggerServer, lines: HeaderLines, query = '') =>
	await postRaw(`${server.url}${query}`, lines, body);

const json = ['content-type', 'application/json'] as const;
const names = fc.oneof(
	fc.constantFrom('webhook-id', 'Webhook-Id', 'svix-id', 'webhook-timestamp', 'x-event-id', 'x-request-id', 'idempotency-key', 'x-forwarded-for', 'user-agent'),
	fc.stringMatching(/^x-[a-z]{1,12}$/),
);
const extraLines = fc.array(fc.tuple(names, fc.stringMatching(/^[!-~]{1,30}$/)), { maxLength: 6 });
const queries = fc.oneof(fc.constant(''), fc.stringMatching(/^\?[a-z]{1,8}=[A-Za-z0-9]{0,12}$/));

describe.each(recordings)('a request that was recorded with $scheme', ({ credential, signed }) => {
	test('property: is a repeat whatever is changed of what is not signed', async () => {
		const server = await start(credential);
		expect(await send(server, [json, ...signed])).toBe(200);
		const variants = fc.tuple(extraLines, queries, fc.infiniteStream(fc.nat()));
		await fc.assert(
			fc.asyncProperty(variants, async ([extra, query, places]) => {
				const lines = [json, ...signed, ...extra].map((line) => ({ line, place: places.next().value ?? 0 }));
				await send(server, lines.sort((a, b) => a.place - b.place).map(({ line }) => line), query);
				expect(server.started).toHaveLength(1);
			}),
			runs(60),
		);
	});

	test('names its event by nothing that another wrote beside it', async () => {
		const [plain, replayed] = [await start(credential), await start(credential)];
		await send(plain, [json, ...signed]);
		const others = ['webhook-id', 'svix-id', 'x-event-id'].filter((name) => !signed.some(([taken]) => taken === name));
		await send(replayed, [json, ...signed, ...others.map((name) => [name, 'anything at all'] as const)]);
		expect(itemsOf(replayed)).toEqual(itemsOf(plain));
		expect(itemsOf(replayed)).toHaveLength(1);
	});
});

describe('Standard Webhooks', () => {
	test('names the event by the id that its signature covers, and is a repeat under the other names of its headers', async () => {
		const server = await start(byStandardWebhooks);
		for (const family of ['svix', 'webhook']) expect(await send(server, [json, ...standard(family)])).toBe(200);
		expect(itemsOf(server)).toMatchObject([[[{ event_id: 'msg_1' }]]]);
	});

	test('another signed id is another event', async () => {
		const server = await start(byStandardWebhooks);
		for (const id of ['msg_1', 'msg_2']) expect(await send(server, [json, ...standard('webhook', id)])).toBe(200);
		expect(server.started).toHaveLength(2);
	});
});
