import { z } from 'zod';
import { listExecutions } from '../../scripts/n8n/workflows.mts';
import { tell } from '../e2e/sandboxControl.mts';
import { registrationsOf } from '../e2e/triggerWorkflow.mts';
import { until } from '../e2e/until.mts';
import { retry } from './broadcast.mts';
import type { Cluster } from './cluster.mts';
import type { StatusWorkflow } from './statusWorkflow.mts';

const open = ['new', 'running', 'waiting'];
const failed = ['error', 'crashed'];

/** Waits until the service has been answered 200 for everything that it had to report to a workflow. */
export async function everythingTaken(cluster: Cluster, workflow: StatusWorkflow): Promise<void> {
	const [registration] = await registrationsOf(cluster, workflow.productionUrl);
	await until('every status to be taken', async () => {
		const deliveries = await cluster.service.deliveriesTo(z.string().parse(registration?.id));
		if (deliveries.every(({ state }) => state === 'delivered')) return true;
		// The service's waits grow: the next tries come now.
		await tell(cluster, 'clock', { advance_ms: 60_000 });
		return undefined;
	}, 60_000);
}

/**
 * Does what a person does after something broke: waits until the service has reported everything and n8n is done with
 * it, restarts main where executions hang, and retries those that failed or crashed.
 * @returns how many executions were retried
 */
export async function bringToAnEnd(cluster: Cluster, workflow: StatusWorkflow): Promise<number> {
	await everythingTaken(cluster, workflow);
	await allEnded(cluster, workflow).catch(() => restartMain(cluster));
	await allEnded(cluster, workflow);
	const again = await listExecutions(cluster.session, workflow.id, failed);
	for (const { id } of again) await retry(cluster, id);
	await allEnded(cluster, workflow);
	return again.length;
}

/** Restarts n8n's main process, which looks for executions that no worker knows of, and marks them as crashed. */
export async function restartMain({ main }: Cluster): Promise<void> {
	await main.stop();
	await main.start();
}

function allEnded({ session }: Cluster, { id }: StatusWorkflow): Promise<true> {
	return until('every execution to end', async () =>
		(await listExecutions(session, id, open)).length === 0 ? true : undefined, 20_000);
}
