import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { parse } from 'yaml';
import { z } from 'zod';

import { oldestVersion } from '../../scripts/n8n/installation.mts';
import { folderOf } from './support/folder.mts';
import { project, textOf } from './support/project.mts';
import { faultsOf, readWorkflow } from './support/workflows.mts';

/** The workflows that check and publish the package: they parse, ask for little, and run what there is. */

const folder = '.github/workflows';
const files = readdirSync(path.join(project, folder));
const read = (file: string) => readWorkflow(textOf(`${folder}/${file}`));
const stepsOf = (file: string) => Object.values(read(file).jobs).flatMap(({ steps }) => steps);
const manifest = z
	.object({ version: z.string(), scripts: z.record(z.string()) })
	.parse(JSON.parse(textOf('package.json')));

for (const file of files) {
	void test(`${file} can do no more than it is there for`, () => {
		assert.deepEqual(faultsOf(textOf(`${folder}/${file}`), file === 'publish.yml' ? ['publish'] : []), []);
	});

	void test(`${file} runs scripts that there are`, () => {
		const names = stepsOf(file).flatMap(({ run }) => /^npm run (\S+)/.exec(run ?? '')?.[1] ?? []);
		for (const name of names) assert.ok(manifest.scripts[name], `npm run ${name}`);
	});
}

void test('CI runs every check, on every Node that is supported', () => {
	const { checks } = read('ci.yml').jobs;
	assert.deepEqual(checks?.strategy?.matrix.node, ['20', '22', '24']);
	const named = stepsOf('ci.yml').flatMap(({ run }) => (run?.startsWith('.ci/run') ? run.replace('.ci/run', 'install').split(' ') : []));
	const steps = [...textOf('.ci/run').matchAll(/^step '(\S+)'/gm)].map(([, name]) => name);
	assert.ok(steps.length > 10);
	assert.deepEqual([...new Set(named)].sort(), steps.sort());
});

void test('CI runs the n8n versions that the README names as tested', () => {
	const versions = read('ci.yml').jobs['real-n8n']?.strategy?.matrix.include?.map(({ version }) => version) ?? [];
	const { dependencies } = z
		.object({ dependencies: z.object({ n8n: z.string() }) })
		.parse(JSON.parse(textOf('scripts/n8n/package.json')));
	// As `otherVersion` reads it: without a version the pinned one is taken.
	const known: Record<string, string> = { '': dependencies.n8n, oldest: oldestVersion };
	const tested = versions.map((version) => known[version] ?? version);
	assert.deepEqual([...textOf('README.md').matchAll(/n8n (\d+\.\d+\.\d+)/g)].map(([, version]) => version), tested);
});

void test('CI tries the release candidate of n8n 3.0 that the documents name, and it stops nothing', () => {
	const tried = z.object({ env: z.object({ N8N_IMAGE: z.string() }), 'continue-on-error': z.literal(true) });
	const { N8N_IMAGE: image } = tried.parse(read('ci.yml').jobs['n8n-3']).env;
	assert.match(image, /^n8nio\/n8n:v3-rc-\d{8}\.\d+$/);
	assert.ok(textOf('docs/compatibility.md').includes(`\`${image}\``));
});

/** A workflow's text with a passage in place of another one, which must stand in it. */
function changed(file: string, passage: string | RegExp, by: string): string {
	const text = textOf(`${folder}/${file}`);
	const other = text.replace(passage, by);
	assert.notEqual(other, text, `${String(passage)} does not stand in ${file}`);
	return other;
}

const counterExamples: ReadonlyArray<readonly [string, string, string | RegExp, string, string | RegExp]> = [
	['an action by its version', 'ci.yml', /setup-node@[0-9a-f]{40} # \S+/, 'setup-node@v6 # v6.0.0', 'checks: actions/setup-node@v6 is not pinned to a commit'],
	['a workflow of elsewhere by its branch', 'publish.yml', './.github/workflows/ci.yml', 'a/b/.github/workflows/ci.yml@main # v1.0.0', /checks: a\/b\S+@main is not pinned/],
	['a commit without its version', 'ci.yml', /(setup-node@[0-9a-f]{40}) # \S+/, '$1', /setup-node@\S+ does not say which version/],
	['a checkout that leaves its token behind', 'ci.yml', 'persist-credentials: false', 'fetch-depth: 1', 'checks: a checkout leaves its token behind'],
	['no word on permissions', 'ci.yml', /permissions:\n {2}contents: read\n/, '', 'the workflow may do more than read the code'],
	['secrets for another workflow', 'publish.yml', 'uses: ./.github/workflows/ci.yml', 'uses: ./.github/workflows/ci.yml\n    secrets: inherit', 'secrets: inherit stands in it'],
	['strangers that start it with its rights', 'ci.yml', 'pull_request:', 'pull_request_target:', 'pull_request_target stands in it'],
	['a value within a command', 'ci.yml', '.ci/run lint', '.ci/run ${{ github.head_ref }} lint', /checks: a value becomes part of the command \.ci\/run/],
	['the right to publish where the project is built', 'publish.yml', /(\n {2}package:\n)/, '$1    permissions:\n      id-token: write\n', 'package: has permissions of its own'],
	['a secret by its name in brackets', 'publish.yml', /(npm publish .*)/, "$1\n        env:\n          NODE_AUTH_TOKEN: ${{ SECRETS['NPM_TOKEN'] }}", 'SECRETS stands in it'],
	['an action of the project, which may use any other', 'ci.yml', /actions\/setup-node@\S+ # \S+/, './.github/actions/setup', 'checks: ./.github/actions/setup is not pinned to a commit'],
	['a checkout in other letters that leaves its token behind', 'ci.yml', /actions\/checkout(@.*)\n.*\n.*persist-credentials: false/, 'Actions/Checkout$1', 'checks: a checkout leaves its token behind'],
];

for (const [what, file, passage, by, fault] of counterExamples) {
	void test(`${file} is not let through with ${what}`, () => {
		const found = faultsOf(changed(file, passage, by));
		assert.ok(
			found.some((one) => (typeof fault === 'string' ? one === fault : fault.test(one))),
			`found ${JSON.stringify(found)}`,
		);
	});
}

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
	const workflow = read('publish.yml');
	assert.deepEqual(workflow.on, { push: { tags: ['v*'] } });
	assert.equal(workflow.jobs.checks?.uses, './.github/workflows/ci.yml');
	// `env` or `defaults` would reach into the job that publishes.
	assert.deepEqual(Object.keys(workflow).sort(), ['jobs', 'name', 'on', 'permissions']);
	const { steps = [], ...job } = workflow.jobs.publish ?? {};
	const withoutVersions = steps.map(({ uses, ...step }) => (uses === undefined ? step : { ...step, uses: uses.split('@')[0] }));
	assert.deepEqual({ ...job, steps: withoutVersions }, publishing);
});

void test('what is published was built and handed over before anything else of the network ran', () => {
	const steps = read('publish.yml').jobs.package?.steps ?? [];
	const place = (what: (one: (typeof steps)[number]) => boolean | undefined) => steps.findIndex((one) => what(one) === true);
	const handedOver = place(({ uses }) => uses?.startsWith('actions/upload-artifact@'));
	assert.ok(place(({ run }) => run === 'npm run build') < handedOver);
	assert.ok(handedOver < place(({ run }) => run === 'npm run scan'));
	assert.ok(steps.every(({ with: given }) => !('cache' in given)), 'what is published comes from no cache');
});

const stepNamed = (start: string): string =>
	stepsOf('publish.yml').find(({ name }) => name?.startsWith(start))?.run ?? 'exit 99';

/** Runs a step's command as GitHub does. */
function runStep(script: string, cwd: string, variables: Record<string, string>) {
	const env = { PATH: process.env.PATH, ...variables };
	const asGitHub = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script];
	const { status, stdout, stderr } = spawnSync('bash', asGitHub, { cwd, env, encoding: 'utf8' });
	return { status, stdout, stderr };
}

void test('the tarball that arrives is the one that was packed, or nothing is published', async (t) => {
	const manifest = '{ "name": "a", "version": "1.2.3", "scripts": { "prepack": "exit 1" } }';
	const cwd = await folderOf(t, { 'package.json': manifest, outputs: '' });
	// npm writes its log in HOME: it must not grow inside of what is being packed.
	const HOME = await folderOf(t, {});
	const packed = runStep(stepNamed('Pack'), cwd, {
		GITHUB_OUTPUT: path.join(cwd, 'outputs'),
		HOME,
		npm_config_update_notifier: 'false',
	});
	assert.equal(packed.status, 0, packed.stderr);
	const [, sum = ''] = /^sha256=([0-9a-f]{64})\n$/.exec(readFileSync(path.join(cwd, 'outputs'), 'utf8')) ?? [];
	const compare = (SHA256: string) => runStep(stepNamed('The tarball is'), cwd, { SHA256 }).status;
	assert.equal(compare(sum), 0);
	assert.notEqual(compare(''), 0);
	assert.notEqual(compare(sum.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))), 0);
	appendFileSync(path.join(cwd, 'packed', 'package.tgz'), 'x');
	assert.notEqual(compare(sum), 0);
});

for (const [what, tag, changelog, status, says] of [
	['a tag that is the version and has a dated changelog entry is published', 'v1.2.3', '## [1.2.3] - 2026-11-21\n', 0, /^$/],
	['a tag of another version is not published', 'v1.2.4', '## [1.2.3] - 2026-11-21\n', 1, /The tag is v1\.2\.4 and package\.json says 1\.2\.3/],
	['a version whose changelog entry has no date yet is not published', 'v1.2.3', '## [1.2.3] - unreleased\n', 1, /no dated entry for 1\.2\.3/],
] as const) {
	void test(what, async (t) => {
		const cwd = await folderOf(t, { 'package.json': '{ "version": "1.2.3" }', 'CHANGELOG.md': changelog });
		const compared = runStep(stepNamed('The tag is the version'), cwd, { GITHUB_REF_NAME: tag });
		assert.equal(compared.status, status);
		assert.match(compared.stdout, says);
	});
}

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
