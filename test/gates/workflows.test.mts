import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { parse } from 'yaml';
import { z } from 'zod';

import { at } from '../../nodes/Messaging/text/json.ts';
import { oldestVersion } from '../../scripts/n8n/installation.mts';
import { folderOf, project, textOf } from './support/project.mts';

/** The workflows that check and publish the package: they ask for little, and run what there is. */

const text = z.string().optional();
const step = z.object({ name: text, uses: text, with: z.record(z.unknown()).default({}), run: text }).passthrough();
const job = z.object({ uses: text, permissions: z.unknown(), steps: z.array(step).default([]) }).passthrough();
const workflow = z.object({ permissions: z.unknown(), jobs: z.record(job) }).passthrough();

const folder = '.github/workflows';
const files = readdirSync(path.join(project, folder));
const read = (file: string) => workflow.parse(parse(textOf(`${folder}/${file}`)));
const stepsOf = (file: string) => Object.values(read(file).jobs).flatMap(({ steps }) => steps);
const pinnedN8n: unknown = at(JSON.parse(textOf('scripts/n8n/package.json')), 'dependencies', 'n8n');

for (const file of files) {
	const source = textOf(`${folder}/${file}`);
	const { permissions, jobs } = read(file);
	const steps = stepsOf(file);

	void test(`${file} can do no more than it is there for`, () => {
		assert.deepEqual(permissions, { contents: 'read' });
		const withOwnRights = Object.keys(jobs).filter((name) => jobs[name]?.permissions !== undefined);
		assert.deepEqual(withOwnRights, file === 'publish.yml' ? ['publish'] : []);
		// In any case, since GitHub takes `SECRETS.A` and `secrets['A']` too.
		assert.doesNotMatch(source, /\bsecrets\b|pull_request_target|workflow_run/i);
		for (const { uses, with: given, run } of steps) {
			if (/^actions\/checkout@/i.test(uses ?? '')) assert.equal(given['persist-credentials'], false, 'a checkout leaves its token behind');
			assert.ok(!run?.includes('${{'), `a value becomes part of the command ${String(run)}`);
		}
	});

	void test(`${file} takes actions by their commit and says which version that is`, () => {
		const used = [...source.matchAll(/uses: *(.*)/g)].map(([, what = '']) => what);
		assert.equal(used.length, [...Object.values(jobs), ...steps].filter(({ uses }) => uses !== undefined).length);
		for (const one of used) assert.match(one, /^\.\/\.github\/workflows\/\S+$|^[\w.-]+(\/[\w.-]+)+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
	});

	void test(`${file} runs scripts that there are, and installs what the lock file names`, () => {
		const scripts: unknown = at(JSON.parse(textOf('package.json')), 'scripts');
		const names = steps.flatMap(({ run }) => /^npm run (\S+)/.exec(run ?? '')?.[1] ?? []);
		for (const name of names) assert.ok(at(scripts, name), `npm run ${name}`);
		for (const one of [source, textOf('.ci/run')]) assert.doesNotMatch(one, /npm (install|i)\b/);
		assert.match(textOf('.ci/run'), /npm ci /);
	});
}

void test('CI runs every check, on every Node that is supported', () => {
	assert.deepEqual(at(read('ci.yml').jobs, 'checks', 'strategy', 'matrix', 'node'), ['20', '22', '24']);
	const named = stepsOf('ci.yml').flatMap(({ run }) => (run?.startsWith('.ci/run') ? run.replace('.ci/run', 'install').split(' ') : []));
	const steps = [...textOf('.ci/run').matchAll(/^step '(\S+)'/gm)].map(([, name]) => name);
	assert.ok(steps.length > 10);
	assert.deepEqual([...new Set(named)].sort(), steps.sort());
});

void test('CI runs the n8n versions that the README names as tested', () => {
	const { include } = z
		.object({ include: z.array(z.object({ version: z.string() })) })
		.parse(at(read('ci.yml').jobs, 'real-n8n', 'strategy', 'matrix'));
	// As `otherVersion` reads it: without a version the pinned one is taken.
	const known: Record<string, unknown> = { '': pinnedN8n, oldest: oldestVersion };
	const tested = include.map(({ version }) => known[version] ?? version);
	assert.deepEqual([...textOf('README.md').matchAll(/n8n (\d+\.\d+\.\d+)/g)].map(([, version]) => version), tested);
	assert.ok(textOf('README.md').includes(`n8n ${String(pinnedN8n)} on Node 24`));
});

const images = 'scripts/n8n/images';

void test('CI tries the newest stable n8n and the release candidate of 3.0 from containers, and they stop nothing', () => {
	const tried = read('ci.yml').jobs['n8n-to-come'];
	assert.equal(at(tried, 'continue-on-error'), true);
	const imageOf = (folder: string) => /^FROM (\S+)$/m.exec(textOf(`${images}/${folder}/Dockerfile`))?.[1] ?? '';
	assert.deepEqual(at(tried, 'strategy', 'matrix', 'n8n'), ['stable', 'next']);
	assert.deepEqual(readdirSync(path.join(project, images)).sort(), ['next', 'stable']);
	assert.match(imageOf('stable'), /^n8nio\/n8n:2\.\d+\.\d+$/);
	assert.match(imageOf('next'), /^n8nio\/n8n:v3-rc-\d{8}\.\d+$/);
	// A version that is written twice is moved in one place.
	for (const file of ['.github/workflows/ci.yml', 'docs/compatibility.md', 'README.md']) assert.doesNotMatch(textOf(file), /n8nio\/n8n:(?!latest)/, file);
});

/** The one job that npm takes a package from: it checks and hands on what another job made, and nothing of the project runs. */
const publishing = {
	name: 'Publish to npm',
	needs: ['checks', 'package'],
	'runs-on': 'ubuntu-latest',
	'timeout-minutes': 10,
	environment: 'npm',
	permissions: { 'id-token': 'write' },
	steps: [
		{ uses: 'actions/setup-node', with: { 'node-version': '24', 'package-manager-cache': false } },
		// Not where npm runs: it would take settings from what else arrived.
		{ uses: 'actions/download-artifact', with: { name: 'package', path: 'packed' } },
		{
			name: 'The tarball is the one that was packed',
			env: { SHA256: '${{ needs.package.outputs.sha256 }}' },
			run: 'echo "$SHA256  packed/package.tgz" | sha256sum --check --strict',
			with: {},
		},
		{ run: 'npm publish ./packed/package.tgz --provenance --access public --ignore-scripts', with: {} },
	],
};

void test('publishing waits for the checks and the build, and does nothing else than publish', () => {
	const { jobs, ...others } = read('publish.yml');
	// `env` or `defaults` would reach into the job that publishes.
	assert.deepEqual(others, { name: 'Publish', on: { push: { tags: ['v*'] } }, permissions: { contents: 'read' } });
	assert.equal(jobs.checks?.uses, './.github/workflows/ci.yml');
	const { steps = [], ...rest } = jobs.publish ?? {};
	const withoutVersions = steps.map(({ uses, ...one }) => (uses === undefined ? one : { ...one, uses: uses.split('@')[0] }));
	assert.deepEqual({ ...rest, steps: withoutVersions }, publishing);
});

void test('what is published was built and handed over before anything else of the network ran', () => {
	const steps = read('publish.yml').jobs.package?.steps ?? [];
	const order = steps.map(({ uses, run }) => uses?.split('@')[0] ?? run);
	const inOrder = ['npm run build', 'actions/upload-artifact', 'npm run scan'];
	assert.deepEqual(order.filter((one) => inOrder.includes(one ?? '')), inOrder);
	assert.ok(steps.every(({ with: given }) => !('cache' in given)), 'what is published comes from no cache');
});

/** Runs a step of publish.yml as GitHub does. */
function runStep(start: string, cwd: string, variables: Record<string, string>) {
	const script = stepsOf('publish.yml').find(({ name }) => name?.startsWith(start))?.run ?? 'exit 99';
	const env = { PATH: process.env.PATH, ...variables };
	return spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], { cwd, env, encoding: 'utf8' });
}

void test('the tarball that arrives is the one that was packed, or nothing is published', async (t) => {
	const manifest = '{ "name": "a", "version": "1.2.3", "scripts": { "prepack": "exit 1" } }';
	const cwd = await folderOf(t, { 'package.json': manifest, outputs: '' });
	// npm writes its log in HOME: it must not grow inside of what is being packed.
	const variables = { GITHUB_OUTPUT: path.join(cwd, 'outputs'), HOME: await folderOf(t, {}), npm_config_update_notifier: 'false' };
	const packed = runStep('Pack', cwd, variables);
	assert.equal(packed.status, 0, packed.stderr);
	const [, SHA256 = ''] = /^sha256=([0-9a-f]{64})\n$/.exec(readFileSync(path.join(cwd, 'outputs'), 'utf8')) ?? [];
	assert.equal(runStep('The tarball is', cwd, { SHA256 }).status, 0);
	assert.notEqual(runStep('The tarball is', cwd, { SHA256: '' }).status, 0);
	appendFileSync(path.join(cwd, 'packed', 'package.tgz'), 'x');
	assert.notEqual(runStep('The tarball is', cwd, { SHA256 }).status, 0);
});

for (const [what, tag, changelog, status, says] of [
	['a tag that is the version and has a dated changelog entry is published', 'v1.2.3', '## [1.2.3] - 2026-11-21\n', 0, /^$/],
	['another tag is not published', 'v1.2.4', '## [1.2.3] - 2026-11-21\n', 1, /The tag is v1\.2\.4 and package\.json says 1\.2\.3/],
	['a version whose entry has no date yet is not published', 'v1.2.3', '## [1.2.3] - unreleased\n', 1, /no dated entry for 1\.2\.3/],
] as const) {
	void test(what, async (t) => {
		const cwd = await folderOf(t, { 'package.json': '{ "version": "1.2.3" }', 'CHANGELOG.md': changelog });
		const compared = runStep('The tag is the version', cwd, { GITHUB_REF_NAME: tag });
		assert.equal(compared.status, status);
		assert.match(compared.stdout, says);
	});
}

void test('dependency updates cover every package file and every image of the project', () => {
	const { updates } = z.object({ updates: z.array(z.record(z.unknown())) }).parse(parse(textOf('.github/dependabot.yml')));
	const ofNpm = updates.filter((one) => one['package-ecosystem'] === 'npm');
	const covered = ofNpm.flatMap(({ directory, directories = [directory] }) => z.array(z.string()).parse(directories));
	for (const name of covered) assert.ok(existsSync(path.join(project, name, 'package.json')), name);
	assert.deepEqual(covered.sort(), ['/', '/scripts/n8n', '/scripts/n8n/node24']);
	assert.ok(updates.some((one) => one['package-ecosystem'] === 'github-actions'));
	const ofContainers = updates.find((one) => one['package-ecosystem'] === 'docker');
	assert.deepEqual(ofContainers?.directories, readdirSync(path.join(project, images)).sort().reverse().map((name) => `/${images}/${name}`));
});

const locked = z.object({ optionalDependencies: z.record(z.string()).default({}), integrity: z.string().optional() });
const { packages } = z.object({ packages: z.record(locked) }).parse(JSON.parse(textOf('package-lock.json')));

/** Where Node looks for what a package requires: in the package's own folder, then in those around it. */
function foldersAbove(name: string): string[] {
	const parts = name === '' ? [] : name.split(/(?<=\/)(?=node_modules\/)/);
	return ['', ...parts.map((_, end) => `${parts.slice(0, end + 1).join('').replace(/\/$/, '')}/`)];
}

void test('the lock file names the packages for every system, as `npm ci` asks, with checksums and no registry', () => {
	const leftOut = Object.entries(packages).flatMap(([name, { optionalDependencies }]) =>
		Object.keys(optionalDependencies).filter((one) => !foldersAbove(name).some((above) => packages[`${above}node_modules/${one}`])),
	);
	assert.deepEqual(leftOut, []);
	const unchecked = Object.keys(packages).filter((name) => name !== '' && packages[name]?.integrity === undefined);
	assert.deepEqual(unchecked, []);
	assert.doesNotMatch(textOf('package-lock.json'), /"resolved"/);
});
