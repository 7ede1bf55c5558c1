import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { ensureInstalled } from '../../scripts/n8n/installation.mts';
import { shutDown, startOrShutDown } from '../../scripts/n8n/shutdown.mts';
import { listExecutions } from '../../scripts/n8n/workflows.mts';
import { signUp, type Instance } from '../e2e/world.mts';
import { startBalancer } from './balancer.mts';
import { findPrograms, startPostgres, startRedis, type Postgres, type Redis } from './databases.mts';
import { packOnce, prepareProcess, promisedPort, type N8nProcess } from './processes.mts';

/** n8n in queue mode: every process on a machine of its own, as far as it knows. */
export interface Cluster extends Instance {
	main: N8nProcess;
	/** Each runs one execution at a time, so that two executions at once are on both. */
	workers: readonly [N8nProcess, N8nProcess];
	/** Behind one address, which hands each webhook to one that is ready. */
	webhookProcessors: readonly [N8nProcess, N8nProcess];
	postgres: Postgres;
	redis: Redis;
	/** That of the credential, for webhooks. */
	secret: string;
	close(): Promise<void>;
}

export const say = (line: string) => void process.stderr.write(`${line}\n`);

/** Starts it all; takes about a minute with n8n in the cache. @throws with what to install if something is missing */
export const openCluster = (): Promise<Cluster> => startOrShutDown(startAll, () => say('Stopping …'));

async function startAll(): Promise<Cluster> {
	const programs = findPrograms();
	const installation = await ensureInstalled(say);
	const takenPorts = new Set<number>();
	const postgres = await startPostgres(programs, await promisedPort(takenPorts));
	const redis = await startRedis(programs, await promisedPort(takenPorts));

	const environment: NodeJS.ProcessEnv = {
		EXECUTIONS_MODE: 'queue',
		OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
		QUEUE_BULL_REDIS_HOST: '127.0.0.1',
		QUEUE_BULL_REDIS_PORT: String(redis.port),
		QUEUE_HEALTH_CHECK_ACTIVE: 'true',
		// Else a worker marks as failed what another had taken when it was killed, and nobody can retry it.
		QUEUE_WORKER_STALLED_INTERVAL: '0',
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: '127.0.0.1',
		DB_POSTGRESDB_PORT: String(postgres.port),
		DB_POSTGRESDB_DATABASE: 'postgres',
		DB_POSTGRESDB_USER: 'n8n',
		N8N_ENCRYPTION_KEY: randomBytes(24).toString('hex'),
		// Workers log which execution they start.
		N8N_LOG_LEVEL: 'info',
	};
	const packageFolder = await packOnce(say);
	const machine = { installation, environment, takenPorts };
	const prepare = (...command: string[]) => prepareProcess(machine, packageFolder, command);
	const webhookProcessors = [await prepare('webhook'), await prepare('webhook')] as const;
	const n8nUrl = await startBalancer(await promisedPort(takenPorts), webhookProcessors.map(({ url }) => url));
	environment.WEBHOOK_URL = `${n8nUrl}/`;
	const main = await prepare('start');
	const workers = [await prepare('worker', '--concurrency=1'), await prepare('worker', '--concurrency=1')] as const;

	say("Starting n8n's main process, then two workers and two webhook processors …");
	// The first one alone: it makes the tables.
	await main.start();
	await Promise.all([...workers, ...webhookProcessors].map((one) => one.start()));

	const signedUp = await signUp(main.url, quiet);
	return { n8nUrl, ...signedUp, main, workers, webhookProcessors, postgres, redis, close: shutDown };
}

/** No status comes by itself. */
const quiet = { sent_after_ms: null, delivered_after_ms: null };

/** The executions that a worker has begun since it started. */
export async function begunBy(worker: N8nProcess): Promise<Set<string>> {
	return new Set([...(await worker.log()).matchAll(/Worker started execution (\d+)/g)].map(([, id = '']) => id));
}

/** Asserts that both workers have begun executions of a workflow. */
export async function onBothWorkers({ session, workers }: Cluster, workflowId: string): Promise<void> {
	const executions = await listExecutions(session, workflowId);
	for (const worker of workers) {
		const begun = await begunBy(worker);
		assert.ok(executions.some(({ id }) => begun.has(id)));
	}
}

/** The worker that has begun an execution. */
export async function workerOf({ workers }: Cluster, executionId: string): Promise<N8nProcess> {
	for (const worker of workers) if ((await begunBy(worker)).has(executionId)) return worker;
	throw new Error(`No worker has begun execution ${executionId}.`);
}
