/** `npm run soak`: a real n8n that sends and takes statuses for long, or very many of them. */
import { setTimeout as wait } from 'node:timers/promises';
import { beforeShutdown, runToEnd } from '../../scripts/n8n/shutdown.mts';
import { play } from '../e2e/sandboxControl.mts';
import { until } from '../e2e/until.mts';
import { Account } from './account.mts';
import { faultRules, startSoakInstance } from './instance.mts';
import { countsTable, processTable, sample, type Sample } from './metrics.mts';
import { readOptions, usage, type SoakOptions } from './options.mts';
import { publishBatches, publishReceiver, type RunBatch } from './workflows.mts';

const print = (text: string) => void process.stdout.write(`${text}\n`);
const say = (line: string) => void process.stderr.write(`${line}\n`);
const everyMs = 10_000;
/** Often enough for a message that is refused three times out of a hundred. */
const mostRuns = 6;

/** Sends, prints what was found, and says whether all is well. */
async function soak(options: SoakOptions): Promise<boolean> {
	const instance = await startSoakInstance(options);
	// With --messages only n8n's own memory is tried: with a header the service decides.
	const senders = [await publishBatches(instance, {})];
	if (options.isPaced) senders.push(await publishBatches(instance, { idempotencyHeader: 'Idempotency-Key' }));
	const handled = await publishReceiver(instance);
	await play(instance, ...faultRules(options.faults));

	const account = new Account();
	// What n8n loads and compiles with the first messages is no part of what is measured.
	for (const [place, run] of senders.entries()) {
		await runBatch(run, Array.from({ length: 50 }, (_, at) => `+1202${String(2_000_000 + place * 100 + at)}`), account, true);
	}
	// Its delays are those since n8n started.
	await sample(instance.n8nUrl, 0);
	const begun = performance.now();
	const seconds = () => (performance.now() - begun) / 1000;
	const samples: Sample[] = [];
	const look = async () => {
		samples.push(await sample(instance.n8nUrl, seconds()));
		await account.read(instance.service);
	};
	const watching = watch(look);
	let [sent, runs, batches] = [0, 0, 0];
	while (sent < options.messages && seconds() < options.minutes * 60) {
		const recipient = (at: number) => `+1201${String(2_000_000 + sent + at)}`;
		const recipients = Array.from({ length: Math.min(options.batch, options.messages - sent) }, (_, at) => recipient(at));
		sent += recipients.length;
		const run = senders[batches++ % senders.length];
		if (run !== undefined) runs += await runBatch(run, recipients, account, options.again);
		await account.read(instance.service);
		if (batches % 10 === 0) say(`${String(sent)} messages, ${String(handled.times.size)} statuses in ${seconds().toFixed(0)} s`);
		if (options.rate !== undefined) await wait(Math.max(0, (sent / options.rate - seconds()) * 1000));
	}
	const took = seconds();
	const statuses = ['sent', 'delivered'].slice(0, options.statuses);
	const expected = () => account.messageIds().flatMap((id) => statuses.map((status) => `${id} ${status}`));
	const missing = () => expected().filter((name) => !handled.times.has(name)).length;
	await until('every status', async () => {
		if (missing() === 0) return true;
		await wait(1000);
		return undefined;
	}, 600_000).catch(() => say(`${String(missing())} statuses did not come`));
	const all = seconds();
	await watching.stop();
	// As it is when nothing goes on, and those that come twice have come.
	await wait(everyMs);
	await look();

	const sum = account.sum();
	const repeated = [...handled.times.values()].filter((times) => times > 1).length;
	const cpu = (samples.at(-1)?.cpu ?? 0) - (samples[0]?.cpu ?? 0);
	print(`npm run soak -- ${process.argv.slice(2).join(' ')}`);
	const duration = `${took.toFixed(0)} s until the last message, ${all.toFixed(0)} s until the last status`;
	const pace = `${(sum.asked / took).toFixed(1)} messages a second in ${String(runs)} executions`;
	print(`n8n ${instance.version}, one process with SQLite. ${pace}; ${duration}.`);
	print(`Processor time of n8n: ${cpu.toFixed(0)} s, ${((cpu * 1000) / sum.asked).toFixed(2)} ms for each message.\n`);
	print(countsTable([
		['Messages asked for', sum.asked],
		['With exactly one message at the service', sum.once],
		['Of these said to be `unknown`', sum.unknownAndSent],
		['Said to be `unknown`, without a message', sum.unknownAndNot],
		['**Lost**: none at the service, and not said to be `unknown`', sum.lost],
		['**Twice** at the service', sum.twice],
		['At the service although said not to be', sum.denied + sum.strangers],
		['Statuses', expected().length],
		['Handled exactly once', expected().length - missing() - repeated],
		['Not handled', missing()],
		['Handled more than once', repeated],
		['Executions that handled them', handled.executions],
	]));
	print(`\n${processTable(samples)}`);
	return sum.lost + sum.twice + sum.denied + sum.strangers + missing() + repeated === 0;
}

/** Runs a batch once or twice, and what was refused until it is taken. @returns how often it ran */
async function runBatch(run: RunBatch, recipients: readonly string[], account: Account, again: boolean): Promise<number> {
	let left = recipients;
	for (let runs = 1; ; runs++) {
		const outcomes = await run(left);
		account.note(left, outcomes);
		const refused = left.filter((_to, place) => outcomes[place] === 'rejected' || outcomes[place] === 'not_sent');
		if (runs === mostRuns || (refused.length === 0 && (runs > 1 || !again))) return runs;
		left = runs === 1 && again ? recipients : refused;
	}
}

/** Does something now and every ten seconds, one after the other. */
function watch(look: () => Promise<void>) {
	const over = new AbortController();
	beforeShutdown(() => over.abort());
	const watching = (async () => {
		while (!over.signal.aborted) {
			await look();
			await wait(everyMs, undefined, { signal: over.signal }).catch(() => undefined);
		}
	})();
	// What fails here is thrown where it is awaited.
	watching.catch(() => undefined);
	return {
		async stop() {
			over.abort();
			await watching;
		},
	};
}

await runToEnd(async () => {
	const options = readOptions(process.argv.slice(2));
	if (options !== undefined) return await soak(options);
	print(usage);
	return true;
}, say);
