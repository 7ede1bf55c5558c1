import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listExecutions, publishWorkflow, unpublishWorkflow } from '../../scripts/n8n/workflows.mts';
import { retry } from '../e2e/exampleRuns.mts';
import { sendAndReport } from '../e2e/triggerWorkflow.mts';
import { until } from '../e2e/until.mts';
import type { Cluster } from './cluster.mts';
import { everythingTaken, restartMain } from './recovery.mts';
import { openReceiver, saveStatusWorkflow } from './statusWorkflow.mts';

const statuses = 20;

/**
 * Statuses that were answered 200 and wait for a worker when Redis is killed. These come last: Redis stays as the last
 * of them leaves it.
 */
export function redisTests(cluster: Cluster): void {
	void test('statuses that wait for a worker survive a Redis that writes down every change', async (context) => {
		const { receiver, workflow, reported } = await killRedisWhileStatusesWait(cluster, true);
		await until('every status', () => Promise.resolve(receiver.handled.size >= statuses || undefined));
		assert.deepEqual([...receiver.handled].sort(), reported.map((name) => [name, 1]));
		context.diagnostic(`appendonly yes: ${String(statuses)} waited, ${String(receiver.handled.size)} handled, each once`);
		await unpublishWorkflow(cluster.session, workflow.id);
	});

	void test('they are lost with a Redis that does not, until main is restarted and the crashed executions are retried', async (context) => {
		// What it wrote down before is not read again.
		await cluster.redis.kill();
		await cluster.redis.start(false);
		const { receiver, workflow, reported } = await killRedisWhileStatusesWait(cluster, false);
		// The workers work: a status that comes now is handled, and what came before is not.
		const later = `${await sendAndReport(cluster, '+12015550173', ['delivered'])} delivered`;
		await until('a later status', () => Promise.resolve(receiver.handled.has(later) || undefined));
		assert.deepEqual([...receiver.handled.keys()], [later]);

		await restartMain(cluster);
		const crashed = await until('the crashed executions', async () => {
			const found = await listExecutions(cluster.session, workflow.id, ['crashed']);
			return found.length >= statuses ? found : undefined;
		});
		for (const { id } of crashed) await retry(cluster, id);
		await until('every status', () => Promise.resolve(receiver.handled.size > statuses || undefined));
		assert.deepEqual([...receiver.handled].sort(), [...reported, later].sort().map((name) => [name, 1]));
		context.diagnostic(`appendonly no: ${String(statuses)} waited, 0 handled; ${String(crashed.length)} executions crashed after a restart of main, and their Retry handled each once`);
		await unpublishWorkflow(cluster.session, workflow.id);
	});
}

/** Has statuses reported while no worker is there, then kills Redis, and starts it and the workers again. */
async function killRedisWhileStatusesWait(cluster: Cluster, appendonly: boolean) {
	const receiver = await openReceiver();
	const workflow = await saveStatusWorkflow(cluster, receiver);
	await publishWorkflow(cluster.session, workflow.id);
	await Promise.all(cluster.workers.map((worker) => worker.stop()));
	const reported: string[] = [];
	for (let count = 0; count < statuses; count++) {
		reported.push(`${await sendAndReport(cluster, '+12015550173', ['delivered'])} delivered`);
	}
	await everythingTaken(cluster, workflow);
	await cluster.redis.kill();
	await cluster.redis.start(appendonly);
	await Promise.all(cluster.workers.map((worker) => worker.start()));
	return { receiver, workflow, reported: reported.sort() };
}
