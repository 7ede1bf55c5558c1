import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse as unflatten } from 'flatted';
import { z } from 'zod';
import { repository } from '../../scripts/n8n/ourPackage.mts';
import {
	createWorkflow, listExecutions, publishWorkflow, unpublishWorkflow, withCredential, workflowFile, type WorkflowFile,
} from '../../scripts/n8n/workflows.mts';
import { start } from './question.mts';
import { until } from './until.mts';
import type { Instance } from './world.mts';

/**
 * Imports an example with the world's credential, as `npm start` does.
 * @param file its name without `.json`
 * @param change makes of it what a person would before it runs
 * @returns the workflow as it was saved
 */
export async function importExample(
	world: Instance,
	file: string,
	change = (workflow: WorkflowFile): WorkflowFile => workflow,
): Promise<WorkflowFile> {
	const workflow = workflowFile.parse(JSON.parse(await readFile(join(repository, 'examples', `${file}.json`), 'utf8')));
	const changed = change(withCredential(workflow, 'messagingApi', world.credential));
	await createWorkflow(world.session, changed);
	return changed;
}

/** An example as another workflow, for a test that isn't the only one to import it. */
export const another = (workflow: WorkflowFile): WorkflowFile => ({ ...workflow, id: randomBytes(8).toString('hex') });

const runResult = z.object({
	resultData: z.object({
		error: z.object({ message: z.string(), description: z.string().nullish() }).passthrough().optional(),
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
	/** What n8n shows below that. */
	why: string;
	/** The items that a node put out on its first output, or on another one. */
	output(node: string, index?: number): Array<Record<string, unknown>>;
	/** The items of a node's first output, of each time it ran. */
	outputs(node: string): Array<Array<Record<string, unknown>>>;
}

/** Starts a workflow from one of its triggers, as the editor does, and waits until it has ended. */
export async function run(world: Instance, workflowId: string, trigger: string, withinMs?: number): Promise<FinishedRun> {
	return finished(world, await start(world, workflowId, trigger), withinMs);
}

const execution = z.object({ status: z.string(), data: z.string() });

/** Waits for the end of an execution. */
export async function finished(world: Instance, executionId: string, withinMs?: number): Promise<FinishedRun> {
	const { status, data } = await until(`execution ${executionId} to end`, async () => {
		const now = await world.session.request('GET', `/executions/${executionId}`, execution);
		return ['new', 'running', 'waiting'].includes(now.status) ? undefined : now;
	}, withinMs);
	const { error, runData } = runResult.parse(unflatten(data)).resultData;
	return {
		id: executionId,
		status,
		failure: error?.message,
		why: error?.description ?? '',
		output: (node, index = 0) => (runData[node]?.at(-1)?.data?.main?.[index] ?? []).map(({ json }) => json),
		outputs: (node) => (runData[node] ?? []).map(({ data }) => (data?.main?.[0] ?? []).map(({ json }) => json)),
	};
}

/** A workflow as n8n has it. */
export const savedWorkflow = (world: Instance, id: string): Promise<WorkflowFile> => world.session.request('GET', `/workflows/${id}`, workflowFile);

/** Runs a workflow that has to succeed. */
export async function runWell(world: Instance, workflowId: string, trigger: string): Promise<FinishedRun> {
	const done = await run(world, workflowId, trigger);
	assert.deepEqual([done.status, done.failure], ['success', undefined]);
	return done;
}

/** The executions of a workflow that webhooks started, newest first, once there are so many that have ended. */
export async function webhookRuns(world: Instance, workflowId: string, count: number): Promise<FinishedRun[]> {
	const ids = await until(`${String(count)} executions`, async () => {
		const all = (await listExecutions(world.session, workflowId)).filter(({ mode }) => mode === 'webhook');
		return all.length >= count ? all.map(({ id }) => id) : undefined;
	});
	return Promise.all(ids.map((id) => finished(world, id)));
}

/** Presses "Retry" for a failed execution. @returns the id of the new one */
export async function retry(world: Instance, executionId: string): Promise<string> {
	const retried = z.object({ id: z.string() });
	return (await world.session.request('POST', `/executions/${executionId}/retry`, retried, { loadWorkflow: false })).id;
}

/** Does something while a workflow is published. */
export async function whilePublished<T>({ session }: Instance, workflowId: string, work: () => Promise<T>): Promise<T> {
	await publishWorkflow(session, workflowId);
	try {
		return await work();
	} finally {
		await unpublishWorkflow(session, workflowId);
	}
}

/** Has no hours be quiet, for tests that run at any hour of the day. */
export const atAnyHour = (workflow: WorkflowFile): WorkflowFile => withQuietHours(workflow, undefined);

/** Gives the nodes that have quiet hours others, or none. */
export function withQuietHours(workflow: WorkflowFile, hours: { from: string; to: string; days?: string[]; timeZone: string } | undefined): WorkflowFile {
	const change = (key: string, value: unknown) => (key === 'quietHours' ? hours && { hours } : value);
	return { ...workflow, nodes: workflow.nodes.map((node) => ({ ...node, parameters: z.record(z.unknown()).parse(JSON.parse(JSON.stringify(node.parameters, change))) })) };
}
