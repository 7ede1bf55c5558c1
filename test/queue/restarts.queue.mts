import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { publishWorkflow, unpublishWorkflow } from '../../scripts/n8n/workflows.mts';
import { tell } from '../e2e/sandboxControl.mts';
import { sendAndReport } from '../e2e/triggerWorkflow.mts';
import { until } from '../e2e/until.mts';
import { say, type Cluster } from './cluster.mts';
import { saveStatusWorkflow, startReceiver } from './statusWorkflow.mts';

const statuses = ['sent', 'delivered'];
/** Slower than two workers with one execution at a time: what waits is not what is tested. */
const paceMs = 1000;

/** What is killed and started again while the service reports statuses, which it repeats until they are taken. */
export function restartTests(cluster: Cluster): void {
	const cells = {
		"n8n's main process": cluster.main,
		'one of two webhook processors': cluster.webhookProcessors[0],
		'Redis, which writes down every change': cluster.redis,
		PostgreSQL: cluster.postgres,
	};
	for (const [what, process] of Object.entries(cells)) {
		void test(`every status is handled although ${what} is killed meanwhile`, async (context) => {
			const receiver = await startReceiver();
			const workflow = await saveStatusWorkflow(cluster, receiver);
			await tell(cluster, 'settings', { webhook_retry_ms: 250 });
			await publishWorkflow(cluster.session, workflow.id);
			const reported: string[] = [];
			let over = false;
			// Also after a failure, so that the next test begins in silence.
			context.after(() => void (over = true));
			const reporting = (async () => {
				while (!over) {
					const id = await sendAndReport(cluster, '+12015550172', statuses);
					reported.push(...statuses.map((status) => `${id} ${status}`));
					await wait(paceMs);
				}
			})();
			const handled = (count: number) =>
				until(`${String(count)} statuses`, () => Promise.resolve(receiver.handled.size >= count || undefined), 20_000);
			await handled(6);
			await process.kill();
			await process.start();
			await handled(receiver.handled.size + 6);
			over = true;
			await reporting;
			const missing = () => reported.filter((name) => !receiver.handled.has(name));
			await until('every status', async () => {
				if (missing().length === 0) return true;
				// The service's waits grow: the next tries come now.
				await tell(cluster, 'clock', { advance_ms: 60_000 });
				await wait(1000);
				return undefined;
			}, 40_000).catch(() => assert.fail(`Of ${String(reported.length)} not handled: ${missing().join(', ')}`));
			const repeated = reported.filter((name) => (receiver.handled.get(name) ?? 0) > 1).length;
			say(`${what} killed while ${String(reported.length)} statuses came in: all handled, ${String(repeated)} of them twice`);
			await unpublishWorkflow(cluster.session, workflow.id);
		});
	}
}
