import { shutDown } from '../../scripts/n8n/shutdown.mts';
import { publishSenders, type PublishedRun, type SendThrough } from '../instance/sendingWorkflows.mts';
import { startInstance } from '../instance/startInstance.mts';
import { target, type SectionResult } from '../result.mts';
import { startService } from '../service/startService.mts';
import { ratios, rotated, spread } from '../statistics.mts';
import type { SectionSettings } from './settings.mts';

const labels = {
	fields: 'Messaging, an expression in each field',
	bareLoop: 'Bare loop that reads the same parameters',
	automatic: 'Messaging, automatic mapping',
	readyBodies: 'Bare loop with ready-made bodies',
	httpRequest: "n8n's HTTP Request, defaults",
} as const;

type Name = keyof typeof labels;

const names = Object.keys(labels) as Name[];
const concurrency = 50;
const share = { legacy: 2 / 5, vm: 1 / 5 };

/** How fast messages leave a real n8n, with its database, its credentials and its executions. */
export async function measurePublished({ engine, rounds, messages, log }: SectionSettings): Promise<SectionResult> {
	log(`published: starting n8n with ${engine} expressions`);
	const service = await startService();
	try {
		const instance = await startInstance({ engine, log });
		const senders = await publishSenders(instance, service, { names, concurrency, latencyMs: 20 });
		const count = Math.ceil(messages * share[engine]);
		const runs = await measureRuns(senders, count, rounds, log);
		return describe(engine, count, runs);
	} finally {
		service.close();
		await shutDown();
	}
}

type Runs = Record<Name, PublishedRun[]>;

async function measureRuns(
	senders: ReadonlyMap<Name, SendThrough>,
	count: number,
	rounds: number,
	log: SectionSettings['log'],
): Promise<Runs> {
	const runs: Runs = { fields: [], bareLoop: [], automatic: [], readyBodies: [], httpRequest: [] };
	for (const send of senders.values()) await send(Math.ceil(count / 5));
	for (let round = 0; round < rounds; round++) {
		log(`published: round ${String(round + 1)} of ${String(rounds)}`);
		for (const [name, send] of rotated([...senders], round)) runs[name].push(await send(count));
	}
	return runs;
}

function describe(engine: string, count: number, runs: Runs): SectionResult {
	const rate = (name: Name) => runs[name].map((run) => run.rate);
	const cpu = (name: Name) => runs[name].map((run) => run.cpuMs);
	return {
		tables: [
			{
				title: `Sending in a published workflow, ${engine} expressions`,
				columns: [
					{ title: 'messages', digits: 0 },
					{ title: 'messages/s', digits: 0 },
					{ title: 'CPU ms/message', digits: 2 },
				],
				rows: names.map((name) => ({ label: labels[name], cells: [spread([count]), spread(rate(name)), spread(cpu(name))] })),
			},
		],
		targets: [
			target("Published: throughput, of the bare loop's", ratios(rate('fields'), rate('bareLoop')), { atLeast: 0.95 }),
			target("Published: CPU per message, of the bare loop's", ratios(cpu('fields'), cpu('bareLoop')), { atMost: 1.15 }),
			target(
				"Published: with automatic mapping, of the loop's with ready-made bodies",
				ratios(rate('automatic'), rate('readyBodies')),
				{ atLeast: 0.85 },
			),
			target(
				"Published: with automatic mapping, of HTTP Request's with its defaults",
				ratios(rate('automatic'), rate('httpRequest')),
				{ atLeast: 1 },
			),
		],
	};
}
