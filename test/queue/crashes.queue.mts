import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { retry } from '../e2e/exampleRuns.mts';
import { tell } from '../e2e/sandboxControl.mts';
import { until } from '../e2e/until.mts';
import { newRecipients, outcomesOf, publishBroadcast, reaches, sum } from './broadcast.mts';
import { workerOf, type Cluster } from './cluster.mts';

const messages = 240;
const concurrency = 10;
const messageKey = '={{ $json.to }}-packed';
const idempotencyHeader = 'Idempotency-Key';

/** One recipient in a round: messages at the service before the retry and after it, and what the retry says. */
interface Row {
	readonly to: string;
	readonly before: number;
	readonly after: number;
	readonly outcome: string;
}

/** A worker that is killed in the middle of a broadcast, many times, and the crashed execution retried. */
export function crashTests(cluster: Cluster): void {
	void test('without a key a retried crash sends every accepted message again, as the documents say', async (context) => {
		// An Idempotency Header alone does not help: its keys are made anew for each run.
		const rounds = await crashAndRetry(cluster, { moment: 50, options: { concurrency } }, { moment: 150, options: { concurrency, idempotencyHeader } });
		for (const rows of rounds) {
			report(context, 'no key', rows);
			assert.deepEqual(rows.filter(({ before, after, outcome }) => after !== before + 1 || outcome !== 'accepted'), []);
		}
	});

	void test('with a Message Key a retried crash sends nobody a second message, and says what is true of every row: unknown is what was in flight', async (context) => {
		for (const moment of [1, 100, 180]) {
			const variants = [concurrency, 50].map((atOnce) => ({ moment, options: { concurrency: atOnce, messageKey } }));
			for (const [place, rows] of (await crashAndRetry(cluster, ...variants)).entries()) {
				const atOnce = variants[place]?.options.concurrency ?? 0;
				report(context, `Message Key, ${String(atOnce)} at once`, rows);
				const wrong = rows.filter(({ before, after, outcome }) => {
					if (outcome === 'accepted') return before !== 0 || after !== 1;
					if (outcome === 'duplicate') return before !== 1 || after !== 1;
					// Whoever may have a message gets none now.
					return outcome !== 'unknown' || after !== before || after > 1;
				});
				assert.deepEqual(wrong, []);
				assert.ok(count(rows, ({ outcome }) => outcome === 'unknown') <= atOnce);
			}
		}
	});

	void test('with a Message Key and an Idempotency Header everyone has exactly one message', async (context) => {
		const options = { concurrency, messageKey, idempotencyHeader };
		for (const rows of await crashAndRetry(cluster, { moment: 50, options }, { moment: 150, options })) {
			report(context, 'Message Key and header', rows);
			assert.deepEqual(rows.filter(({ after, outcome }) => after !== 1 || outcome !== 'accepted'), []);
		}
	});
}

/** A broadcast whose worker is killed once so many of its messages were accepted. */
interface Variant {
	readonly moment: number;
	readonly options: Readonly<Record<string, unknown>>;
}

/** Begins a broadcast on each of the two workers. Kills each in the middle, starts it again as a supervisor would, and retries what crashed. */
async function crashAndRetry(cluster: Cluster, ...variants: readonly Variant[]): Promise<Row[][]> {
	// A short ledger is read in a moment, so that the worker is killed when it should be.
	await tell(cluster, 'reset', { keep: ['webhooks', 'settings', 'templates'] });
	await tell(cluster, 'settings', { latency_ms: 200, idempotency: true });
	try {
		return await Promise.all(variants.map((variant) => crashOne(cluster, variant)));
	} finally {
		await tell(cluster, 'settings', { latency_ms: 0, idempotency: false });
	}
}

async function crashOne(cluster: Cluster, { moment, options }: Variant): Promise<Row[]> {
	const broadcast = await publishBroadcast(cluster, options, { onError: 'continueRegularOutput' });
	const recipients = newRecipients(messages);
	const id = await broadcast.begin(recipients);
	const worker = await until('the worker', () => workerOf(cluster, id).catch(() => undefined));
	await until(`${String(moment)} messages`, async () =>
		sum(await cluster.service.countsFor(recipients)) >= moment ? true : undefined);
	await worker.kill();
	await worker.start();
	await reaches(cluster, broadcast, id, ['crashed']);
	const before = await cluster.service.countsFor(recipients);
	assert.ok(sum(before) >= moment && sum(before) < messages, `killed after ${String(sum(before))} messages`);
	const retried = await retry(cluster, id);
	await reaches(cluster, broadcast, retried, ['success']);
	const after = await cluster.service.countsFor(recipients);
	const outcomes = await outcomesOf(cluster, retried);
	return recipients.map((to, place) => ({
		to, before: before[place] ?? 0, after: after[place] ?? 0, outcome: outcomes.get(to) ?? 'left out',
	}));
}

const count = (rows: readonly Row[], which: (row: Row) => boolean) => rows.filter(which).length;

/** Writes down what a round came to, in numbers. */
function report(context: TestContext, how: string, rows: readonly Row[]): void {
	const said = ['accepted', 'duplicate', 'unknown', 'left out'].map((name) => `${String(count(rows, ({ outcome }) => outcome === name))} ${name}`);
	const has = [0, 1, 2].map((times) => `${String(count(rows, ({ after }) => after === times))} × ${String(times)}`);
	context.diagnostic(`${how}: killed after ${String(count(rows, ({ before }) => before > 0))} of ${String(rows.length)} messages; the retry says ${said.join(', ')}; in the end ${has.join(', ')}`);
}
