import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';

import { blocksOf, codeSpansOf } from './support/markdown.mts';
import { project, textOf } from './support/project.mts';

/** Everything in the documents that can be run is run by a test: what is new there needs its place here. */

const documents = [
	'README.md',
	'SECURITY.md',
	'examples/README.md',
	'sandbox/README.md',
	...readdirSync(path.join(project, 'docs'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`),
];

/** The blocks of code, by document and language, and what runs them. `test/engine/documents.test.ts` evaluates every expression. */
const ran: ReadonlyArray<readonly [block: string, by: string]> = [
	['README.md sh', 'test/e2e/readme.e2e.mts'],
	['docs/run-it-again.md sql', 'test/e2e/oldRows.mts'],
	['docs/send-and-wait.md', 'test/e2e/readme.e2e.mts'],
	['docs/try-your-service.md', 'test/sandbox/readme.test.ts'],
	['docs/was-it-sent.md', 'test/engine/documents.test.ts'],
	['docs/webhooks.md sql', 'test/queue/recipe.mts'],
	['docs/webhooks.md sql', 'test/queue/recipe.mts'],
	...Array.from({ length: 10 }, () => ['sandbox/README.md', 'test/sandbox/readme.test.ts'] as const),
];

void test('every block of code is run by a test', () => {
	const found = documents.flatMap((document) => blocksOf(textOf(document)).map(({ language }) => `${document} ${language}`.trim()));
	assert.deepEqual(found.sort(), ran.map(([block]) => block).sort());
	for (const [, by] of ran) assert.ok(existsSync(path.join(project, by)), by);
});

/** A line that a person can type, such as `N8N_VERSION=oldest npm run test:e2e` or `redis-cli DEL key`. */
const command = /^(?:[A-Z0-9_]+=\S+ )*(npm|npx|node|git|cd|curl|ask|redis-cli|docker|psql)(?: |$)/;

/** What runs the commands of other programs. */
const programs: Readonly<Record<string, string>> = {
	git: 'test/e2e/readme.e2e.mts',
	cd: 'test/e2e/readme.e2e.mts',
	curl: 'test/sandbox/readme.test.ts',
	ask: 'test/sandbox/readme.test.ts',
	'redis-cli': 'test/queue/recovery.mts',
};

const typed = documents.flatMap((document) => {
	const text = textOf(document);
	const lines = [...codeSpansOf(text), ...blocksOf(text).flatMap(({ code }) => code.split('\n'))];
	return lines.filter((line) => command.test(line));
});

void test('every command is of a program that a test runs, or of npm', () => {
	const named = new Set(typed.map((line) => command.exec(line)?.[1] ?? ''));
	named.delete('npm');
	assert.deepEqual([...named].sort(), Object.keys(programs).sort());
});

const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
const run = promisify(execFile);

/** Options behind `--`, by script. A remark behind `#` is none. */
const options = new Map<string, Set<string>>();
for (const line of typed) {
	const [, script = '', given = ''] = /npm (?:run )?([\w:]+) -- ([^#]*)/.exec(line) ?? [];
	if (script !== '') options.set(script, new Set([...(options.get(script) ?? []), ...(given.match(/--[a-z-]+/g) ?? [])]));
}

for (const [script, named] of options) {
	void test(`npm run ${script} knows the options that the documents name`, async () => {
		const [program = '', ...parts] = (scripts[script] ?? '').split(' ');
		assert.equal(program, 'node');
		const { stdout, stderr } = await run(process.execPath, [...parts, '--help'], { cwd: project });
		const known = new Set((stdout + stderr).match(/--[a-z-]+/g));
		assert.deepEqual([...named].filter((option) => !known.has(option)), []);
	});
}
