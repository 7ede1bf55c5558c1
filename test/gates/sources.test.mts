import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';

import { projectWith, textOf, type Files } from './support/project.mts';

/**
 * `npm run lint` on a small project under the same rules: each program that it runs takes part, reads the
 * files that it is there for and decides the exit code. What else its rules find is theirs to test.
 */

const source = 'nodes/Messaging/text/two.ts';
const faultless: Files = {
	[source]: 'export const two = (): number => 2;\n',
	'nodes/Messaging/n8n/three.ts': 'export const three = 3;\n',
	'scripts/one.mts': "import { setTimeout } from 'node:timers/promises';\n\nawait setTimeout(1);\n",
};

for (const [what, files, says] of [
	['passes code without fault', {}, []],
	[
		'refuses a timer in code that runs inside n8n',
		{ [source]: 'export const later = (): unknown => setTimeout(() => undefined, 1);\n' },
		[/setTimeout/],
	],
	[
		"refuses n8n's configuration when it was changed",
		{ 'eslint.config.mjs': textOf('eslint.config.mjs').replace('default config', "default [...config, { rules: { 'no-console': 'off' } }]") },
		[/Strict mode violation/],
	],
	[
		'refuses a promise that nobody waits for in a program around it, imports that point the other way, and a room without rules',
		{
			'scripts/one.mts': 'async function work(): Promise<void> {\n\tawait Promise.resolve();\n}\n\nwork();\n',
			[source]: "export { three } from '../n8n/three';\n",
			'sandbox/a.ts': "export { three } from '../nodes/Messaging/n8n/three';\n",
			'sandbox/state/b.ts': "export { c } from '../routes/c';\n",
			'sandbox/routes/c.ts': 'export const c = 3;\n',
			'nodes/Messaging/helpers/a.ts': "import 'n8n-workflow';\n",
		},
		[
			/no-floating-promises/,
			/text\/ may import only node:crypto/,
			/The sandbox may import only the pure rooms/,
			/sandbox\/state\/ may import only/,
			/This folder is no room/,
		],
	],
	['refuses what the type check refuses', { [source]: "export const two: number = 'two';\n" }, [/TS2322/]],
] as const) {
	void test(`lint ${what}`, async (t) => {
		const cwd = await projectWith(t, { ...faultless, ...files });
		const { status, stdout, stderr } = spawnSync('npm', ['run', 'lint'], { cwd, encoding: 'utf8' });
		const output = stdout + stderr;
		assert.equal(status === 0, says.length === 0, output);
		for (const one of says) assert.match(output, one);
	});
}
