import { setTimeout as wait } from 'node:timers/promises';
import { parse as unflatten } from 'flatted';
import { z } from 'zod';
import { otherVersion } from './installation.mts';
import { N8nRefusal, type Session } from './session.mts';

/** What this project reads of a workflow file; everything else in it is passed on as it is. */
export const workflowFile = z
	.object({
		id: z.string(),
		name: z.string(),
		nodes: z.array(
			z
				.object({
					name: z.string(),
					type: z.string(),
					parameters: z.record(z.unknown()),
					webhookId: z.string().optional(),
					credentials: z.record(z.object({ id: z.string().nullable(), name: z.string() })).optional(),
				})
				.passthrough(),
		),
		connections: z.record(z.unknown()),
		meta: z.record(z.unknown()).nullish(),
	})
	.passthrough();

export type WorkflowFile = z.infer<typeof workflowFile>;

/** Puts a credential of the instance into every node that uses its type. */
export function withCredential(
	workflow: WorkflowFile,
	type: string,
	credential: { id: string; name: string },
): WorkflowFile {
	const nodes = workflow.nodes.map((node) =>
		node.credentials?.[type] ? { ...node, credentials: { ...node.credentials, [type]: credential } } : node,
	);
	return { ...workflow, nodes };
}

const savedWorkflow = z.object({ id: z.string(), versionId: z.string() });

/** Saves a workflow under its own id. @throws in an older n8n without `keepsWorkflowIds.mts` */
export async function createWorkflow(session: Session, workflow: WorkflowFile): Promise<void> {
	// An older n8n wants to be told that it isn't published yet, and drops the id.
	const older = otherVersion() && { active: false, meta: { ...workflow.meta, askedForId: workflow.id } };
	const { id } = await session.request('POST', '/workflows', savedWorkflow, { ...workflow, ...older });
	if (id !== workflow.id) throw new Error(`n8n saved workflow ${workflow.id} as ${id}`);
}

export async function hasWorkflow(session: Session, id: string): Promise<boolean> {
	try {
		await session.request('GET', `/workflows/${id}`, savedWorkflow);
		return true;
	} catch (cause) {
		if (cause instanceof N8nRefusal && cause.status === 404) return false;
		throw cause;
	}
}

const publication = z.object({
	status: z.enum(['in_progress', 'not_published', 'published', 'partial', 'failed']),
	triggers: z.array(z.object({ errorMessage: z.string().nullish() })),
});

/** Publishes the saved version of a workflow and waits until its triggers listen. @throws when they don't */
export async function publishWorkflow(session: Session, id: string): Promise<void> {
	const { versionId } = await session.request('GET', `/workflows/${id}`, savedWorkflow);
	await session.request('POST', `/workflows/${id}/activate`, z.unknown(), { versionId });
	for (;;) {
		const found = await publicationOf(session, id);
		if (found === undefined) return;
		const { status, triggers } = found;
		if (status === 'published') return;
		if (status === 'failed' || status === 'partial') {
			throw new Error(`n8n did not publish workflow ${id}: ${JSON.stringify(triggers)}`);
		}
		await wait(50);
	}
}

/** The state of publishing; undefined in an older n8n, which answers when publishing is finished. */
async function publicationOf(session: Session, id: string) {
	try {
		return await session.request('GET', `/workflows/${id}/publication-status`, publication);
	} catch (cause) {
		if (cause instanceof N8nRefusal && cause.status === 404) return undefined;
		throw cause;
	}
}

/** Takes a published workflow back. n8n ends its triggers a little later. */
export async function unpublishWorkflow(session: Session, id: string): Promise<void> {
	await session.request('POST', `/workflows/${id}/deactivate`, z.unknown(), {});
}

const executionSummary = z.object({ id: z.string(), status: z.string(), mode: z.string() });

/**
 * The executions of a workflow, newest first.
 * @param status only those with one of these
 */
export async function listExecutions(session: Session, workflowId: string, status?: readonly string[]) {
	const filter = encodeURIComponent(JSON.stringify({ workflowId, status }));
	const shape = z.object({ results: z.array(executionSummary) });
	return (await session.request('GET', `/executions?filter=${filter}&limit=100`, shape)).results;
}

const runData = z.object({
	resultData: z.object({
		runData: z.record(
			z.array(
				z.object({
					data: z
						.object({ main: z.array(z.array(z.object({ json: z.record(z.unknown()) })).nullable()) })
						.optional(),
				}),
			),
		),
	}),
});

/** The items that a node put out in an execution: the first output of its last run. */
export async function outputOf(session: Session, executionId: string, node: string) {
	const { data } = await session.request('GET', `/executions/${executionId}`, z.object({ data: z.string() }));
	const runs = runData.parse(unflatten(data)).resultData.runData[node] ?? [];
	return (runs.at(-1)?.data?.main[0] ?? []).map((item) => item.json);
}
