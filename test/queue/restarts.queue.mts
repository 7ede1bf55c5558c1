import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { publishWorkflow, unpublishWorkflow } from '../../scripts/n8n/workflows.mts';
import { tell } from '../e2e/sandboxControl.mts';
import { sendAndReport } from '../e2e/triggerWorkflow.mts';
import { until } from '../e2e/until.mts';
import type { Cluster } from './cluster.mts';
import { recipeNodes } from './recipe.mts';
import { bringToAnEnd } from './recovery.mts';
import { openReceiver, saveStatusWorkflow } from './statusWorkflow.mts';

/** Slower than two workers with one execution at a time: what waits is not what is tested. */
const paceMs = 1000;

/** What is killed and started again while the service reports statuses, each of them twice, until they are taken. */
export function restartTests(cluster: Cluster): void {
	const cells = {
		"n8n's main process": cluster.main,
		'one of two webhook processors': cluster.webhookProcessors[0],
		'Redis, which writes down every change': cluster.redis,
		PostgreSQL: cluster.postgres,
	};
	for (const [what, process] of Object.entries(cells)) {
		void test(`every status is handled, and once behind the recipe, although ${what} is killed meanwhile`, async (context) => {
			const receiver = await openReceiver();
			const workflow = await saveStatusWorkflow(cluster, receiver, await recipeNodes(cluster));
			await tell(cluster, 'settings', { webhook_retry_ms: 250, webhook_repeat_rate: 1 });
			await publishWorkflow(cluster.session, workflow.id);
			const reported: string[] = [];
			let over = false;
			// Also after a failure, so that the next test begins in silence.
			context.after(async () => {
				over = true;
				await tell(cluster, 'settings', { webhook_repeat_rate: 0 });
			});
			const reporting = (async () => {
				while (!over) {
					const id = await sendAndReport(cluster, '+12015550172', ['delivered']);
					reported.push(`${id} delivered`);
					await wait(paceMs);
				}
			})();
			const handled = (count: number) =>
				until(`${String(count)} statuses`, () => Promise.resolve(receiver.handled.size >= count || undefined), 30_000);
			await handled(4);
			await process.kill();
			await process.start();
			await handled(receiver.handled.size + 4);
			over = true;
			await reporting;
			const { hung, retried } = await bringToAnEnd(cluster, workflow);
			const times = (counts: ReadonlyMap<string, number>) => reported.map((name) => counts.get(name) ?? 0);
			const [plain, asNew] = [times(receiver.handled), times(receiver.handledAsNew)];
			const having = (counts: number[], which: (count: number) => boolean) => String(counts.filter(which).length);
			context.diagnostic(
				`${what} killed while ${String(reported.length)} statuses came in twice: ${having(plain, (count) => count === 0)} not handled, ` +
				`${having(plain, (count) => count > 1)} more than once; behind the recipe ${having(asNew, (count) => count === 0)} not handled, ` +
				`${having(asNew, (count) => count > 1)} more than once; ${String(retried)} executions retried, ${String(hung)} of which hung until main was restarted`,
			);
			assert.deepEqual(reported.filter((_name, place) => plain[place] === 0), []);
			assert.deepEqual(reported.filter((_name, place) => asNew[place] !== 1), []);
			await unpublishWorkflow(cluster.session, workflow.id);
		});
	}
}
