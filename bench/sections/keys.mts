import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findPostgres, startPostgres } from '../../test/queue/databases.mts';
import { findFreePort } from '../../scripts/n8n/ports.mts';
import { inRounds, sized, type Bench } from '../bench.mts';
import { startInstance, type Instance } from '../instance/startInstance.mts';
import { startService, type BenchService } from '../service/startService.mts';
import type { tables } from '../tables.mts';
import type { WayName } from '../ways.mts';
import { publishSenders, sendThrough } from './published.mts';

type Row = keyof typeof tables.keys.rows;

const account = { templates: 250 };
const otherRows = 1_000_000;

/** Adds that many rows of other keys, with the database's own function for a hash and its way to count. */
const insertRows = (hash: string, numbers: string) =>
	`INSERT INTO processed_data ("workflowId", context, value) SELECT 'keyed', 'n:other:' || ${hash}, '{"mode":"entries","data":["1","2","3","4","5"]}' FROM ${numbers}`;

/** What a Message Key costs: a row of n8n's database for each message. */
export async function measureKeys(bench: Bench): Promise<void> {
	const service = await startService();
	const sqlite = await startInstance(bench);
	await publishSenders(bench, sqlite, service, ['fields', 'fieldsAtTen', 'keyed', 'keyedAtTen']);
	await measure(bench, sqlite, service, 'sqlitePlain', 'sqliteKeyed');
	const counted = `(WITH RECURSIVE numbers(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < ${String(sized(bench, otherRows))}) SELECT number FROM numbers)`;
	const program = "new (require('node:sqlite').DatabaseSync)(process.argv[1], { timeout: 60_000 }).exec(process.argv[2])";
	await promisify(execFile)(bench.installation.node, ['-e', program, sqlite.database, insertRows('hex(randomblob(16))', counted)]);
	await measure(bench, sqlite, service, 'sqliteMillionPlain', 'sqliteMillionKeyed');
	await sqlite.stop();

	const programs = findPostgres();
	if (programs === undefined) throw new Error('PostgreSQL not found: apt-get install --yes postgresql');
	const port = await findFreePort();
	const database = await startPostgres({ postgres: programs }, port);
	const environment = {
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: '127.0.0.1',
		DB_POSTGRESDB_PORT: String(port),
		DB_POSTGRESDB_USER: 'n8n',
		DB_POSTGRESDB_DATABASE: 'postgres',
	};
	const postgres = await startInstance(bench, environment);
	await publishSenders(bench, postgres, service, ['fields', 'fieldsAtTen', 'keyed', 'keyedAtTen']);
	const written = async () => Number(await database.query("SELECT pg_current_wal_lsn() - '0/0'"));
	await measure(bench, postgres, service, 'postgresPlain', 'postgresKeyed', written);
	await database.query(insertRows('md5(number::text)', `generate_series(1, ${String(sized(bench, otherRows))}) AS number`));
	// What is left to do after that is not the messages'.
	await database.query('VACUUM ANALYZE processed_data');
	await database.query('CHECKPOINT');
	await measure(bench, postgres, service, 'postgresMillionPlain', 'postgresMillionKeyed', written);
	await postgres.stop();
}

/** The next customer who has no message yet: each run has keys of its own. */
let nextCustomer = 0;

/** @param written gives how many bytes of log the database has written */
async function measure(
	bench: Bench,
	instance: Instance,
	service: BenchService,
	plain: Row,
	keyed: Row,
	written?: () => Promise<number>,
): Promise<void> {
	const send = async (way: WayName, count: number, latencyMs: number) => {
		const run = await sendThrough(instance, service, way, count, { ...account, latencyMs }, nextCustomer);
		nextCustomer += count;
		return run;
	};
	// A program that has just begun is slower.
	for (const way of ['fields', 'keyed'] as const) await send(way, sized(bench, 1_000), 20);
	await inRounds(bench, 'keys', [plain, keyed], async (row) => {
		const slow = sized(bench, 300);
		bench.record(`keys.${row}.slow`, slow / (await send(row === keyed ? 'keyedAtTen' : 'fieldsAtTen', slow, 200)).seconds);
		const fast = sized(bench, 1_000);
		const before = await written?.();
		const { seconds, cpuMs } = await send(row === keyed ? 'keyed' : 'fields', fast, 20);
		bench.record(`keys.${row}.fast`, fast / seconds);
		bench.record(`keys.${row}.cpu`, cpuMs / fast);
		if (written !== undefined && before !== undefined) bench.record(`keys.${row}.log`, ((await written()) - before) / fast);
	});
}
