import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { test, type TestContext } from 'node:test';

import { parse } from 'yaml';
import { z } from 'zod';

import { folderOf } from './support/folder.mts';
import { project, textOf } from './support/project.mts';

/** The workflows that check and publish the package: they parse, ask for little, and run what there is. */

const step = z.object({ name: z.string().optional(), uses: z.string().optional(), run: z.string().optional() });
const job = z.object({
	uses: z.string().optional(),
	needs: z.string().optional(),
	permissions: z.record(z.string()).optional(),
	strategy: z
		.object({
			matrix: z.object({
				node: z.array(z.string()).optional(),
				include: z.array(z.object({ version: z.string() })).optional(),
			}),
		})
		.optional(),
	steps: z.array(step).default([]),
});
const workflow = z.object({ on: z.unknown(), permissions: z.record(z.string()), jobs: z.record(job) });

const folder = '.github/workflows';
const files = readdirSync(path.join(project, folder));
const read = (file: string) => workflow.parse(parse(textOf(`${folder}/${file}`)));
const stepsOf = (file: string) => Object.values(read(file).jobs).flatMap(({ steps }) => steps);
const manifest = z
	.object({ version: z.string(), scripts: z.record(z.string()) })
	.parse(JSON.parse(textOf('package.json')));

for (const file of files) {
	void test(`${file} may read the code and nothing else, unless a job says why`, () => {
		const { permissions, jobs } = read(file);
		assert.deepEqual(permissions, { contents: 'read' });
		const more = Object.entries(jobs).filter(([, one]) => one.permissions !== undefined);
		assert.deepEqual(more.map(([name]) => name), file === 'publish.yml' ? ['publish'] : []);
		assert.doesNotMatch(textOf(`${folder}/${file}`), /secrets\.|pull_request_target/);
	});

	void test(`${file} uses GitHub's own actions by major version, others by commit`, () => {
		for (const { uses } of stepsOf(file)) {
			if (uses !== undefined) assert.match(uses, /^(actions\/[\w-]+@v\d+|[\w-]+\/[\w-]+@[0-9a-f]{40})$/);
		}
	});

	void test(`${file} runs scripts that there are`, () => {
		const names = stepsOf(file).flatMap(({ run }) => /^npm run (\S+)/.exec(run ?? '')?.[1] ?? []);
		assert.ok(names.length > 0);
		for (const name of names) assert.ok(manifest.scripts[name], `npm run ${name}`);
	});
}

void test('CI runs every check, on every Node that is supported', () => {
	const { checks } = read('ci.yml').jobs;
	assert.deepEqual(checks?.strategy?.matrix.node, ['20', '22', '24']);
	const run = new Set(stepsOf('ci.yml').map((one) => one.run));
	for (const name of ['lint', 'build', 'scan', 'test:gates', 'test:inbox', 'test:e2e']) {
		assert.ok(run.has(`npm run ${name}`), name);
	}
	assert.ok(run.has('npm test'));
});

void test('CI runs the n8n versions that the README names as tested', () => {
	const versions = read('ci.yml').jobs['real-n8n']?.strategy?.matrix.include?.map(({ version }) => version) ?? [];
	const { dependencies } = z
		.object({ dependencies: z.object({ n8n: z.string() }) })
		.parse(JSON.parse(textOf('scripts/n8n/package.json')));
	// Without a version the pinned one is taken.
	const tested = versions.map((version) => (version === '' ? dependencies.n8n : version));
	assert.deepEqual([...textOf('README.md').matchAll(/n8n (\d+\.\d+\.\d+)/g)].map(([, version]) => version), tested);
});

void test('publishing waits for the checks and proves where the package was built', () => {
	const { on, jobs } = read('publish.yml');
	assert.deepEqual(on, { push: { tags: ['v*'] } });
	assert.equal(jobs.checks?.uses, './.github/workflows/ci.yml');
	assert.equal(jobs.publish?.needs, 'checks');
	assert.deepEqual(jobs.publish.permissions, { contents: 'read', 'id-token': 'write' });
	assert.equal(jobs.publish.steps.at(-1)?.run, 'npm publish --provenance --access public');
});

/** Runs the step of publish.yml that compares tag, version and changelog, as GitHub does. */
async function compareTag(t: TestContext, tag: string, changelog: string) {
	const script = stepsOf('publish.yml').find(({ name }) => name?.startsWith('The tag is the version'))?.run ?? 'exit 99';
	const cwd = await folderOf(t, { 'package.json': '{ "version": "1.2.3" }', 'CHANGELOG.md': changelog });
	const env = { PATH: process.env.PATH, GITHUB_REF_NAME: tag };
	const { status, stdout } = spawnSync('bash', ['-eo', 'pipefail', '-c', script], { cwd, env, encoding: 'utf8' });
	return { status, stdout };
}

void test('a tag that is the version and has a dated changelog entry is published', async (t) => {
	assert.deepEqual(await compareTag(t, 'v1.2.3', '## [1.2.3] - 2026-11-21\n'), { status: 0, stdout: '' });
});

void test('a tag of another version is not published', async (t) => {
	const { status, stdout } = await compareTag(t, 'v1.2.4', '## [1.2.3] - 2026-11-21\n');
	assert.equal(status, 1);
	assert.match(stdout, /The tag is v1\.2\.4 and package\.json says 1\.2\.3/);
});

void test('a version whose changelog entry has no date yet is not published', async (t) => {
	const { status, stdout } = await compareTag(t, 'v1.2.3', '## [1.2.3] - unreleased\n');
	assert.equal(status, 1);
	assert.match(stdout, /no dated entry for 1\.2\.3/);
});

void test('dependency updates cover every package file of the project', () => {
	const update = z.object({
		'package-ecosystem': z.string(),
		directory: z.string().optional(),
		directories: z.array(z.string()).default([]),
	});
	const { updates } = z.object({ updates: z.array(update) }).parse(parse(textOf('.github/dependabot.yml')));
	const covered = updates
		.filter((one) => one['package-ecosystem'] === 'npm')
		.flatMap(({ directory, directories }) => [...directories, ...(directory === undefined ? [] : [directory])]);
	for (const name of covered) assert.ok(existsSync(path.join(project, name, 'package.json')), name);
	assert.deepEqual(covered.sort(), ['/', '/scripts/n8n', '/scripts/n8n/node24']);
	assert.ok(updates.some((one) => one['package-ecosystem'] === 'github-actions'));
});
