import type { Bench } from './engine/openBench.mts';
import { customers, readyBodies, variants, type VariantName } from './variants.mts';

export interface SendWorkload {
	readonly variant: VariantName;
	readonly messages: number;
	readonly concurrency: number;
	/** How long the service takes, in milliseconds. */
	readonly latencyMs: number;
	/** `messagesPerSecond` of the node, where it is set. */
	readonly pace?: number;
}

/** What one run of a workload cost, and how it looked from the service's side. */
export interface SendRun {
	/** Messages in a second. */
	readonly rate: number;
	/** Milliseconds of processor time, user and system, per message. */
	readonly cpuMs: number;
	readonly mostInFlight: number;
	readonly connections: number;
	/** A checksum over all bodies. */
	readonly contents: number;
	/** When each request arrived, in milliseconds. */
	readonly startedAt: readonly number[];
}

const templatesOfTheAccount = 250;

/** Sends the messages of a workload once. @throws when not every message arrived whole */
export async function sendOnce({ world, service }: Bench, workload: SendWorkload): Promise<SendRun> {
	const { messages, concurrency, latencyMs, variant: name, pace } = workload;
	const { settings, input } = variants[name]({ serviceUrl: service.url, concurrency });
	const paced = pace === undefined ? {} : { options: { concurrency, messagesPerSecond: pace } };
	const items = input === 'columns' ? customers(messages) : readyBodies(messages);
	await service.begin({ latencyMs, templates: templatesOfTheAccount });
	// What the run before has left behind is not this one's.
	globalThis.gc?.();

	const cpuBefore = process.cpuUsage();
	const begun = performance.now();
	const output = await world.run({ ...settings, parameters: { ...settings.parameters, ...paced } }, items);
	const seconds = (performance.now() - begun) / 1000;
	const cpu = process.cpuUsage(cpuBefore);

	const counts = await service.counts();
	const answered = output.filter(({ json }) => json.success === true).length;
	if (counts.messages !== messages || counts.malformed > 0 || answered !== messages) {
		throw new Error(
			`${name}: of ${String(messages)} messages ${String(counts.messages)} arrived, ${String(counts.malformed)} more were not whole, and ${String(answered)} items say success`,
		);
	}
	return {
		rate: messages / seconds,
		cpuMs: (cpu.user + cpu.system) / 1000 / messages,
		mostInFlight: counts.mostInFlight,
		connections: counts.connections,
		contents: counts.contents,
		startedAt: counts.startedAt,
	};
}
