import { parseArgs } from 'node:util';
import { sectionNames, type SectionName } from './tables.mts';

export interface BenchOptions {
	readonly sections: readonly SectionName[];
	readonly rounds: number;
	/** What all numbers of messages, webhooks, statuses and templates are multiplied by. */
	readonly scale: number;
	/** A packed package to measure instead of these sources. */
	readonly tarball: string | undefined;
	readonly json: boolean;
	readonly write: boolean;
}

export const usage = `npm run bench -- [sections] [options]

  sections           ${sectionNames.join(', ')}; all unless some are named
  --rounds N         how often each thing is measured, alternating (5)
  --scale N          multiplies all numbers of messages, webhooks, statuses and templates, for a quick look (1)
  --tarball FILE     measures a packed package instead of these sources
  --json             prints the report as JSON
  --write            also writes docs/maintainers/benchmarks.md; needs a full run of these sources

It prints the report as Markdown when everything is measured.
`;

/** @throws with what is wrong about the arguments */
export function readOptions(args: readonly string[]): BenchOptions | undefined {
	const { values, positionals } = parseArgs({
		args: [...args],
		allowPositionals: true,
		options: {
			rounds: { type: 'string', default: '5' },
			scale: { type: 'string', default: '1' },
			tarball: { type: 'string' },
			json: { type: 'boolean', default: false },
			write: { type: 'boolean', default: false },
			help: { type: 'boolean', short: 'h', default: false },
		},
	});
	if (values.help) return undefined;
	const unknown = positionals.find((name) => !sectionNames.some((known) => known === name));
	if (unknown !== undefined) throw new Error(`'sections' knows ${sectionNames.join(', ')}, not '${unknown}'`);
	const [rounds, scale] = [Number(values.rounds), Number(values.scale)];
	if (!Number.isInteger(rounds) || rounds < 1) throw new Error(`'--rounds' needs a whole number from 1, not '${values.rounds}'`);
	if (!(scale > 0 && scale <= 1)) throw new Error(`'--scale' needs a number above 0, at most 1, not '${values.scale}'`);
	if (values.write && (positionals.length > 0 || rounds < 5 || scale !== 1 || values.tarball !== undefined)) {
		throw new Error("'--write' needs a full run of these sources: no section, no scale, no tarball, five rounds");
	}
	const { tarball, json, write } = values;
	const sections = sectionNames.filter((name) => positionals.length === 0 || positionals.includes(name));
	return { sections, rounds, scale, tarball, json, write };
}
