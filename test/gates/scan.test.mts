import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test, type TestContext } from 'node:test';

import { everyCheck } from '../../scripts/scan/everyCheck.mts';
import { verdictOn } from '../../scripts/scan/verdict.mts';
import type { Files } from './support/folder.mts';
import { projectWith } from './support/smallProject.mts';
import { faultless } from './support/tarball.mts';

/** `npm run scan` as a whole, on a built project: each of its checks takes part and decides the exit code. */

const source = 'nodes/Messaging/Messaging.node.ts';
const node = 'dist/nodes/Messaging/Messaging.node.js';
const trigger = 'dist/nodes/Messaging/MessagingTrigger.node.js';
const credential = 'dist/credentials/MessagingApi.credentials.js';

async function scan(t: TestContext, files: Files) {
	return await everyCheck(await projectWith(t, { ...faultless, ...files }));
}

void test('a scan of a project where every check finds something', async (t) => {
	const findings = await scan(t, {
		'package.json':
			faultless['package.json']
				?.replace('"CHANGELOG.md"', '"CHANGELOG.md", "nodes"')
				.replace('"peerDependencies"', '"dependencies": { "zod": "3.25.76" },\n\t"peerDependencies"') ?? '',
		[source]: '/* eslint-disable */\nsetTimeout(() => undefined, 1);\n',
		'dist/bundle.js': `setTimeout(() => globalThis, 1);\n// ${randomBytes(240_000).toString('hex')}\n`,
		'dist/THIRD-PARTY-LICENSES.txt': 'none\n',
		[node]: 'exports.Messaging = class {};\n',
		[trigger]: 'exports.MessagingTrigger = class {};\n',
		[credential]: "// node_modules/zod/index.js\nexports.MessagingApi = require('zod').ZodError;\n",
	});
	const passed = findings.filter(({ problem }) => problem === undefined).map(({ check }) => check);
	assert.deepEqual(passed, []);
	assert.equal(findings.length, 12);
	// Sources are read as they would be by someone who trusts no comment of theirs, and with package.json.
	const ofSources = findings.filter(({ check }) => /over the sources/.test(check));
	assert.equal(ofSources.length, 2);
	for (const { check, problem } of ofSources) assert.match(problem ?? '', /^(?=[^]*setTimeout)(?=[^]*dependencies)/, check);
	assert.match(problemOf(findings, /^size/), /packed is more than 150\.0 kB[^]*unpacked is more than 475\.0 kB/);
	assert.match(problemOf(findings, /^the tarball holds/), /nodes\/Messaging\/Messaging\.node\.ts does not belong/);
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
