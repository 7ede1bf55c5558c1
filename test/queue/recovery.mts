import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repository } from '../../scripts/n8n/ourPackage.mts';
import { listExecutions } from '../../scripts/n8n/workflows.mts';
import { retry } from '../e2e/exampleRuns.mts';
import { tell, webhooksTo } from '../e2e/sandboxControl.mts';
import { until } from '../e2e/until.mts';
import type { Cluster } from './cluster.mts';
import type { StatusWorkflow } from './statusWorkflow.mts';

const open = ['new', 'running', 'waiting'];
const failed = ['error', 'crashed'];

/** Waits until the service has been answered 200 for everything that it had to report to a workflow. */
export async function everythingTaken(cluster: Cluster, workflow: StatusWorkflow): Promise<void> {
	await until('every status to be taken', async () => {
		if ((await webhooksTo(cluster, workflow.productionUrl)).every(({ state }) => state === 'delivered')) return true;
		// The service's waits grow: the next tries come now.
		await tell(cluster, 'clock', { advance_ms: 60_000 });
		return undefined;
	}, 60_000);
}

/**
 * Does what a person does after something broke: waits until the service has reported everything and n8n is done with
 * it, restarts main if executions hang, and retries those that failed or crashed.
 * @returns how many executions hung, and how many were retried, those among them
 */
export async function bringToAnEnd(cluster: Cluster, workflow: StatusWorkflow): Promise<{ hung: number; retried: number }> {
	const executions = (status: readonly string[]) => listExecutions(cluster.session, workflow.id, status);
	const allEnded = () =>
		until('every execution to end', async () => ((await executions(open)).length === 0 ? true : undefined), 15_000);
	await everythingTaken(cluster, workflow);
	await allEnded().catch(() => undefined);
	const hung = (await executions(open)).length;
	if (hung > 0) {
		await restartMain(cluster);
		await allEnded();
	}
	const again = await executions(failed);
	for (const { id } of again) await retry(cluster, id);
	await allEnded();
	return { hung, retried: again.length };
}

/**
 * Brings back what killed workers had taken from Redis, as `docs/in-production.md` says, by the command that stands there.
 * @param command the workers', when they start again
 * @returns the executions that were retried
 */
export async function bringBackTaken(cluster: Cluster, workflow: StatusWorkflow, command?: string[]): Promise<string[]> {
	const document = await readFile(join(repository, 'docs', 'in-production.md'), 'utf8');
	const [, remove] = /`redis-cli ([^`]+)`/.exec(document) ?? [];
	assert.ok(remove !== undefined);
	await Promise.all(cluster.workers.map((worker) => worker.stop()));
	await cluster.redis.tell(...remove.split(' '));
	await restartMain(cluster);
	const executions = (status: readonly string[]) => listExecutions(cluster.session, workflow.id, status);
	await until('no execution to be open', async () => ((await executions(open)).length === 0 ? true : undefined));
	await Promise.all(cluster.workers.map((worker) => worker.start(command)));
	const again = (await executions(failed)).map(({ id }) => id);
	for (const id of again) await retry(cluster, id);
	await until('every execution to end', async () => ((await executions(open)).length === 0 ? true : undefined));
	return again;
}

/** Restarts n8n's main process, which looks for executions that no worker knows of, and marks them as crashed. */
export async function restartMain({ main }: Cluster): Promise<void> {
	await main.stop();
	await main.start();
}
