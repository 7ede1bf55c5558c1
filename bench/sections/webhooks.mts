import { inRounds, type Bench } from '../bench.mts';
import { postAll, publishReceivers, receiverNames, statusOf, webhookFor, type ReceiverName } from '../instance/receivers.mts';
import { startInstance } from '../instance/startInstance.mts';

const settings = { default: {}, lazy: { N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true' } };

/** How many webhooks a second a real n8n takes through a published workflow. */
export async function measureWebhooks(bench: Bench): Promise<void> {
	const count = bench.sized(100);
	let number = 0;
	for (const column of ['default', 'lazy'] as const) {
		const instance = await startInstance(bench, settings[column]);
		try {
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
		} finally {
			await instance.stop();
		}
	}
}
