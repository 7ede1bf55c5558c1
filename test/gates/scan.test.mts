import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test, type TestContext } from 'node:test';

import { everyCheck } from '../../scripts/scan/everyCheck.mts';
import { checkLoadTime } from '../../scripts/scan/loadTime.mts';
import { verdictOn } from '../../scripts/scan/verdict.mts';
import { folderOf, project, projectWith, textOf, type Files } from './support/project.mts';

/** `npm run scan` on a built project: each of its checks takes part and decides the exit code. */

const source = 'nodes/Messaging/Messaging.node.ts';
const node = 'dist/nodes/Messaging/Messaging.node.js';
const trigger = 'dist/nodes/Messaging/MessagingTrigger.node.js';
const credential = 'dist/credentials/MessagingApi.credentials.js';
const licences = 'dist/THIRD-PARTY-LICENSES.txt';

/** A built package, small and without fault, under the project's own package.json. */
const faultless: Files = {
	'package.json': textOf('package.json'),
	'CHANGELOG.md': '# Changelog\n',
	[source]: 'export const two = (): number => 2;\n',
	[licences]: '@scope/other 1.0.0\nMIT License\nzod 3.25.76\nMIT License\n',
	'dist/bundle.js': [
		'// node_modules/zod/v3/types.js',
		'exports.zod = {};',
		'// node_modules/@scope/other/index.js',
		'const retrieval = (myglobalThis) => new Functional();\n',
	].join('\n'),
	[node]: 'exports.Messaging = class Messaging { description = {}; };\n',
	[trigger]: 'exports.MessagingTrigger = class MessagingTrigger { description = {}; };\n',
	[credential]: 'exports.MessagingApi = class MessagingApi { properties = []; };\n',
};

const scan = async (t: TestContext, files: Files) => await everyCheck(await projectWith(t, { ...faultless, ...files }));

void test('a scan finds nothing in a project without fault', async (t) => {
	const findings = await scan(t, {});
	assert.deepEqual(findings.filter(({ problem }) => problem !== undefined), []);
	assert.equal(findings.length, 12);
});

void test('a scan of a project where every check finds something', async (t) => {
	const findings = await scan(t, {
		'package.json': textOf('package.json')
			.replace('"CHANGELOG.md"', '"CHANGES.md", "nodes"')
			.replace('"peerDependencies"', '"dependencies": { "zod": "3.25.76" },\n\t"peerDependencies"'),
		[source]: '/* eslint-disable */\nsetTimeout(() => undefined, 1);\n',
		'dist/bundle.js': [
			'setTimeout(() => globalThis, 1);',
			'const one = new Function("return 1");',
			'const two = eval("2");',
			`// ${randomBytes(310_000).toString('hex')}\n`,
		].join('\n'),
		[licences]: 'none\n',
		[node]: '// node_modules/@scope/other/index.js\nexports.Messaging = class {};\n',
		[trigger]: 'exports.Trigger = class { description = {}; };\n',
		[credential]: "// node_modules/zod/index.js\nexports.MessagingApi = require('zod').ZodError;\n",
	});
	assert.deepEqual(findings.filter(({ problem }) => problem === undefined), []);
	assert.equal(findings.length, 12);
	// Sources are read as they would be by someone who trusts no comment of theirs, and with package.json.
	for (const [check, count, says] of [
		[/over the sources/, 2, /^(?=[^]*setTimeout)(?=[^]*dependencies)/],
		[/^size/, 1, /packed is more than 180\.0 kB[^]*unpacked is more than 600\.0 kB/],
		[/^the tarball holds/, 1, /nodes\/Messaging\/Messaging\.node\.ts does not belong[^]*CHANGELOG\.md is missing/],
		[/^licences/, 1, /^(?=[^]*does not name zod\b)[^]*does not name @scope\/other\b/],
		[/^no new Function/, 1, /bundle\.js:2 holds new Function\n.*bundle\.js:3 holds eval\n.*bundle\.js:1 holds globalThis$/],
		[/Messaging\.node\.js loads/, 1, /neither a node nor a credential/],
		[/MessagingTrigger\.node\.js loads/, 1, /is not a constructor/],
		[/credentials\.js loads/, 1, /Cannot find module 'zod'/],
	] as const) {
		const found = findings.filter((one) => check.test(one.check));
		assert.equal(found.length, count, String(check));
		for (const { problem } of found) assert.match(problem ?? '', says);
	}
	assert.equal(verdictOn(findings).exitCode, 1);
});

void test('a node that takes as long to load as n8n-workflow is found', async (t) => {
	const slow = `const end = performance.now() + 300;\nwhile (performance.now() < end);\n${faultless[node] ?? ''}`;
	const tarball = await folderOf(t, { ...faultless, [node]: slow });
	assert.match(checkLoadTime(tarball, project).problem ?? '', /^all ratios: \d/);
});

void test('a scan succeeds when nothing was found, and fails when a single check found something', () => {
	const passed = { check: 'one', problem: undefined };
	assert.deepEqual(verdictOn([passed, passed]), { text: 'passed  one\npassed  one\n2 passed, 0 failed', exitCode: 0 });
	assert.deepEqual(verdictOn([passed, { check: 'two', problem: 'what it found' }]), {
		text: 'passed  one\nfailed  two\nwhat it found\n1 passed, 1 failed',
		exitCode: 1,
	});
});
