import { z } from 'zod';
import { createCredential } from '../../scripts/n8n/credentials.mts';
import type { BenchService } from '../service/startService.mts';
import { benchPackage, variants, type Variant, type VariantName } from '../variants.mts';
import { settled } from './settled.mts';
import { messagingCredential, type Instance } from './startInstance.mts';

/** What sending through a published workflow cost. */
export interface PublishedRun {
	/** Messages in a second. */
	readonly rate: number;
	/** Milliseconds of n8n's processor time per message. */
	readonly cpuMs: number;
}

/** Sends so many messages through a published workflow. */
export type SendThrough = (messages: number) => Promise<PublishedRun>;

export interface SendingChoices<Name extends VariantName> {
	readonly names: readonly Name[];
	readonly concurrency: number;
	/** How long the service takes, in milliseconds. */
	readonly latencyMs: number;
}

/** Publishes a workflow for each variant: a trigger that makes the items, and the node that sends them. */
export async function publishSenders<Name extends VariantName>(
	instance: Instance,
	service: BenchService,
	{ names, concurrency, latencyMs }: SendingChoices<Name>,
): Promise<ReadonlyMap<Name, SendThrough>> {
	const credentials = {
		...(await messagingCredential(instance, { baseUrl: service.url })),
		...(await headerCredential(instance)),
	};
	const senders = new Map<Name, SendThrough>();
	for (const name of names) {
		const variant = variants[name]({ serviceUrl: service.url, concurrency });
		await publishSender(instance, name, variant, credentials);
		senders.set(name, async (messages) => {
			await service.begin({ latencyMs, templates: 250 });
			const { seconds, cpuMs } = await start(instance, name, { count: messages, input: variant.input });
			const { messages: arrived } = await service.counts();
			if (arrived !== messages) throw new Error(`${name}: ${String(arrived)} of ${String(messages)} arrived`);
			await settled(instance.session, name);
			return { rate: messages / seconds, cpuMs: cpuMs / messages };
		});
	}
	return senders;
}

type Credentials = Readonly<Record<string, { id: string; name: string }>>;

async function headerCredential({ session }: Instance): Promise<Credentials> {
	const name = 'Header';
	const data = { name: 'Authorization', value: 'Bearer benchmark-key' };
	return { httpHeaderAuth: { id: await createCredential(session, { name, type: 'httpHeaderAuth', data }), name } };
}

async function publishSender(instance: Instance, id: string, { settings }: Variant, credentials: Credentials) {
	const { type, typeVersion, parameters, credentialType } = settings;
	const credential = credentials[credentialType];
	await instance.publish({
		id,
		name: id,
		nodes: [
			{
				id: '00000000-0000-4000-8000-000000000001',
				name: 'Customers',
				type: `${benchPackage}.customersTrigger`,
				typeVersion: 1,
				position: [0, 0],
				parameters: {},
				webhookId: `send-${id}`,
			},
			{
				id: '00000000-0000-4000-8000-000000000002',
				name: 'Send',
				type,
				typeVersion,
				position: [200, 0],
				parameters,
				...(credential === undefined ? {} : { credentials: { [credentialType]: credential } }),
			},
			{
				id: '00000000-0000-4000-8000-000000000003',
				name: 'Meter',
				type: `${benchPackage}.meter`,
				typeVersion: 1,
				position: [400, 0],
				parameters: {},
			},
		],
		connections: { Customers: leadsTo('Send'), Send: leadsTo('Meter') },
		settings: { executionOrder: 'v1' },
	});
}

const leadsTo = (node: string) => ({ main: [[{ node, type: 'main', index: 0 }]] });

const metered = z.object({ cpuMs: z.number() });

/** Starts a workflow and waits for its end. */
async function start({ url }: Instance, id: string, order: { count: number; input: Variant['input'] }) {
	const begun = performance.now();
	const answer = await fetch(`${url}/webhook/send-${id}/webhook`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(order),
	});
	const text = await answer.text();
	if (!answer.ok) throw new Error(`${id}: n8n answered ${String(answer.status)}: ${text.slice(0, 200)}`);
	const seconds = (performance.now() - begun) / 1000;
	return { seconds, ...metered.parse(JSON.parse(text)) };
}
