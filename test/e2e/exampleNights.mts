import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { listExecutions, publishWorkflow, createWorkflow, type WorkflowFile } from '../../scripts/n8n/workflows.mts';
import { finished, type FinishedRun } from './exampleRuns.mts';
import { workflowNode } from './sendingWorkflow.mts';
import { until } from './until.mts';
import type { Instance } from './world.mts';

/**
 * Puts a webhook in the place of a workflow's schedule, so that a test is the clock. What it starts is a run of the
 * published workflow, which n8n tells the error workflow of; a run in the editor is not.
 */
export function onCall(workflow: WorkflowFile, schedule: string): WorkflowFile {
	const nodes = workflow.nodes.map((node) => {
		if (node.name !== schedule) return node;
		const parameters = { httpMethod: 'POST', path: pathOf(workflow), options: {} };
		return { ...node, type: 'n8n-nodes-base.webhook', typeVersion: 2.1, parameters, webhookId: pathOf(workflow) };
	});
	return { ...workflow, nodes };
}

/** Has no hours be quiet, for tests that run at any hour of the day. */
export const atAnyHour = (workflow: WorkflowFile): WorkflowFile => withQuietHours(workflow, undefined);

/** Gives the nodes that have quiet hours others, or none. */
export function withQuietHours(workflow: WorkflowFile, hours: { from: string; to: string; days?: string[]; timeZone: string } | undefined): WorkflowFile {
	const change = (key: string, value: unknown) => (key === 'quietHours' ? hours && { hours } : value);
	return { ...workflow, nodes: workflow.nodes.map((node) => ({ ...node, parameters: z.record(z.unknown()).parse(JSON.parse(JSON.stringify(node.parameters, change))) })) };
}

const pathOf = ({ id }: WorkflowFile) => `on-call-${id}`;

/** Has a workflow that is on call begin. @returns the execution's id */
export async function begin(world: Instance, workflow: WorkflowFile): Promise<string> {
	const before = new Set((await listExecutions(world.session, workflow.id)).map(({ id }) => id));
	const answer = await fetch(`${world.n8nUrl}/webhook/${pathOf(workflow)}`, { method: 'POST' });
	assert.equal(answer.status, 200);
	return until('the execution', async () =>
		(await listExecutions(world.session, workflow.id)).find(({ id, mode }) => mode === 'webhook' && !before.has(id))?.id);
}

/** Runs a workflow that is on call and waits for its end. */
export async function onePass(world: Instance, workflow: WorkflowFile): Promise<FinishedRun> {
	return finished(world, await begin(world, workflow), 120_000);
}

/** A published workflow that others name as their error workflow. */
interface ErrorWorkflow {
	readonly id: string;
	/** What it was told of an execution: how it failed and why. */
	toldOf(executionId: string): Promise<{ failure: string | undefined; why: string | undefined }>;
}

const trigger = 'When a workflow fails';
const failedExecution = z.object({ execution: z.object({ id: z.string(), error: z.object({ message: z.string(), description: z.string() }).partial() }) });

/** Saves and publishes a workflow that is told of the failures of others. */
export async function publishErrorWorkflow(world: Instance): Promise<ErrorWorkflow> {
	const id = randomBytes(8).toString('hex');
	const nodes = [workflowNode(trigger, 'n8n-nodes-base.errorTrigger', 1, {}), workflowNode('Told', 'n8n-nodes-base.noOp', 1, {})];
	const connections = { [trigger]: { main: [[{ node: 'Told', type: 'main', index: 0 }]] } };
	await createWorkflow(world.session, { id, name: `Errors ${randomUUID()}`, nodes, connections, settings: { executionOrder: 'v1' } });
	await publishWorkflow(world.session, id);
	const runs = async () => (await listExecutions(world.session, id)).filter(({ mode }) => mode === 'error');
	return {
		id,
		toldOf: (executionId) => until(`the error workflow to be told of ${executionId}`, async () => {
			for (const run of await runs()) {
				const [told] = (await finished(world, run.id)).output(trigger);
				const { id: failed, error } = failedExecution.parse(told).execution;
				if (failed === executionId) return { failure: error.message, why: error.description };
			}
			return undefined;
		}),
	};
}

/** Names the error workflow of a workflow, as a person does in its settings. */
export function withErrorWorkflow(workflow: WorkflowFile, errorWorkflow: ErrorWorkflow): WorkflowFile {
	return { ...workflow, settings: { executionOrder: 'v1', errorWorkflow: errorWorkflow.id } };
}
