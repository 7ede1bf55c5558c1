import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import path from 'node:path';
import { test } from 'node:test';

import { build } from 'esbuild';

import * as complete from '../../nodes/Messaging/request/recipient.ts';
import { indentWithTabs, insideN8n } from '../../scripts/build/bundle.mts';
import { bundledPackages, licenceOf } from '../../scripts/build/licences.mts';
import { folderOf, project } from './support/project.mts';

/** The build ships what the sources say, and refuses what it may not ship. */

const require = createRequire(import.meta.url);

void test('the shortened numbering plan reads every number as the complete one does', async (t) => {
	const folder = await folderOf(t, {});
	const outfile = path.join(folder, 'recipient.js');
	const entryPoints = [path.join(project, 'nodes/Messaging/request/recipient.ts')];
	await build({ ...insideN8n, entryPoints, outfile });
	const shipped = require(outfile) as typeof complete;

	const differences: string[] = [];
	let read = 0;
	for (const [written, country] of numbers()) {
		const expected = complete.readRecipient(written, country);
		if (expected.ok) read += 1;
		const found = shipped.readRecipient(written, country);
		if (JSON.stringify(found) !== JSON.stringify(expected)) differences.push(`${written} in ${country}`);
	}
	assert.deepEqual(differences, []);
	assert.ok(read > 10_000, `only ${read} of the numbers could be read at all`);
});

/** Numbers of every country and calling code, in every length, national and international, always the same ones. */
function* numbers(): Generator<[written: string, country: string]> {
	const { countries, nonGeographic } = require('libphonenumber-js/metadata.mobile.json') as {
		countries: Record<string, [callingCode: string]>;
		nonGeographic: Record<string, unknown>;
	};
	let state = 1;
	const digits = (count: number) => Array.from({ length: count }, () => (state = (state * 48271) % 2147483647) % 10).join('');
	for (let length = 3; length <= 15; length += 1) {
		for (const [country, [callingCode]] of Object.entries(countries)) {
			for (let round = 0; round < 8; round += 1) {
				const national = digits(length);
				yield [`+${callingCode}${national}`, ''];
				yield [`+${callingCode}${national} (2)`, ''];
				yield [national, country];
				yield [`0${national}`, country];
				yield [`00${callingCode}${national}`, country];
			}
		}
		for (const callingCode of Object.keys(nonGeographic)) yield [`+${callingCode}${digits(length)}`, ''];
	}
}

void test('every licence text of a bundled package is shipped, under its name and version; without one it is refused', async (t) => {
	const manifest = '{ "name": "both", "version": "1.2.3" }';
	const texts = { 'LICENSE.md': 'first text\n', 'LICENSE.Apache': 'second text\n', 'licenser.js': 'not a text\n' };
	const licence = await licenceOf(await folderOf(t, { 'package.json': manifest, ...texts }));
	assert.match(licence, /^both 1\.2\.3$/m);
	assert.match(licence, /first text/);
	assert.match(licence, /second text/);
	assert.doesNotMatch(licence, /not a text/);
	const bare = await folderOf(t, { 'package.json': manifest });
	await assert.rejects(licenceOf(bare), /'both' is bundled but its folder holds no licence text/);
});

void test('packages are told from the modules of a bundle, scoped and nested ones too', () => {
	const names = [
		'nodes/Messaging/Messaging.node.ts',
		'node_modules/zod/v3/types.js',
		'node_modules/zod/v3/index.js',
		'node_modules/@scope/outer/node_modules/inner/index.js',
	];
	const inputs = Object.fromEntries(names.map((name) => [name, { bytes: 1, imports: [] }]));
	assert.deepEqual(bundledPackages({ inputs }), ['node_modules/@scope/outer/node_modules/inner', 'node_modules/zod']);
});

void test('indenting with tabs changes nothing else', async () => {
	assert.equal(await indentWithTabs('if (a) {\n  b = `one\ntwo`;\n    d();\n}\n'), 'if (a) {\n\tb = `one\ntwo`;\n\t\td();\n}\n');
	await assert.rejects(indentWithTabs('b = `one\n  two`;\n'), /template literal/);
});
