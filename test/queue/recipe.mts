import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createCredential } from '../../scripts/n8n/credentials.mts';
import { repository } from '../../scripts/n8n/ourPackage.mts';
import { workflowNode } from '../e2e/sendingWorkflow.mts';
import type { Cluster } from './cluster.mts';

/**
 * Follows the recipe for exactly once of `docs/webhooks.md`, to the letter: its two texts of SQL are run as they stand
 * there. The table is made once.
 * @returns the nodes behind the trigger, one behind the other; what leaves the last one is new
 */
export async function recipeNodes({ session, postgres }: Cluster) {
	const document = await readFile(join(repository, 'docs', 'webhooks.md'), 'utf8');
	const [table, insert] = [...document.matchAll(/```sql\n([^`]*)```/g)].map(([, text]) => text);
	assert.ok(table !== undefined && insert !== undefined);
	await postgres.query(table.replace('CREATE TABLE', 'CREATE TABLE IF NOT EXISTS'));
	const name = 'PostgreSQL';
	const data = { host: '127.0.0.1', port: postgres.port, database: 'postgres', user: 'n8n', password: '' };
	const credential = { id: await createCredential(session, { name, type: 'postgres', data }), name };
	const isThere = { leftValue: '={{ $json.event_id }}', rightValue: '', operator: { type: 'string', operation: 'exists', singleValue: true } };
	return [
		{
			...workflowNode('Put it in', 'n8n-nodes-base.postgres', 2.6, {
				operation: 'executeQuery',
				query: insert,
				options: { queryReplacement: '={{ [$json.event_id, $execution.id] }}' },
			}),
			retryOnFail: true,
			maxTries: 5,
			waitBetweenTries: 5000,
			credentials: { postgres: credential },
		},
		workflowNode('Only what is new', 'n8n-nodes-base.filter', 2.2, {
			conditions: {
				options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 },
				combinator: 'and',
				conditions: [isThere],
			},
			options: {},
		}),
	];
}
