import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';

import { scanFolder, sourcePatterns } from '../../scripts/scan/rules.mts';
import { textOf } from './support/project.mts';
import { projectWith } from './support/smallProject.mts';

/** `npm run lint` and the scan of the sources, on a small project under the same rules. */

const source = 'nodes/Messaging/contract/phoneNumber.ts';

function lint(folder: string) {
	const { status, stdout, stderr } = spawnSync('npm', ['run', 'lint'], { cwd: folder, encoding: 'utf8' });
	return { passed: status === 0, output: stdout + stderr };
}

void test('lint passes code without fault', async (t) => {
	const folder = await projectWith(t, {
		[source]: 'export const two = (): number => 2;\n',
		'scripts/one.mts': "import { setTimeout } from 'node:timers/promises';\n\nawait setTimeout(1);\n",
	});
	const { passed, output } = lint(folder);
	assert.ok(passed, output);
});

void test('lint refuses a timer in code that runs inside n8n', async (t) => {
	const folder = await projectWith(t, {
		[source]: 'export const later = (): unknown => setTimeout(() => undefined, 1);\n',
	});
	const { passed, output } = lint(folder);
	assert.ok(!passed, output);
	assert.match(output, /setTimeout/);
});

void test('lint refuses a promise that nobody waits for in a program', async (t) => {
	const folder = await projectWith(t, {
		[source]: 'export const two = (): number => 2;\n',
		'scripts/one.mts': 'async function work(): Promise<void> {\n\tawait Promise.resolve();\n}\n\nwork();\n',
	});
	const { passed, output } = lint(folder);
	assert.ok(!passed, output);
	assert.match(output, /no-floating-promises/);
});

void test('lint refuses what the type check refuses', async (t) => {
	const folder = await projectWith(t, { [source]: "export const two: number = 'two';\n" });
	const { passed, output } = lint(folder);
	assert.ok(!passed, output);
	assert.match(output, /TS2322/);
});

void test("lint refuses n8n's configuration when it was changed", async (t) => {
	const folder = await projectWith(t, {
		'eslint.config.mjs': textOf('eslint.config.mjs').replace('default config', "default [...config, { rules: { 'no-console': 'off' } }]"),
		[source]: 'export const two = (): number => 2;\n',
	});
	const { passed, output } = lint(folder);
	assert.ok(!passed, output);
	assert.match(output, /Strict mode violation/);
});

void test('lint and scanner refuse a package that others would have to be installed for', async (t) => {
	const folder = await projectWith(t, {
		'package.json': textOf('package.json').replace('"peerDependencies"', '"dependencies": { "zod": "3.25.76" },\n\t"peerDependencies"'),
		[source]: 'export const two = (): number => 2;\n',
	});
	const { passed, output } = lint(folder);
	assert.ok(!passed, output);
	assert.match(output, /no-runtime-dependencies/);
	for (const { check, problem } of await scanFolder('sources', folder, sourcePatterns)) {
		assert.match(problem ?? '', /dependencies/, check);
	}
});

void test("n8n's scanner refuses sources that disable a rule and break it", async (t) => {
	const folder = await projectWith(t, {
		[source]: '/* eslint-disable */\nexport const later = (): unknown => setTimeout(() => undefined, 1);\n',
	});
	const findings = await scanFolder('sources', folder, sourcePatterns);
	assert.equal(findings.length, 2);
	for (const { check, problem } of findings) assert.match(problem ?? '', /setTimeout/, check);
});
