import { listExecutions, outputOf } from '../../scripts/n8n/workflows.mts';
import { inRounds, type Bench } from '../bench.mts';
import { postAll, publishReceivers, statusOf, triggerName, webhookFor } from '../instance/receivers.mts';
import { startInstance } from '../instance/startInstance.mts';

const sizes = { of60000: 60_000, of300000: 300_000 };

/** How long one request takes with ever more statuses in it. */
export async function measureStatuses(bench: Bench): Promise<void> {
	const instance = await startInstance(bench, { N8N_PAYLOAD_SIZE_MAX: '64' });
	let number = 0;
	try {
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
		await run(bench.sized(sizes.of60000));
		await inRounds(bench, 'statuses', ['of60000', 'of300000'], async (name) => {
			bench.record(`statuses.${name}.ms`, await run(bench.sized(sizes[name])));
		});
	} finally {
		await instance.stop();
	}
}
