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

/** What a Message Key costs: a row of n8n's database for each message. */
export async function measureKeys(bench: Bench): Promise<void> {
	const service = await startService();
	const sqlite = await startInstance(bench);
	await publishSenders(bench, sqlite, service, ['fields', 'fieldsAtTen', 'keyed', 'keyedAtTen']);
	await measure(bench, sqlite, service, 'sqlitePlain', 'sqliteKeyed');
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
	await measure(bench, postgres, service, 'postgresPlain', 'postgresKeyed');
	await database.query(
		`INSERT INTO processed_data ("workflowId", context, value) SELECT 'keyed', 'n:other:' || md5(number::text), '{"mode":"entries","data":["1","2","3","4","5"]}' FROM generate_series(1, ${String(sized(bench, otherRows))}) AS number`,
	);
	await measure(bench, postgres, service, 'millionPlain', 'millionKeyed');
	await postgres.stop();
}

/** The next customer who has no message yet: each run has keys of its own. */
let nextCustomer = 0;

async function measure(bench: Bench, instance: Instance, service: BenchService, plain: Row, keyed: Row): Promise<void> {
	await inRounds(bench, 'keys', [plain, keyed], async (row) => {
		const send = async (way: WayName, count: number, latencyMs: number) => {
			const run = await sendThrough(instance, service, way, count, { ...account, latencyMs }, nextCustomer);
			nextCustomer += count;
			return run;
		};
		const slow = sized(bench, 300);
		bench.record(`keys.${row}.slow`, slow / (await send(row === keyed ? 'keyedAtTen' : 'fieldsAtTen', slow, 200)).seconds);
		const fast = sized(bench, 1_000);
		const { seconds, cpuMs } = await send(row === keyed ? 'keyed' : 'fields', fast, 20);
		bench.record(`keys.${row}.fast`, fast / seconds);
		bench.record(`keys.${row}.cpu`, cpuMs / fast);
	});
}
