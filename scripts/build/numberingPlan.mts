import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

import type { Plugin } from 'esbuild';

const complete = createRequire(import.meta.url).resolve('libphonenumber-js/metadata.mobile.json');

/** Where a country has the ways in which its numbers are displayed; libphonenumber-js's METADATA.md says so. */
const formatsAt = 4;

/**
 * Puts the numbering plan into a JSON file beside the bundle, apart from the code, and without what reading a recipient
 * never looks at: how numbers are displayed. That is half of it; a test holds both to the same answers.
 */
export const numberingPlan: Plugin = {
	name: 'numbering plan',
	setup(build) {
		build.onResolve({ filter: /\/metadata\.mobile\.json\.js$/ }, () => ({
			path: 'numbering-plan.json',
			namespace: 'numbering plan',
		}));
		build.onLoad({ filter: /.*/, namespace: 'numbering plan' }, async () => {
			const metadata = JSON.parse(await readFile(complete, 'utf8')) as { readonly countries: Readonly<Record<string, readonly unknown[]>> };
			const withoutFormats = (country: readonly unknown[]) => country.map((part, index) => (index === formatsAt ? 0 : part));
			const countries = Object.fromEntries(Object.entries(metadata.countries).map(([code, country]) => [code, withoutFormats(country)]));
			return { contents: JSON.stringify({ ...metadata, countries }), loader: 'copy' };
		});
	},
};
