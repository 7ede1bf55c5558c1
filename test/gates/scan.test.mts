import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { test, type TestContext } from 'node:test';

import { everyCheck } from '../../scripts/scan/everyCheck.mts';
import { verdictOn } from '../../scripts/scan/verdict.mts';
import type { Files } from './support/folder.mts';
import { project } from './support/project.mts';
import { projectWith } from './support/smallProject.mts';
import { faultless } from './support/tarball.mts';

/** `npm run scan` as a whole, on a built project: each of its checks takes part and decides the exit code. */

const source = 'nodes/Messaging/Messaging.node.ts';
const node = 'dist/nodes/Messaging/Messaging.node.js';
const trigger = 'dist/nodes/Messaging/MessagingTrigger.node.js';
const credential = 'dist/credentials/MessagingApi.credentials.js';

async function scan(t: TestContext, files: Files) {
	const folder = await projectWith(t, { ...faultless, 'n8n/Plain.js': 'exports.Plain = class {};\n', ...files });
	return await everyCheck(folder, {
		theirs: [path.join(folder, 'n8n/Plain.js')],
		n8nWorkflow: path.join(project, 'node_modules', 'n8n-workflow'),
		node: process.execPath,
	});
}

void test('a scan of a project where every check finds something', async (t) => {
	const slow = 'const until = Date.now() + 100;\nwhile (Date.now() < until);\n';
	const findings = await scan(t, {
		'package.json': faultless['package.json']?.replace('"CHANGELOG.md"', '"CHANGELOG.md", "nodes"') ?? '',
		[source]: '/* eslint-disable */\nsetTimeout(() => undefined, 1);\n',
		'dist/bundle.js': `setTimeout(() => globalThis, 1);\n// ${randomBytes(230_000).toString('hex')}\n`,
		'dist/THIRD-PARTY-LICENSES.txt': 'none\n',
		[node]: `${slow}exports.Messaging = class {};\n`,
		[trigger]: `${slow}exports.MessagingTrigger = class {};\n`,
		[credential]: "// node_modules/zod/index.js\nexports.MessagingApi = require('zod').ZodError;\n",
	});
	const passed = findings.filter(({ problem }) => problem === undefined).map(({ check }) => check);
	assert.deepEqual(passed, []);
	assert.equal(findings.length, 12);
	assert.match(problemOf(findings, /^size/), /packed is more than[^]*unpacked is more than/);
	assert.match(problemOf(findings, /^load time/), /times as long as n8n's own nodes/);
	assert.equal(verdictOn(findings).exitCode, 1);
});

const problemOf = (findings: Awaited<ReturnType<typeof scan>>, check: RegExp): string =>
	findings.find((one) => check.test(one.check))?.problem ?? '';

void test('a scan succeeds when nothing was found, and fails when a single check found something', () => {
	const passed = { check: 'one', problem: undefined };
	assert.deepEqual(verdictOn([passed, passed]), {
		text: 'passed  one\npassed  one\n2 passed, 0 failed',
		exitCode: 0,
	});
	assert.deepEqual(verdictOn([passed, { check: 'two', problem: 'what it found' }]), {
		text: 'passed  one\nfailed  two\nwhat it found\n1 passed, 1 failed',
		exitCode: 1,
	});
});
