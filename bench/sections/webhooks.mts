import { listExecutions, outputOf } from '../../scripts/n8n/workflows.mts';
import { inRounds, sized, type Bench } from '../bench.mts';
import {
	postAll,
	publishReceivers,
	receiverNames,
	statusOf,
	triggerName,
	webhookFor,
	type ReceiverName,
} from '../instance/receivers.mts';
import { startInstance } from '../instance/startInstance.mts';

const settings = { default: {}, lazy: { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' } };
const sizes = { of60000: 60_000, of300000: 300_000 };

/** How many webhooks a second a real n8n takes through a published workflow. */
export async function measureWebhooks(bench: Bench): Promise<void> {
	const count = sized(bench, 100);
	let number = 0;
	for (const column of ['default', 'lazy'] as const) {
		const instance = await startInstance(bench, settings[column]);
		await publishReceivers(bench, instance);
		const run = async (name: ReceiverName) => {
			// Every status is another one: a repeat would start nothing.
			const webhooks = Array.from({ length: count }, () => webhookFor(instance, name, statusOf(number++)));
			const seconds = await postAll(webhooks, 20);
			await instance.settled(name);
			return count / seconds;
		};
		for (const name of receiverNames) await run(name);
		await inRounds(bench, 'webhooks', receiverNames, async (name) => {
			bench.record(`webhooks.${name}.${column}`, await run(name));
		});
		await instance.stop();
	}
}

/** How long one request takes with ever more statuses in it. */
export async function measureStatuses(bench: Bench): Promise<void> {
	const instance = await startInstance(bench, { N8N_PAYLOAD_SIZE_MAX: '64' });
	let number = 0;
	await publishReceivers(bench, instance);
	const run = async (count: number) => {
		const statuses = Array.from({ length: count }, () => statusOf(number++));
		const seconds = await postAll([webhookFor(instance, 'messaging', statuses)], 1);
		await instance.settled('messaging');
		const [newest] = await listExecutions(instance.session, 'messaging');
		const items = newest === undefined ? [] : await outputOf(instance.session, newest.id, triggerName);
		if (items.length !== count) throw new Error(`${String(count)} statuses gave ${String(items.length)} items`);
		return seconds * 1000;
	};
	await run(sized(bench, sizes.of60000));
	await inRounds(bench, 'statuses', ['of60000', 'of300000'], async (name) => {
		bench.record(`statuses.${name}.ms`, await run(sized(bench, sizes[name])));
	});
	await instance.stop();
}
