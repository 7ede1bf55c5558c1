import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { account, delivered, post, sign } from '../support/signedWebhook';
import { useTriggers } from '../support/useTriggers';
import type { TriggerServer, TriggerSettings } from '../support/webhook';

/**
 * Webhooks that arrive while n8n reads the credential of their trigger share that read: each costs n8n an
 * isolate. Nothing outlives it.
 */

// Before the triggers are closed, which takes time.
afterEach(() => jest.restoreAllMocks());
const startTrigger = useTriggers();
let now = 0;
beforeEach(() => {
	// The clock stands: however slow the machine is, what arrives during a test arrives at once. In whole milliseconds, whose
	// differences are exact.
	now = Math.ceil(performance.now());
	jest.spyOn(performance, 'now').mockImplementation(() => now);
});

/** A credential whose reads are counted, and held while `hold` is set. */
function heldCredential(data: ICredentialDataDecryptedObject = account) {
	const waiting: Array<() => void> = [];
	const held = {
		data,
		reads: 0,
		isHeld: true,
		error: undefined as Error | undefined,
		/** Lets the reads go on that wait, with what the credential holds by now. */
		release() {
			held.isHeld = false;
			for (const goOn of waiting.splice(0)) goOn();
		},
		async read(): Promise<ICredentialDataDecryptedObject> {
			held.reads++;
			if (held.isHeld) await new Promise<void>((resolve) => waiting.push(resolve));
			if (held.error !== undefined) throw held.error;
			return held.data;
		},
	};
	return held;
}

type HeldCredential = ReturnType<typeof heldCredential>;

const start = async (credential: HeldCredential, settings: Partial<TriggerSettings> = {}) =>
	await startTrigger({ ignoreDuplicates: false }, { readCredential: credential.read, ...settings });

const body = JSON.stringify(delivered);

/** Posts so many webhooks at once. @returns their answers, once all of them are at the trigger */
async function postAtOnce(server: TriggerServer, count: number, headers?: Record<string, string>) {
	const arrived = server.arrivals(count);
	const answers = Promise.all(Array.from({ length: count }, async () => (await post(server, body, headers)).status));
	await arrived;
	return { answers };
}

const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

test('webhooks that arrive while the credential is read share that read, and each is checked by itself', async () => {
	const credential = heldCredential();
	const server = await start(credential);
	const right = await postAtOnce(server, 10);
	const wrong = await postAtOnce(server, 5, { 'x-webhook-signature': sign(body, 'guessed') });
	credential.release();
	expect(await right.answers).toEqual(times(10, 200));
	expect(await wrong.answers).toEqual(times(5, 401));
	expect(server.started).toHaveLength(10);
	expect(credential.reads).toBe(1);
});

test('where one read follows another, the next waits for others that share it', async () => {
	const credential = heldCredential();
	const server = await start(credential);
	const first = await postAtOnce(server, 1);
	// The longest read there is, on the clock of the test.
	now += 900;
	credential.release();
	expect(await first.answers).toEqual([200]);
	// They arrive one by one, and each of them could be checked at once.
	const { answers } = await postAtOnce(server, 20);
	expect(await answers).toEqual(times(20, 200));
	expect(credential.reads).toBeLessThan(5);
});

test('a webhook that comes a while after the last one waits for nobody', async () => {
	const credential = heldCredential();
	const server = await start(credential);
	const first = await postAtOnce(server, 1);
	now += 900;
	credential.release();
	await first.answers;
	now += 400;
	credential.isHeld = true;
	const next = await postAtOnce(server, 1);
	expect(credential.reads).toBe(2);
	credential.release();
	expect(await next.answers).toEqual([200]);
});

test('a secret that was changed counts from the next read on', async () => {
	const credential = heldCredential();
	const server = await start(credential);
	const { answers } = await postAtOnce(server, 3);
	credential.release();
	expect(await answers).toEqual(times(3, 200));
	credential.data = { ...account, webhookSecret: 'another-secret' };
	expect(await post(server, body)).toMatchObject({ status: 401 });
	expect(server.started).toHaveLength(3);
	expect(credential.reads).toBe(2);
});

test('a read that fails fails those who share it, and the next tries anew', async () => {
	const credential = heldCredential();
	credential.error = new Error('the database system is shutting down');
	const server = await start(credential);
	const { answers } = await postAtOnce(server, 5);
	credential.release();
	expect(await answers).toEqual(times(5, 503));
	expect(credential.reads).toBe(1);
	credential.error = undefined;
	expect(await post(server, body)).toMatchObject({ status: 200 });
	expect(credential.reads).toBe(2);
});

test.each<[string, Partial<TriggerSettings>]>([
	['another workflow', { workflowId: 'b' }],
	['another node', { name: 'Another trigger' }],
	['another credential', { credentialId: 'credential-2' }],
	['a test run', { mode: 'manual' }],
])('%s reads for itself', async (_other, settings) => {
	const credential = heldCredential();
	const same = { workflowId: 'a' };
	const others = [await start(credential, same), await start(credential, { ...same, ...settings })];
	const all = await Promise.all(others.map(async (server) => await postAtOnce(server, 2)));
	credential.release();
	for (const { answers } of all) expect(await answers).toEqual([200, 200]);
	expect(credential.reads).toBe(2);
});

test('a read that hangs holds up nobody who comes a second later', async () => {
	const credential = heldCredential();
	const server = await start(credential);
	const stuck = await postAtOnce(server, 2);
	now += 1000;
	credential.isHeld = false;
	expect(await post(server, body)).toMatchObject({ status: 200 });
	expect(credential.reads).toBe(2);
	credential.release();
	expect(await stuck.answers).toEqual([200, 200]);
});
