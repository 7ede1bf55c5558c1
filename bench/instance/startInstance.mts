import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { createCredential, type CredentialContent } from '../../scripts/n8n/credentials.mts';
import { findFreePort } from '../../scripts/n8n/ports.mts';
import { Session } from '../../scripts/n8n/session.mts';
import { beforeShutdown } from '../../scripts/n8n/shutdown.mts';
import { communityPackages, startN8n } from '../../scripts/n8n/startN8n.mts';
import { createWorkflow, publishWorkflow, type WorkflowFile } from '../../scripts/n8n/workflows.mts';
import type { Bench } from '../bench.mts';
import { installBenchNodes } from '../nodes/install.mts';

export type WorkflowNode = Pick<WorkflowFile['nodes'][number], 'name' | 'type' | 'parameters' | 'webhookId' | 'credentials'> & {
	typeVersion: number;
};

/** A real n8n with the measured package and the benchmark's own nodes in it. */
export interface Instance {
	readonly url: string;
	readonly session: Session;
	/** n8n's SQLite database, unless the environment names another one. */
	readonly database: string;
	/** Publishes a workflow of nodes that follow one another. */
	publish(id: string, nodes: readonly WorkflowNode[]): Promise<void>;
	/** Saves a credential. @returns how nodes refer to it */
	credential(type: string, data: CredentialContent['data']): Promise<Record<string, { id: string; name: string }>>;
	/** Waits until every execution of a workflow has ended, so that none of them slows what comes next. */
	settled(workflowId: string): Promise<void>;
	stop(): Promise<void>;
}

/** Starts n8n with its default settings and those given; it runs until `stop`. */
export async function startInstance(bench: Bench, environment: NodeJS.ProcessEnv = {}): Promise<Instance> {
	bench.log(`Starting n8n ${Object.entries(environment).flat().join('=')}`.trim());
	const userFolder = await mkdtemp(join(tmpdir(), 'n8n-nodes-messaging-bench-'));
	beforeShutdown(() => rm(userFolder, { recursive: true, force: true, maxRetries: 3 }));
	await cp(bench.packed.folder, join(communityPackages(userFolder), 'n8n-nodes-messaging'), { recursive: true });
	await installBenchNodes(communityPackages(userFolder));
	const { installation } = bench;
	const { url, stop } = await startN8n({ installation, userFolder, port: await findFreePort(), environment });
	const session = await Session.setUp(url, { email: 'owner@example.com', password: 'Bench-1-instance' });
	return {
		url,
		session,
		database: join(userFolder, '.n8n', 'database.sqlite'),
		async publish(id, nodes) {
			await createWorkflow(session, workflowOf(id, nodes));
			await publishWorkflow(session, id);
		},
		credential: async (type, data) => ({
			[type]: { id: await createCredential(session, { name: type, type, data }), name: type },
		}),
		async settled(workflowId) {
			const filter = encodeURIComponent(JSON.stringify({ workflowId, status: ['new', 'running'] }));
			const unfinished = z.object({ results: z.array(z.unknown()) });
			while ((await session.request('GET', `/executions?filter=${filter}&limit=1`, unfinished)).results.length > 0) {
				await wait(50);
			}
		},
		stop,
	};
}

const workflowOf = (id: string, nodes: readonly WorkflowNode[]): WorkflowFile => ({
	id,
	name: id,
	nodes: nodes.map((node, index) => ({
		id: `00000000-0000-4000-8000-00000000000${String(index)}`,
		position: [200 * index, 0],
		...node,
	})),
	connections: Object.fromEntries(
		nodes.slice(1).map((next, index) => {
			const from = nodes[index]?.name ?? '';
			return [from, { main: [[{ node: next.name, type: 'main', index: 0 }]] }];
		}),
	),
	settings: { executionOrder: 'v1' },
});
