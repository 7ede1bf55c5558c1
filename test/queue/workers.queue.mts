import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listExecutions, publishWorkflow, unpublishWorkflow } from '../../scripts/n8n/workflows.mts';
import { sendAndReport } from '../e2e/triggerWorkflow.mts';
import { until } from '../e2e/until.mts';
import type { Cluster } from './cluster.mts';
import { bringBackTaken, everythingTaken } from './recovery.mts';
import { openReceiver, saveStatusWorkflow } from './statusWorkflow.mts';

/** More than a worker takes at once, so that it is killed with some that it has not begun. */
const statuses = 40;

/** Workers that are killed while statuses come. A worker takes from Redis as many executions as it may run, before it begins them. */
export function workerTests(cluster: Cluster): void {
	void test('what a killed worker had taken is brought back as the documents say', async (context) => {
		// As n8n starts it if nothing is said.
		const command = ['worker', '--concurrency=10'];
		const eachWorker = async (...work: Array<(worker: Cluster['main']) => Promise<void>>) => {
			for (const one of work) await Promise.all(cluster.workers.map(one));
		};
		await eachWorker((worker) => worker.stop(), (worker) => worker.start(command));
		// Also after a failure, so that the next test has its usual workers.
		context.after(() => eachWorker((worker) => worker.stop(), (worker) => worker.start()));
		const receiver = await openReceiver();
		const workflow = await saveStatusWorkflow(cluster, receiver);
		await publishWorkflow(cluster.session, workflow.id);
		const underWay = async () => Number(await cluster.redis.tell('LLEN', 'bull:jobs:active'));
		const fromEarlierTests = await underWay();
		const reported: string[] = [];
		for (const worker of cluster.workers) {
			const before = receiver.handled.size;
			const reporting = Promise.all(Array.from({ length: statuses }, () => sendAndReport(cluster, '+12015550174', ['delivered'])));
			await until('the first statuses', () => Promise.resolve(receiver.handled.size >= before + 5 || undefined));
			await worker.kill();
			await worker.start(command);
			reported.push(...(await reporting).map((id) => `${id} delivered`));
			await everythingTaken(cluster, workflow);
		}
		await until('no execution to wait for a worker', async () => ((await cluster.redis.tell('LLEN', 'bull:jobs:wait')).trim() === '0' ? true : undefined), 120_000);
		await eachWorker((worker) => worker.stop());
		const handled = new Map(receiver.handled);
		const left = (await underWay()) - fromEarlierTests;
		const succeeded = await listExecutions(cluster.session, workflow.id, ['success']);
		// Each status is an execution of its own: none may look as if it had been handled.
		assert.ok(succeeded.length <= handled.size);
		const retried = await bringBackTaken(cluster, workflow, command);
		const times = reported.map((name) => receiver.handled.get(name) ?? 0);
		const having = (which: (count: number) => boolean) => String(times.filter(which).length);
		context.diagnostic(
			`two workers killed, each with a concurrency of 10, while ${String(reported.length)} statuses came; ${String(reported.length - handled.size)} not handled, ` +
			`${String(left)} left in Redis; ${String(retried.length)} executions retried; then ${having((count) => count === 0)} not handled, ${having((count) => count > 1)} more than once`,
		);
		assert.deepEqual(reported.filter((_name, place) => times[place] === 0), []);
		await unpublishWorkflow(cluster.session, workflow.id);
	});
}
