import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { z } from 'zod';
import { outputOf } from '../../scripts/n8n/workflows.mts';
import { tell } from '../e2e/sandboxControl.mts';
import { until } from '../e2e/until.mts';
import { acceptedBy, newRecipients, nodeName, publishBroadcast, reaches, retry, sum } from './broadcast.mts';
import { workerOf, type Cluster } from './cluster.mts';

const messages = 240;
/** How many messages have been accepted when the worker is killed, in one round each. */
const moments = [1, 50, 100, 150, 200];
const options = { concurrency: 10 };
const messageKey = '={{ $json.to }}-packed';
const idempotencyHeader = 'Idempotency-Key';

const item = z.object({
	to: z.string().nullish(),
	duplicate: z.boolean().optional(),
	error: z.object({ outcome: z.string(), to: z.string() }).optional(),
});

/** One recipient in a round: messages at the service before the retry and after it, and what the retry says. */
interface Row {
	readonly to: string;
	readonly before: number;
	readonly after: number;
	readonly outcome: string;
}

/** A worker that is killed in the middle of a broadcast, five times, and the crashed execution retried. */
export function crashTests(cluster: Cluster): void {
	void test('without a key a retried crash sends every accepted message again, as the documents say', async (context) => {
		for (const [round, moment] of moments.entries()) {
			// An Idempotency Header alone does not help: its keys are made anew for each run.
			const header = round % 2 === 0 ? {} : { idempotencyHeader };
			const rows = await crashAndRetry(cluster, moment, { ...options, ...header });
			report(context, round % 2 === 0 ? 'no key' : 'no key, with a header', rows);
			assert.deepEqual(rows.filter(({ before, after, outcome }) => after !== before + 1 || outcome !== 'accepted'), []);
		}
	});

	void test('with a Message Key a retried crash sends nobody a second message, and accounts for every row', async (context) => {
		for (const moment of moments) {
			const rows = await crashAndRetry(cluster, moment, { ...options, messageKey });
			report(context, 'Message Key', rows);
			const wrong = rows.filter(({ before, after, outcome }) => {
				if (outcome === 'accepted') return before !== 0 || after !== 1;
				if (outcome === 'duplicate') return before !== 1 || after !== 1;
				// Whoever may have a message gets none now.
				return outcome !== 'unknown' || after !== before || after > 1;
			});
			assert.deepEqual(wrong, []);
			assert.ok(count(rows, ({ outcome }) => outcome === 'unknown') <= 100);
		}
	});

	void test('with a Message Key and an Idempotency Header everyone has exactly one message', async (context) => {
		for (const moment of moments) {
			const rows = await crashAndRetry(cluster, moment, { ...options, messageKey, idempotencyHeader });
			report(context, 'Message Key and header', rows);
			assert.deepEqual(rows.filter(({ after, outcome }) => after !== 1 || outcome !== 'accepted'), []);
		}
	});
}

/** Kills the worker in the middle of a broadcast, starts it again as a supervisor would, and retries what crashed. */
async function crashAndRetry(cluster: Cluster, moment: number, withOptions: Readonly<Record<string, unknown>>): Promise<Row[]> {
	const broadcast = await publishBroadcast(cluster, withOptions, { onError: 'continueRegularOutput' });
	const recipients = newRecipients(messages);
	// A short ledger is read in a moment, so that the worker is killed when it should be.
	await tell(cluster, 'reset', { keep: ['webhooks', 'settings', 'templates'] });
	await tell(cluster, 'settings', { latency_ms: 200, idempotency: true });
	try {
		const id = await broadcast.begin(recipients);
		const worker = await until('the worker', () => workerOf(cluster, id).catch(() => undefined));
		await until(`${String(moment)} messages`, async () =>
			sum(await acceptedBy(cluster, recipients)) >= moment ? true : undefined);
		await worker.kill();
		await worker.start();
		await reaches(cluster, broadcast, id, ['crashed']);
		const before = await acceptedBy(cluster, recipients);
		assert.ok(sum(before) >= moment && sum(before) < messages, `killed after ${String(sum(before))} messages`);
		await tell(cluster, 'settings', { latency_ms: 0 });
		const retried = await retry(cluster, id);
		await reaches(cluster, broadcast, retried, ['success']);
		const after = await acceptedBy(cluster, recipients);
		const output = z.array(item).parse(await outputOf(cluster.session, retried, nodeName));
		assert.equal(output.length, messages);
		const outcomes = new Map(output.map((one) => [one.error?.to ?? one.to, outcomeOf(one)]));
		return recipients.map((to, place) => ({
			to, before: before[place] ?? 0, after: after[place] ?? 0, outcome: outcomes.get(to) ?? 'left out',
		}));
	} finally {
		await tell(cluster, 'settings', { latency_ms: 0, idempotency: false });
	}
}

const outcomeOf = ({ error, duplicate }: z.infer<typeof item>) => error?.outcome ?? (duplicate === true ? 'duplicate' : 'accepted');

const count = (rows: readonly Row[], which: (row: Row) => boolean) => rows.filter(which).length;

/** Writes down what a round came to, in numbers. */
function report(context: TestContext, how: string, rows: readonly Row[]): void {
	const said = ['accepted', 'duplicate', 'unknown', 'left out'].map((name) => `${String(count(rows, ({ outcome }) => outcome === name))} ${name}`);
	const has = [0, 1, 2].map((times) => `${String(count(rows, ({ after }) => after === times))} × ${String(times)}`);
	context.diagnostic(`${how}: killed after ${String(count(rows, ({ before }) => before > 0))} of ${String(rows.length)} messages; the retry says ${said.join(', ')}; in the end ${has.join(', ')}`);
}
