import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { z } from 'zod';

import { project, textOf } from './support/project.mts';

/** `npm ci` installs what the lock file names, on every system and from every registry. */

const locked = z.object({ optionalDependencies: z.record(z.string()).default({}), integrity: z.string().optional() });
const lockFile = z.object({ packages: z.record(locked) });

/** Packages for some systems only that the lock file leaves out; `npm ci` refuses it for each of them. */
function leftOut(text: string): string[] {
	const { packages } = lockFile.parse(JSON.parse(text));
	return Object.entries(packages).flatMap(([folder, { optionalDependencies }]) =>
		Object.keys(optionalDependencies).filter((name) => !foldersAbove(folder).some((above) => packages[`${above}node_modules/${name}`])),
	);
}

/** Where Node looks for what a package requires: in the package's own folder, then in those around it. */
function foldersAbove(folder: string): string[] {
	const parts = folder === '' ? [] : folder.split(/(?<=\/)(?=node_modules\/)/);
	return ['', ...parts.map((_, end) => `${parts.slice(0, end + 1).join('').replace(/\/$/, '')}/`)];
}

void test('the lock file names the packages for every system', () => {
	assert.deepEqual(leftOut(textOf('package-lock.json')), []);
});

void test('a lock file without those for another system is found', () => {
	const text = textOf('package-lock.json');
	const { packages } = lockFile.parse(JSON.parse(text));
	delete packages['node_modules/@swc/core-darwin-arm64'];
	assert.deepEqual(leftOut(JSON.stringify({ packages })), ['@swc/core-darwin-arm64']);
});

void test('the lock file holds a checksum of every package, and the address of no registry', () => {
	const { packages } = lockFile.parse(JSON.parse(textOf('package-lock.json')));
	const unchecked = Object.entries(packages).filter(([folder, { integrity }]) => folder !== '' && integrity === undefined);
	assert.deepEqual(unchecked.map(([folder]) => folder), []);
	assert.doesNotMatch(textOf('package-lock.json'), /"resolved"/);
});

void test('CI installs what the lock file names', () => {
	const workflows = '.github/workflows';
	const texts = [...readdirSync(path.join(project, workflows)).map((name) => `${workflows}/${name}`), '.ci/run'].map(textOf);
	for (const text of texts) assert.doesNotMatch(text, /npm (install|i)\b/);
	assert.ok(texts.filter((text) => text.includes('npm ci ')).length > 0);
});
