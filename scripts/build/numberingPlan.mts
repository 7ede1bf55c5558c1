import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

import type { Plugin } from 'esbuild';

const complete = createRequire(import.meta.url).resolve('libphonenumber-js/metadata.max.json');

/** One country's part of libphonenumber-js's metadata; its METADATA.md says what stands where. */
type Country = readonly unknown[];
const callingCodeAt = 0;
const formatsAt = 4;
const leadingDigitsAt = 10;
const typesAt = 11;

interface Metadata {
	readonly country_calling_codes: Readonly<Record<string, readonly string[]>>;
	readonly countries: Readonly<Record<string, Country>>;
	readonly nonGeographic: Readonly<Record<string, Country>>;
}

/**
 * The numbering plan without what reading a recipient never looks at: how numbers are displayed, and
 * the patterns of landlines, mobiles and so on, except where they are all that tells two countries with
 * one calling code apart. That is two thirds of it; a test holds both to the same answers.
 */
function forReading(metadata: Metadata): Metadata {
	const sharesCallingCode = (country: Country) =>
		(metadata.country_calling_codes[String(country[callingCodeAt])] ?? []).length > 1;
	const reduced = (country: Country) =>
		country.map((part, index) => {
			if (index === formatsAt) return 0;
			const needed = sharesCallingCode(country) && !country[leadingDigitsAt];
			return index === typesAt && !needed ? 0 : part;
		});
	const each = (countries: Readonly<Record<string, Country>>) =>
		Object.fromEntries(Object.entries(countries).map(([code, country]) => [code, reduced(country)]));
	return { ...metadata, countries: each(metadata.countries), nonGeographic: each(metadata.nonGeographic) };
}

/** Puts the numbering plan into a JSON file beside the bundle, apart from the code. */
export const numberingPlan: Plugin = {
	name: 'numbering plan',
	setup(build) {
		build.onResolve({ filter: /\/metadata\.max\.json\.js$/ }, () => ({
			path: 'numbering-plan.json',
			namespace: 'numbering plan',
		}));
		build.onLoad({ filter: /.*/, namespace: 'numbering plan' }, async () => {
			const metadata = JSON.parse(await readFile(complete, 'utf8')) as Metadata;
			return { contents: JSON.stringify(forReading(metadata)), loader: 'copy' };
		});
	},
};
