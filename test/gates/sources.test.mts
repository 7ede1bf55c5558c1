import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';

import { textOf } from './support/project.mts';
import { projectWith } from './support/smallProject.mts';
import type { Files } from './support/folder.mts';

/**
 * `npm run lint` on a small project under the same rules: each program that it runs takes part, reads the
 * files that it is there for and decides the exit code. What else its rules find is theirs to test.
 */

const source = 'nodes/Messaging/text/two.ts';
const faultless: Files = {
	[source]: 'export const two = (): number => 2;\n',
	'scripts/one.mts': "import { setTimeout } from 'node:timers/promises';\n\nawait setTimeout(1);\n",
};

function lint(folder: string) {
	const { status, stdout, stderr } = spawnSync('npm', ['run', 'lint'], { cwd: folder, encoding: 'utf8' });
	return { passed: status === 0, output: stdout + stderr };
}

void test('lint passes code without fault', async (t) => {
	const { passed, output } = lint(await projectWith(t, faultless));
	assert.ok(passed, output);
});

const refusals: ReadonlyArray<readonly [what: string, files: Files, says: RegExp]> = [
	[
		'a timer in code that runs inside n8n',
		{ [source]: 'export const later = (): unknown => setTimeout(() => undefined, 1);\n' },
		/setTimeout/,
	],
	[
		'a promise that nobody waits for in a program around it',
		{ 'scripts/one.mts': 'async function work(): Promise<void> {\n\tawait Promise.resolve();\n}\n\nwork();\n' },
		/no-floating-promises/,
	],
	[
		'an import that points the other way',
		{ [source]: "export { three } from '../n8n/three';\n", 'nodes/Messaging/n8n/three.ts': 'export const three = 3;\n' },
		/text\/ may import only lossless-json, node:crypto/,
	],
	[
		'a sandbox that imports more than the pure rooms',
		{ 'sandbox/a.ts': "export { three } from '../nodes/Messaging/n8n/three';\n", 'nodes/Messaging/n8n/three.ts': 'export const three = 3;\n' },
		/The sandbox may import only the pure rooms/,
	],
	['a room without rules', { 'nodes/Messaging/helpers/a.ts': "import 'n8n-workflow';\n" }, /This folder is no room/],
	['what the type check refuses', { [source]: "export const two: number = 'two';\n" }, /TS2322/],
	[
		"n8n's configuration when it was changed",
		{
			'eslint.config.mjs': textOf('eslint.config.mjs').replace(
				'default config',
				"default [...config, { rules: { 'no-console': 'off' } }]",
			),
		},
		/Strict mode violation/,
	],
];

for (const [what, files, says] of refusals) {
	void test(`lint refuses ${what}`, async (t) => {
		const { passed, output } = lint(await projectWith(t, { ...faultless, ...files }));
		assert.ok(!passed, output);
		assert.match(output, says);
	});
}
