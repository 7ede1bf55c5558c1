import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

import { MessagingApi } from '../../credentials/MessagingApi.credentials.ts';
import type { Category, Outcome } from '../../nodes/Messaging/contract/failure.ts';
import { Messaging } from '../../nodes/Messaging/Messaging.node.ts';
import { failedItem } from '../../nodes/Messaging/n8n/items.ts';
import { textOf } from './support/project.mts';
import { tableIn } from './support/markdown.mts';

/** The tables of the documents name what the nodes have: nothing is missing, nothing is made up. */

const readme = textOf('README.md');
const outcomesPage = textOf('docs/errors-and-outcomes.md');
const { properties } = new Messaging().description;

const named = (one: INodeProperties | INodePropertyCollection | INodePropertyOptions): string =>
	'displayName' in one ? one.displayName : one.name;
const optionsOf = (property: INodeProperties | undefined): string[] => (property?.options ?? []).map(named);
const firstColumn = (rows: string[][]): string[] => rows.map(([cell = '']) => cell);
/** `` `a`, `b` `` as a and b. */
const codes = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
const columnCodes = (rows: string[][]): string[] => firstColumn(rows).flatMap(codes);

void test("the README's operations are the node's", () => {
	const resources = properties.find(({ name }) => name === 'resource')?.options ?? [];
	const found = resources.flatMap((resource) => {
		const value = 'value' in resource ? resource.value : undefined;
		const operations = properties.filter(
			({ name, displayOptions }) =>
				name === 'operation' && displayOptions?.show?.resource?.some((shown) => shown === value),
		);
		return operations.flatMap(optionsOf).map((operation) => `${named(resource)}: ${operation}`);
	});
	const written = tableIn(readme, 'Resource', 'Operation').map(([resource, operation]) => `${resource}: ${operation}`);
	assert.deepEqual(written.sort(), found.sort());
});

void test("the README's credential fields are the credential's", () => {
	const fields = new MessagingApi().properties.map(({ displayName }) => displayName);
	const written = firstColumn(tableIn(readme, 'Field', 'What to enter')).flatMap((cell) => cell.split(', '));
	assert.ok(written.length > 0);
	for (const field of written) assert.ok(fields.includes(field), field);
});

void test('the options of Sending at scale are those of the node', () => {
	const options = properties.find(({ name }) => name === 'options');
	const written = firstColumn(tableIn(textOf('docs/sending-at-scale.md'), 'Option', 'Default'));
	assert.deepEqual(written.sort(), optionsOf(options).sort());
});

void test('every outcome is explained, in the README and in its own page', () => {
	const all: Record<Outcome, true> = { not_sent: true, rejected: true, unknown: true };
	for (const text of [readme, outcomesPage]) {
		assert.deepEqual(columnCodes(tableIn(text, 'Outcome')).sort(), Object.keys(all).sort());
	}
});

void test('every category is explained', () => {
	const all: Record<Category, true> = {
		authentication: true,
		expired: true,
		'invalid-input': true,
		'invalid-request': true,
		network: true,
		'not-found': true,
		'opted-out': true,
		'rate-limited': true,
		service: true,
		'window-closed': true,
	};
	assert.deepEqual(columnCodes(tableIn(outcomesPage, 'Category')).sort(), Object.keys(all).sort());
});

void test('every key of a failed item is explained', () => {
	const { json } = failedItem(
		{
			outcome: 'rejected',
			to: '+12015550141',
			failure: {
				category: 'rate-limited',
				message: 'what happened',
				description: 'the way out',
				httpStatus: 429,
				code: '130429',
				requestId: 'req_1',
				retryAfterMs: 1000,
			},
		},
		0,
	);
	const written = columnCodes(tableIn(outcomesPage, 'Key', 'Holds'));
	assert.deepEqual(written.sort(), Object.keys(json.error as object).sort());
});

void test('the n8n that the README names is the one that the end-to-end tests run', () => {
	const { dependencies } = JSON.parse(textOf('scripts/n8n/package.json')) as { dependencies: { n8n: string } };
	assert.ok(readme.includes(`n8n ${dependencies.n8n} on Node 24`));
});
