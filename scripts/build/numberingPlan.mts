import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

import type { Plugin } from 'esbuild';

const complete = createRequire(import.meta.url).resolve('libphonenumber-js/metadata.mobile.json');

/** Where a country has the ways in which its numbers are displayed; libphonenumber-js's METADATA.md says so. */
const formatsAt = 4;

/** By country, or by a calling code that belongs to none. */
type Plans = Readonly<Record<string, readonly unknown[]>>;

/** What formats a number, which is nothing without the ways in which numbers are displayed. */
const formatting = /libphonenumber-js[\\/]es6-modern[\\/]format\.js$/;

/**
 * Puts the numbering plan into a JSON file beside the bundle, apart from the code, and without what reading a recipient
 * never looks at: how numbers are displayed, and the code for it. That is half of it; a test holds both to the same answers.
 */
export const numberingPlan: Plugin = {
	name: 'numbering plan',
	setup(build) {
		build.onResolve({ filter: /\/metadata\.mobile\.json\.js$/ }, () => ({
			path: 'numbering-plan.json',
			namespace: 'numbering plan',
		}));
		build.onLoad({ filter: /.*/, namespace: 'numbering plan' }, async () => {
			const metadata = JSON.parse(await readFile(complete, 'utf8')) as Record<'countries' | 'nonGeographic', Plans>;
			const withoutFormats = (plans: Plans) =>
				Object.fromEntries(Object.entries(plans).map(([code, plan]) => [code, plan.map((part, index) => (index === formatsAt ? 0 : part))]));
			const [countries, nonGeographic] = [withoutFormats(metadata.countries), withoutFormats(metadata.nonGeographic)];
			return { contents: JSON.stringify({ ...metadata, countries, nonGeographic }), loader: 'copy' };
		});
		build.onLoad({ filter: formatting }, () => ({
			contents: "export function chooseFormatForNumber() { throw new Error('The published numbering plan has no formats'); }\nexport default chooseFormatForNumber;",
		}));
	},
};
