import { openBench } from '../engine/openBench.mts';
import { target, type SectionResult, type Target } from '../result.mts';
import { sendOnce, type SendRun, type SendWorkload } from '../sendOnce.mts';
import { ratios, rotated, spread } from '../statistics.mts';
import type { SectionSettings } from './settings.mts';

const latencyMs = 20;
const many = 50;
const few = 10;

/** Under vm, where an expression takes several times as long, fewer messages show the rate too. */
const share = { legacy: 1, vm: 2 / 5 };

/** The batching of HTTP Request starts 100 messages a second however many there are: fewer show its rate too. */
const fewerMessages = { atTen: 2 / 5, batches: 1 / 5 };

/** How fast messages leave, and at what cost: this node beside a bare loop, HTTP Request and plain `fetch`. */
export async function measureSend(settings: SectionSettings): Promise<SectionResult> {
	const { engine, rounds, log } = settings;
	const messages = Math.ceil(settings.messages * share[engine]);
	const workloads = workloadsOf(messages);
	const names = Object.keys(workloads) as WorkloadName[];
	const bench = await openBench(engine);
	const runs = Object.fromEntries(names.map((name) => [name, [] as SendRun[]])) as Record<WorkloadName, SendRun[]>;
	try {
		for (const name of names) await sendOnce(bench, { ...workloads[name], messages: Math.ceil(messages / 10) });
		for (let round = 0; round < rounds; round++) {
			log(`send, ${engine} expressions: round ${String(round + 1)} of ${String(rounds)}`);
			for (const name of rotated(names, round)) runs[name].push(await sendOnce(bench, workloads[name]));
		}
	} finally {
		bench.service.close();
	}
	requireSameBodies(names.filter((name) => workloads[name].messages === messages).flatMap((name) => runs[name]));
	return { tables: [table(engine, workloads, runs)], targets: judge(engine, runs) };
}

function workloadsOf(messages: number) {
	const at50 = { messages, concurrency: many, latencyMs };
	const at10 = { concurrency: few, latencyMs };
	return {
		fields: { ...at50, variant: 'fields' },
		bareLoop: { ...at50, variant: 'bareLoop' },
		automatic: { ...at50, variant: 'automatic' },
		readyBodies: { ...at50, variant: 'readyBodies' },
		httpRequest: { ...at50, variant: 'httpRequest' },
		keptConnections: { ...at50, variant: 'keptConnections' },
		fieldsAtTen: { ...at10, variant: 'fields', messages: Math.ceil(messages * fewerMessages.atTen) },
		httpRequestBatches: { ...at10, variant: 'httpRequestBatches', messages: Math.ceil(messages * fewerMessages.batches) },
	} as const satisfies Record<string, SendWorkload>;
}

type WorkloadName = keyof ReturnType<typeof workloadsOf>;

const labels: Record<WorkloadName, string> = {
	fields: 'Messaging, an expression in each field',
	bareLoop: 'Bare loop that reads the same parameters',
	automatic: 'Messaging, automatic mapping',
	readyBodies: 'Bare loop with ready-made bodies',
	httpRequest: "n8n's HTTP Request, defaults",
	keptConnections: '`fetch` with kept connections',
	fieldsAtTen: 'Messaging, 10 in flight',
	httpRequestBatches: "n8n's HTTP Request, batches of 10 per 100 ms",
};

function table(engine: string, workloads: Record<WorkloadName, SendWorkload>, runs: Record<WorkloadName, SendRun[]>) {
	return {
		title: `Sending, ${engine} expressions`,
		columns: [
			{ title: 'messages', digits: 0 },
			{ title: 'messages/s', digits: 0 },
			{ title: 'CPU ms/message', digits: 2 },
			{ title: 'most in flight', digits: 0 },
			{ title: 'connections', digits: 0 },
		],
		rows: (Object.keys(labels) as WorkloadName[]).map((name) => ({
			label: labels[name],
			cells: [
				spread([workloads[name].messages]),
				spread(runs[name].map(({ rate }) => rate)),
				spread(runs[name].map(({ cpuMs }) => cpuMs)),
				spread(runs[name].map(({ mostInFlight }) => mostInFlight)),
				spread(runs[name].map(({ connections }) => connections)),
			],
		})),
	};
}

function judge(engine: string, runs: Record<WorkloadName, SendRun[]>): Target[] {
	const rate = (name: WorkloadName) => runs[name].map((run) => run.rate);
	const cpu = (name: WorkloadName) => runs[name].map((run) => run.cpuMs);
	const inFlight = (name: WorkloadName) => runs[name].map((run) => run.mostInFlight);
	return [
		target(`Throughput, of the bare loop's (${engine})`, ratios(rate('fields'), rate('bareLoop')), { atLeast: 0.95 }),
		target(`CPU per message, of the bare loop's (${engine})`, ratios(cpu('fields'), cpu('bareLoop')), { atMost: 1.15 }),
		target(
			`Throughput with automatic mapping, of the loop's with ready-made bodies (${engine})`,
			ratios(rate('automatic'), rate('readyBodies')),
			{ atLeast: 0.85 },
		),
		target(
			`Throughput with automatic mapping, of HTTP Request's with its defaults (${engine})`,
			ratios(rate('automatic'), rate('httpRequest')),
			{ atLeast: 1 },
		),
		target(
			`Throughput at 10 in flight, of HTTP Request's with batches (${engine})`,
			ratios(rate('fieldsAtTen'), rate('httpRequestBatches')),
			{ atLeast: 2.5 },
		),
		target(`Most in flight where 50 are allowed (${engine})`, [...inFlight('fields'), ...inFlight('automatic')], {
			atMost: many,
			digits: 0,
			always: true,
		}),
		target(`Most in flight where 10 are allowed (${engine})`, inFlight('fieldsAtTen'), {
			atMost: few,
			digits: 0,
			always: true,
		}),
	];
}

/** A comparison means something only when everyone sends the same. */
function requireSameBodies(runs: readonly SendRun[]): void {
	if (new Set(runs.map(({ contents }) => contents)).size > 1) throw new Error('Not everyone sent the same bodies');
}
