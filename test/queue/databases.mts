import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdtemp, open, rm } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { lastLines } from '../../scripts/n8n/npm.mts';
import { startGroup, type ProcessGroup } from '../../scripts/n8n/processGroup.mts';
import { beforeShutdown } from '../../scripts/n8n/shutdown.mts';
import { until } from '../e2e/until.mts';

const run = promisify(execFile);

/** What queue mode needs beside n8n, and a test may end and start again. Its data stays until this program ends. */
interface Database {
	readonly port: number;
	start(): Promise<void>;
	/** Ends it at once, as a crash would. */
	kill(): Promise<void>;
}

interface Programs {
	/** Folder of PostgreSQL's programs: Debian keeps them off the PATH. */
	readonly postgres: string;
	readonly redis: string;
}

export interface Postgres extends Database {
	/** Runs a text of SQL. @returns what `psql` prints: a line for each row, without a heading */
	query(sql: string): Promise<string>;
}

export interface Redis extends Database {
	/** Starts it again, writing down every change or none. Unless told, it goes on as before. */
	start(appendonly?: boolean): Promise<void>;
	/** Gives it a command, as `redis-cli` does. @returns what it prints */
	tell(...command: string[]): Promise<string>;
}

/** Folder of PostgreSQL's programs on this machine, if it has them. */
export function findPostgres(): string | undefined {
	const debian = '/usr/lib/postgresql';
	const versions = existsSync(debian) ? readdirSync(debian).sort((one, other) => Number(other) - Number(one)) : [];
	const folders = [...versions.map((version) => join(debian, version, 'bin')), ...searchPath()];
	return folders.find((folder) => ['initdb', 'postgres', 'psql'].every((name) => existsSync(join(folder, name))));
}

/** Finds PostgreSQL and Redis on this machine. @throws with what to install when one is missing */
export function findPrograms(): Programs {
	const postgres = findPostgres();
	const redis = searchPath().map((folder) => join(folder, 'redis-server')).find((file) => existsSync(file));
	if (postgres !== undefined && redis !== undefined) return { postgres, redis };
	const missing = [postgres === undefined && 'PostgreSQL', redis === undefined && 'Redis'].filter(Boolean).join(' and ');
	throw new Error(`${missing} not found. The tests of queue mode need both: apt-get install --yes postgresql redis-server`);
}

const searchPath = (): string[] => (process.env.PATH ?? '').split(delimiter);

/** Makes a PostgreSQL of its own, with a user `n8n` who needs no password, and starts it. */
export async function startPostgres({ postgres }: Pick<Programs, 'postgres'>, port: number): Promise<Postgres> {
	const folder = await privateData('postgres');
	const account = await dataOwner();
	// PostgreSQL refuses to run as root.
	if (account) await chown(folder, account.uid, account.gid);
	const as = account ? [`--reuid=${String(account.uid)}`, `--regid=${String(account.gid)}`, '--clear-groups'] : [];
	const data = join(folder, 'data');
	await run('setpriv', [...as, join(postgres, 'initdb'), '-A', 'trust', '-U', 'n8n', '-E', 'UTF8', '--locale=C', '-D', data], { cwd: folder });
	const listens = ['-p', String(port), '-h', '127.0.0.1', '-k', folder];
	const server = await database('PostgreSQL', port, folder, () => [...as, '--pdeathsig=INT', join(postgres, 'postgres'), '-D', data, ...listens]);
	const asked = ['-h', '127.0.0.1', '-p', String(port), '-U', 'n8n', '-d', 'postgres', '-v', 'ON_ERROR_STOP=1', '-At', '-c'];
	return { ...server, query: async (sql) => (await run(join(postgres, 'psql'), [...asked, sql])).stdout };
}

/** Starts a Redis of its own that writes down every change before the next second is over. */
export async function startRedis({ redis }: Programs, port: number): Promise<Redis> {
	const folder = await privateData('redis');
	const settings = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly'];
	let appendonly = true;
	const server = await database('Redis', port, folder, () =>
		['--pdeathsig=TERM', redis, ...settings, appendonly ? 'yes' : 'no']);
	return {
		...server,
		start(choice = appendonly) {
			appendonly = choice;
			return server.start();
		},
		tell: async (...command) => (await run(join(dirname(redis), 'redis-cli'), ['-p', String(port), ...command])).stdout,
	};
}

async function privateData(name: string): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), `n8n-nodes-messaging-${name}-`));
	beforeShutdown(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));
	return folder;
}

/** Who owns PostgreSQL's data when this program runs as root: the user that its package makes. */
async function dataOwner(): Promise<{ uid: number; gid: number } | undefined> {
	if (process.getuid?.() !== 0) return undefined;
	const id = async (which: string) => Number((await run('id', [which, 'postgres'])).stdout);
	return { uid: await id('-u'), gid: await id('-g') };
}

/** A server that `setpriv` runs, which sees to it that it doesn't outlive this program. */
async function database(name: string, port: number, folder: string, args: () => string[]): Promise<Database> {
	let group: ProcessGroup | undefined;
	const logFile = join(folder, 'log');
	/** @returns why it has ended, if it has */
	const tryToStart = async (): Promise<string | undefined> => {
		const log = await open(logFile, 'a');
		group = await startGroup('setpriv', args(), { cwd: folder, environment: process.env, logTo: log.fd, graceMs: 10_000 })
			.finally(() => log.close());
		const gone = group.ended.then(() => lastLines(logFile));
		return await Promise.race([gone, until(`${name} to listen`, () => accepts(port)).then(() => undefined)]);
	};
	const start = () =>
		until(`${name} to start`, async () => {
			const reason = await tryToStart();
			if (reason === undefined) return true;
			// What a killed PostgreSQL had begun for its clients ends a moment after it.
			if (reason.includes('is still in use')) return undefined;
			throw new Error(`${name} did not start:\n${reason}`);
		});
	await start();
	return { port, start: async () => void (await start()), kill: async () => group?.kill() };
}

function accepts(port: number): Promise<true | undefined> {
	return new Promise((resolve) => {
		const socket = createConnection({ port, host: '127.0.0.1' });
		const answer = (accepted: true | undefined) => {
			socket.destroy();
			resolve(accepted);
		};
		socket.once('connect', () => answer(true));
		socket.once('error', () => answer(undefined));
	});
}
