import { z } from 'zod';
import { inRounds, sized, type Bench } from '../bench.mts';
import { startInstance, type Instance } from '../instance/startInstance.mts';
import { newestVersion } from '../packed.mts';
import { startService, type BenchService, type ServiceSettings } from '../service/startService.mts';
import { tables } from '../tables.mts';
import { benchPackage, waysTo, type WayName } from '../ways.mts';

type Name = keyof typeof tables.published.rows;

// The keys of the table's rows are all there are.
const names = Object.keys(tables.published.rows) as Name[];
const account = { latencyMs: 20, templates: 250 };

/** How fast messages leave a real n8n, with its database, its credentials and its executions. */
export async function measurePublished(bench: Bench): Promise<void> {
	const service = await startService();
	const instance = await startInstance(bench);
	await publishSenders(bench, instance, service, names);
	const count = sized(bench, 1_000);
	for (const name of names) await sendThrough(instance, service, name, Math.ceil(count / 5));
	await inRounds(bench, 'published', names, async (name) => {
		const { seconds, cpuMs, mostInFlight } = await sendThrough(instance, service, name, count);
		bench.record(`published.${name}.rate`, count / seconds);
		bench.record(`published.${name}.cpu`, cpuMs / count);
		bench.record(`published.${name}.inFlight`, mostInFlight);
	});
	await instance.stop();
}

/** Publishes a workflow for each way: a trigger that makes the items, the node that sends them, and one that meters. */
export async function publishSenders({ packed }: Bench, instance: Instance, { url }: BenchService, published: readonly WayName[]): Promise<void> {
	const credentials = {
		messagingApi: await instance.credential('messagingApi', { baseUrl: url, apiKey: 'benchmark-key' }),
		httpHeaderAuth: await instance.credential('httpHeaderAuth', { name: 'Authorization', value: 'Bearer benchmark-key' }),
	};
	const ours = newestVersion(packed, 'Messaging');
	for (const name of published) {
		const { type, typeVersion, parameters, credentialType } = waysTo(url)[name];
		const version = type.endsWith('.messaging') ? ours : typeVersion;
		await instance.publish(name, [
			own('customersTrigger', `send-${name}`),
			{ name: 'Send', type, typeVersion: version, parameters, credentials: credentials[credentialType] },
			own('meter'),
		]);
	}
}

const own = (name: string, webhookId?: string) => ({
	name,
	type: `${benchPackage}.${name}`,
	typeVersion: 1,
	parameters: {},
	...(webhookId === undefined ? {} : { webhookId }),
});

const metered = z.object({ cpuMs: z.number() });

/** Sends so many messages, from that customer on, through a published workflow and waits for its end. */
export async function sendThrough(instance: Instance, service: BenchService, name: WayName, count: number, settings: ServiceSettings = account, from = 0) {
	await service.begin(settings);
	const begun = performance.now();
	const answer = await fetch(`${instance.url}/webhook/send-${name}/webhook`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ count, from, input: waysTo(service.url)[name].input }),
	});
	const text = await answer.text();
	const seconds = (performance.now() - begun) / 1000;
	if (!answer.ok) throw new Error(`${name}: n8n answered ${String(answer.status)}: ${text.slice(0, 200)}`);
	const { mostInFlight } = await service.counts(name, count);
	await instance.settled(name);
	return { seconds, mostInFlight, ...metered.parse(JSON.parse(text)) };
}
