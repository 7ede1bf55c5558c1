import { addNodeType, outputOf, startNode } from '../../test/support/engine.ts';
import { inRounds, sized, type EngineBench } from '../bench.mts';
import { BareLoop, ReadyBodies } from '../nodes/loops.mts';
import { nodeOf, type Packed } from '../packed.mts';
import { startService, type BenchService } from '../service/startService.mts';
import { tables } from '../tables.mts';
import { itemsFor, type Way, waysTo, type WayName } from '../ways.mts';

// The keys of the table's rows are all there are.
const ways = Object.keys(tables.engine.rows) as Array<keyof typeof tables.engine.rows>;
const promises = Object.keys(tables.promises.rows) as Array<keyof typeof tables.promises.rows>;

/** What sending costs in n8n's engine without its database, where a node's own cost weighs more. */
export async function measureEngine(bench: EngineBench): Promise<void> {
	const service = await openEngine(bench.packed);
	const messages = sized(bench, 5_000);
	for (const way of ways) await sendOnce(service, way, Math.ceil(messages / 10), 20);
	await inRounds(bench, 'engine', ways, async (way) => {
		const { ms, cpuMs, mostInFlight, connections } = await sendOnce(service, way, messages, 20);
		bench.record(`engine.${way}.rate`, (messages / ms) * 1000);
		bench.record(`engine.${way}.cpu`, cpuMs / messages);
		bench.record(`engine.${way}.inFlight`, mostInFlight);
		bench.record(`engine.${way}.connections`, connections);
	});
}

/** What the node promises beyond sending, by the processor's time for a message. */
export async function measurePromises(bench: EngineBench): Promise<void> {
	const service = await openEngine(bench.packed);
	const messages = sized(bench, 10_000);
	for (const way of promises) await sendOnce(service, way, Math.ceil(messages / 10), 20);
	await inRounds(bench, 'promises', promises, async (way) => {
		const { ms, cpuMs } = await sendOnce(service, way, messages, 20);
		bench.record(`promises.${way}.rate`, (messages / ms) * 1000);
		bench.record(`promises.${way}.cpu`, cpuMs / messages);
	});
}

/** How cost and memory of one loop grow with the number of items. */
export const measureGrowthOf = (way: 'fields' | 'bareLoop') => async (bench: EngineBench) => {
	const service = await openEngine(bench.packed);
	// A program that has just begun is slower: that is not growth.
	await sendOnce(service, way, sized(bench, 5_000), 0);
	await inRounds(bench, 'growth', ['1000', '100000'], async (size) => {
		const messages = sized(bench, Number(size));
		const { ms, cpuMs } = await sendOnce(service, way, messages, 0);
		bench.record(`growth.${way}${size}.ms`, ms / messages);
		bench.record(`growth.${way}${size}.cpu`, cpuMs / messages);
	});
	bench.record(`growth.${way}100000.memory`, process.resourceUsage().maxRSS / 1024);
};

/** Has n8n's engine of the tests know the packed node and the loops. Its expressions are `legacy` unless n8n says otherwise. */
async function openEngine(packed: Packed): Promise<BenchService> {
	addNodeType('messaging', nodeOf(packed, 'Messaging'));
	addNodeType('bareLoop', new BareLoop());
	addNodeType('readyBodies', new ReadyBodies());
	return await startService();
}

/** Sends so many messages. @returns what they have cost together, and how it looked from the service's side */
async function sendOnce(service: BenchService, way: WayName, messages: number, latencyMs: number) {
	const { type, parameters, ...list }: Way = waysTo(service.url)[way];
	const items = itemsFor(list, messages);
	const credential = { baseUrl: service.url, apiKey: 'benchmark-key' };
	await service.begin({ latencyMs, templates: 250, people: list.people });
	// What the run before has left behind is not this one's.
	globalThis.gc?.();

	const node = type.split('.')[1] ?? type;
	const cpuBefore = process.cpuUsage();
	const begun = performance.now();
	const run = await startNode(node, { credential, parameters }, items);
	const ms = performance.now() - begun;
	const { user, system } = process.cpuUsage(cpuBefore);

	const { error } = run.data.resultData;
	if (error !== undefined) throw error;
	const answered = outputOf(run, node).filter(({ json }) => json.success === true).length;
	if (answered !== messages) throw new Error(`${way}: ${String(answered)} of ${String(messages)} items say success`);
	return { ms, cpuMs: (user + system) / 1000, ...(await service.counts(way, messages)) };
}
