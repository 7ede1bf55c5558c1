import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCredential } from '../../scripts/n8n/credentials.mts';
import { ensureInstalled } from '../../scripts/n8n/installation.mts';
import { findFreePort } from '../../scripts/n8n/ports.mts';
import { Session } from '../../scripts/n8n/session.mts';
import { beforeShutdown } from '../../scripts/n8n/shutdown.mts';
import { communityPackages, startN8n } from '../../scripts/n8n/startN8n.mts';
import { createWorkflow, publishWorkflow, type WorkflowFile } from '../../scripts/n8n/workflows.mts';
import { prepared } from '../engine/prepared.mts';
import type { ExpressionEngine } from '../options.mts';
import { installBenchNodes } from './benchNodes.mts';

/** A real n8n with the measured package and the benchmark's own nodes in it. */
export interface Instance {
	readonly url: string;
	readonly session: Session;
	/** Saves a workflow and publishes it. */
	readonly publish: (workflow: WorkflowFile) => Promise<void>;
}

export interface InstanceOptions {
	readonly engine: ExpressionEngine;
	readonly log: (line: string) => void;
}

/** Starts n8n under one of its expression engines. It runs until `shutDown`. */
export async function startInstance({ engine, log }: InstanceOptions): Promise<Instance> {
	const userFolder = await mkdtemp(join(tmpdir(), 'n8n-nodes-messaging-bench-'));
	beforeShutdown(() => rm(userFolder, { recursive: true, force: true, maxRetries: 3 }));
	await cp(prepared().packageFolder, join(communityPackages(userFolder), 'n8n-nodes-messaging'), { recursive: true });
	await installBenchNodes(communityPackages(userFolder));
	const { url } = await startN8n({
		installation: await ensureInstalled(log),
		userFolder,
		port: await findFreePort(),
		environment: { N8N_EXPRESSION_ENGINE: engine },
	});
	const session = await Session.setUp(url, { email: 'owner@example.com', password: 'Bench-1-instance' });
	const publish = async (workflow: WorkflowFile) => {
		await createWorkflow(session, workflow);
		await publishWorkflow(session, workflow.id);
	};
	return { url, session, publish };
}

/** Saves the credential that all nodes of an instance use. @returns how nodes refer to it */
export async function messagingCredential(
	{ session }: Instance,
	fields: { baseUrl: string; webhookSecret?: string },
): Promise<{ messagingApi: { id: string; name: string } }> {
	const name = 'Benchmark';
	const data = { apiKey: 'benchmark-key', ...fields };
	const id = await createCredential(session, { name, type: 'messagingApi', data });
	return { messagingApi: { id, name } };
}
