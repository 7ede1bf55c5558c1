import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

import { MessagingApi } from '../../credentials/MessagingApi.credentials.ts';
import { categories } from '../../nodes/Messaging/result/categories.ts';
import type { Outcome } from '../../nodes/Messaging/result/failure.ts';
import { Messaging } from '../../nodes/Messaging/Messaging.node.ts';
import { MessagingTrigger } from '../../nodes/Messaging/MessagingTrigger.node.ts';
import { failedItem } from '../../nodes/Messaging/n8n/items.ts';
import { sendPath } from '../../nodes/Messaging/request/messageKinds.ts';
import { sendRequests } from '../../nodes/Messaging/request/requests.ts';
import { messageKinds } from '../../sandbox/state/message.ts';
import { tables as writtenTables } from '../../scripts/docs/tables.mts';
import { withTables } from '../../scripts/docs/writeTables.mts';
import { project, textOf } from './support/project.mts';
import { boldIn, italicIn, tableIn } from './support/markdown.mts';

/** The documents name what the nodes have: nothing is missing, nothing is made up. */

const readme = textOf('README.md');
const outcomesPage = textOf('docs/was-it-sent.md');

type Named = INodeProperties | INodePropertyCollection | INodePropertyOptions;

const named = (one: Named): string => ('displayName' in one ? one.displayName : one.name);
const firstColumn = (rows: string[][]): string[] => rows.map(([cell = '']) => cell);
/** `` `a`, `b` `` as a and b. */
const codes = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
const columnCodes = (rows: string[][]): string[] => firstColumn(rows).flatMap(codes);

const outcomes: Record<Outcome, true> = { not_sent: true, rejected: true, unknown: true };
const details = { httpStatus: 429, code: '130429', requestId: 'req_1', retryAfterMs: 1000, sendAfter: '2026-11-23T10:00:00.000Z' };
const failure = { category: 'rate-limited', message: 'what happened', description: 'the way out', scope: 'recipient', ...details } as const;
const failed = failedItem({ outcome: 'rejected', to: '+12015550141', failure }, 0).json.error as object;

for (const [what, written, known] of [
	['every outcome is explained in the README', columnCodes(tableIn(readme, 'Outcome')), Object.keys(outcomes)],
	['every outcome is explained in its own page', columnCodes(tableIn(outcomesPage, 'Outcome')), Object.keys(outcomes)],
	['every category is explained', columnCodes(tableIn(outcomesPage, 'Category')), Object.keys(categories)],
	['every key of a failed item is explained', columnCodes(tableIn(outcomesPage, 'Key', 'Holds')), Object.keys(failed)],
] as const) {
	void test(what, () => assert.deepEqual([...written].sort(), [...known].sort()));
}

const coverage = textOf('docs/api-coverage.md').split(/^## /m);

for (const kind of messageKinds) {
	void test(`docs/api-coverage.md says what fills each field of a ${kind} message`, () => {
		const part = coverage.find((one) => one.split('\n')[0]?.endsWith(`\`POST ${sendPath[kind]}\``)) ?? '';
		const fields = columnCodes(tableIn(part, 'Field')).map((code) => code.split('.')[0]).filter((field) => field !== '');
		assert.deepEqual([...new Set(fields)].sort(), Object.keys(sendRequests[kind].shape).sort());
	});
}

void test("the README's credential fields are the credential's", () => {
	const fields = new MessagingApi().properties.map(({ displayName }) => displayName);
	const written = firstColumn(tableIn(readme, 'Field', 'What to enter')).flatMap((cell) => cell.split(', '));
	assert.ok(written.length > 0);
	for (const field of written) assert.ok(fields.includes(field), field);
});

for (const document of new Set(writtenTables.map((table) => table.document))) {
	void test(`${document} has its tables as npm run docs writes them`, () => assert.equal(textOf(document), withTables(document, textOf(document))));
}

/** What users of the nodes read. The benchmarks are written by their own program, and CONTRIBUTING is for developers. */
const userDocuments = [
	'README.md',
	'SECURITY.md',
	'examples/README.md',
	...readdirSync(path.join(project, 'docs'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`),
].filter((name) => name !== 'docs/maintainers/benchmarks.md');

/** Labels of n8n and of GitHub that the documents name, as they stand on the screen. */
const foreignLabels = [
	'Clear Deduplication History', 'Community nodes', 'Continue', 'Continue (using error output)', 'Error Trigger',
	'Error Workflow', 'Execute Query', 'Execute workflow', 'Executions', 'Filter', 'History Size', 'If', 'Import from file',
	'Install', 'Keep Items Where', 'Loop Over Items', 'Model', 'On Error', 'Postgres', 'Production URL',
	'Query Batching', 'Query Parameters', 'Remove Duplicates', 'Remove Items Processed in Previous Executions',
	'Report a vulnerability', 'Retry', 'Retry On Fail', 'Save successful production executions', 'Scope', 'Security',
	'Settings', 'Stop Workflow', 'Test URL', 'Tool Description', 'Upsert', 'Value to Dedupe On',
];

/** The label of a field, and those of its choices and of the fields inside of it. */
function labelsOf(one: Named): string[] {
	const choices = 'options' in one ? (one.options ?? []) : [];
	const fields = 'values' in one ? one.values : [];
	return [named(one), ...[...choices, ...fields].flatMap(labelsOf)];
}

const shownThings = [new Messaging().description, new MessagingTrigger().description, new MessagingApi()];
const knownLabels = new Set([
	...foreignLabels,
	...shownThings.map(({ displayName }) => displayName),
	...shownThings.flatMap((thing) => thing.properties.flatMap(labelsOf)),
]);

/** `Message → Send Text` and `Registration: Manual` name two labels each. */
const unknownIn = (bold: string, known: ReadonlySet<string>): string[] =>
	bold.split(/ → |: /).filter((label) => !known.has(label));

interface Note {
	readonly type: string;
	readonly name: string;
	readonly parameters: { readonly content?: string };
}

const examples = readdirSync(path.join(project, 'examples'))
	.filter((name) => name.endsWith('.json'))
	.map((name) => ({ file: `examples/${name}`, ...(JSON.parse(textOf(`examples/${name}`)) as { name: string; nodes: Note[] }) }));
/** Names that stand in the examples themselves: of workflows, of their nodes and of the data tables. */
const tables = ['Delivery log', 'Last day of messages', 'Message statuses', 'One-time codes', 'Opted out', 'Planned messages', 'Pressed buttons', 'Questions with buttons', 'Statuses by recipient', 'Statuses of codes', 'Unknown to confirm'];
const inExamples = new Set([...tables, ...examples.flatMap(({ name, nodes }) => [name, ...nodes.map((node) => node.name)])]);

for (const name of userDocuments) {
	void test(`${name}: what is bold is a label on the screen, and labels are bold`, () => {
		const known = name === 'examples/README.md' ? new Set([...knownLabels, ...inExamples]) : knownLabels;
		assert.deepEqual(boldIn(textOf(name)).flatMap((bold) => unknownIn(bold, known)), []);
		assert.deepEqual(italicIn(textOf(name)).filter((italic) => known.has(italic)), []);
	});
}

void test('what is bold in the notes of the examples is a label on the screen', () => {
	const known = new Set([...knownLabels, ...inExamples]);
	for (const { file, nodes } of examples) {
		const notes = nodes.filter(({ type }) => type === 'n8n-nodes-base.stickyNote');
		const bold = notes.flatMap(({ parameters }) => boldIn(parameters.content ?? ''));
		assert.deepEqual(bold.flatMap((one) => unknownIn(one, known)), [], file);
	}
});

void test('an example has one name: in n8n, as its file, in its note, in the list, and in the README', () => {
	const linked = (text: string, folder: string) =>
		[...text.matchAll(/\[([^\]]+)\]\(([\w/.-]+\.json)\)/g)].map(([, name = '', file = '']) => [`${folder}${file}`, name]).sort();
	const named = examples.map(({ file, name }) => [file, name]).sort();
	assert.deepEqual(linked(textOf('examples/README.md'), 'examples/'), named);
	const files = new Map(named.map(([file, name]) => [file, name]));
	for (const [file, name] of linked(readme, '')) assert.equal(name, files.get(file), file);
	for (const { file, name, nodes } of examples) {
		assert.equal(`examples/${name.toLowerCase().replaceAll(' ', '-')}.json`, file);
		const note = nodes.find(({ type }) => type === 'n8n-nodes-base.stickyNote')?.parameters.content;
		assert.equal(note?.split('\n')[0], `## ${name}`);
	}
});

void test('an example takes a message with an ID for accepted, since a service need not say success', () => {
	for (const { file } of examples) {
		const verdicts = textOf(file).split('\n').filter((line) => line.includes('$json.success'));
		assert.deepEqual(verdicts.filter((line) => !line.includes('$json.message_id')), [], file);
	}
});
