import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse as unflatten } from 'flatted';
import { z } from 'zod';
import { repository } from '../../scripts/n8n/ourPackage.mts';
import { createWorkflow, listExecutions, withCredential, workflowFile, type WorkflowFile } from '../../scripts/n8n/workflows.mts';
import { until } from './until.mts';
import type { Instance, World } from './world.mts';

/**
 * Imports an example with the world's credential, as `npm start` does.
 * @param file its name without `.json`
 * @param change makes of it what a person would before it runs
 */
export async function importExample(
	world: World,
	file: string,
	change = (workflow: WorkflowFile): WorkflowFile => workflow,
): Promise<WorkflowFile> {
	const workflow = workflowFile.parse(JSON.parse(await readFile(join(repository, 'examples', `${file}.json`), 'utf8')));
	await createWorkflow(world.session, change(withCredential(workflow, 'messagingApi', world.credential)));
	return workflow;
}

const runResult = z.object({
	resultData: z.object({
		error: z.object({ message: z.string() }).passthrough().optional(),
		runData: z.record(
			z.array(
				z.object({
					data: z
						.object({ main: z.array(z.array(z.object({ json: z.record(z.unknown()) })).nullable()).optional() })
						.optional(),
				}),
			),
		),
	}),
});

export interface FinishedRun {
	id: string;
	status: string;
	/** What ended it; undefined when it succeeded. */
	failure: string | undefined;
	/** The items that a node put out on its first output, or on another one. */
	output(node: string, index?: number): Array<Record<string, unknown>>;
}

/** Starts a workflow from one of its triggers, as the editor does, and waits until it has ended. */
export async function run(world: World, workflowId: string, trigger: string): Promise<FinishedRun> {
	const workflowData = await world.session.request('GET', `/workflows/${workflowId}`, z.record(z.unknown()));
	const started = z.object({ executionId: z.string() });
	const { executionId } = await world.session.request('POST', `/workflows/${workflowId}/run`, started, {
		workflowData,
		triggerToStartFrom: { name: trigger },
	});
	return finished(world, executionId);
}

const execution = z.object({ status: z.string(), data: z.string() });

/** Waits for the end of an execution. */
export async function finished(world: Instance, executionId: string, withinMs = 30_000): Promise<FinishedRun> {
	const { status, data } = await until(`execution ${executionId} to end`, async () => {
		const now = await world.session.request('GET', `/executions/${executionId}`, execution);
		return ['new', 'running', 'waiting'].includes(now.status) ? undefined : now;
	}, withinMs);
	const { error, runData } = runResult.parse(unflatten(data)).resultData;
	return {
		id: executionId,
		status,
		failure: error?.message,
		output: (node, index = 0) => (runData[node]?.at(-1)?.data?.main?.[index] ?? []).map(({ json }) => json),
	};
}

/** Runs a workflow that has to succeed. */
export async function runWell(world: World, workflowId: string, trigger: string): Promise<FinishedRun> {
	const done = await run(world, workflowId, trigger);
	assert.deepEqual([done.status, done.failure], ['success', undefined]);
	return done;
}

/** The executions of a workflow that webhooks started, newest first, once there are so many that have ended. */
export async function webhookRuns(world: World, workflowId: string, count: number): Promise<FinishedRun[]> {
	const ids = await until(`${String(count)} executions`, async () => {
		const all = (await listExecutions(world.session, workflowId)).filter(({ mode }) => mode === 'webhook');
		return all.length >= count ? all.map(({ id }) => id) : undefined;
	});
	return Promise.all(ids.map((id) => finished(world, id)));
}
