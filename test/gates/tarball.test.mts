import assert from 'node:assert/strict';
import { test } from 'node:test';

import { checkContents } from '../../scripts/scan/contents.mts';
import { checkForbiddenCode } from '../../scripts/scan/forbiddenCode.mts';
import { loadIsolated } from '../../scripts/scan/isolatedLoad.mts';
import { checkLicences } from '../../scripts/scan/licences.mts';
import { checkLoadTime } from '../../scripts/scan/loadTime.mts';
import { scanFolder, tarballPatterns } from '../../scripts/scan/rules.mts';
import { checkSize } from '../../scripts/scan/size.mts';
import { project } from './support/project.mts';
import { tarballWith } from './support/tarball.mts';

/** Each check of the tarball passes a faultless package and refuses one with the fault it is there for. */

const node = 'dist/nodes/Messaging/Messaging.node.js';
const trigger = 'dist/nodes/Messaging/MessagingTrigger.node.js';

void test('a package without fault passes every check', async (t) => {
	const tarball = await tarballWith(t);
	const findings = [
		checkContents(tarball),
		checkSize(tarball, 100_000),
		checkForbiddenCode(tarball),
		checkLicences(tarball),
		...loadIsolated(tarball, project),
		checkLoadTime(tarball, project),
		...(await scanFolder('tarball', tarball, tarballPatterns)),
	];
	assert.equal(findings.length, 10);
	for (const { check, problem } of findings) assert.equal(problem, undefined, check);
});

void test('a node that takes as long to load as n8n-workflow', async (t) => {
	const slow = 'const end = performance.now() + 300;\nwhile (performance.now() < end);\nexports.Messaging = class Messaging { description = {}; };\n';
	const tarball = await tarballWith(t, { [node]: slow });
	assert.match(checkLoadTime(tarball, project).problem ?? '', /^all ratios: \d/);
});

for (const name of ['CHANGELOG.md', 'LICENSE', 'README.md']) {
	void test(`${name} that is left out`, async (t) => {
		const tarball = await tarballWith(t, { [name]: '' });
		assert.equal(checkContents(tarball).problem, `${name} is missing`);
	});
}

void test('licences that are left out', async (t) => {
	const tarball = await tarballWith(t, { 'dist/THIRD-PARTY-LICENSES.txt': '' });
	assert.match(checkContents(tarball).problem ?? '', /THIRD-PARTY-LICENSES\.txt is missing/);
	assert.match(checkLicences(tarball).problem ?? '', /does not name zod/);
});

void test('a bundled package whose licence is not there', async (t) => {
	const tarball = await tarballWith(t, { [node]: '// node_modules/@scope/other/index.js\n' });
	assert.match(checkLicences(tarball).problem ?? '', /does not name @scope\/other$/);
});

for (const [name, code] of [
	['new Function', 'const one = new Function("return 1");'],
	['globalThis', 'globalThis.one = 1;'],
	['eval', 'const one = eval("1");'],
] as const) {
	void test(`code that holds ${name}`, async (t) => {
		const tarball = await tarballWith(t, { 'dist/bundle.js': `const two = 2;\n${code}\n` });
		assert.equal(checkForbiddenCode(tarball).problem, `dist/bundle.js:2 holds ${name}`);
	});
}

void test('words that only look like forbidden code', async (t) => {
	const tarball = await tarballWith(t, { 'dist/bundle.js': 'const retrieval = (myglobalThis) => new Functional();\n' });
	assert.equal(checkForbiddenCode(tarball).problem, undefined);
});

void test('a require that was not bundled', async (t) => {
	const tarball = await tarballWith(t, { [node]: "const { z } = require('zod');\nexports.Messaging = class {};\n" });
	const [messaging, ...others] = loadIsolated(tarball, project);
	assert.match(messaging?.problem ?? '', /Cannot find module 'zod'/);
	for (const { check, problem } of others) assert.equal(problem, undefined, check);
});

void test('a file without the class that n8n looks up', async (t) => {
	const tarball = await tarballWith(t, { [trigger]: 'exports.Trigger = class { description = {}; };\n' });
	assert.match(loadIsolated(tarball, project)[1]?.problem ?? '', /is not a constructor/);
});
