import { parseArgs } from 'node:util';

export const sectionNames = ['send', 'published', 'growth', 'pace', 'lists', 'package', 'webhooks'] as const;

export type SectionName = (typeof sectionNames)[number];

export const expressionEngines = ['legacy', 'vm'] as const;

export type ExpressionEngine = (typeof expressionEngines)[number];

export interface BenchOptions {
	readonly sections: readonly SectionName[];
	readonly rounds: number;
	/** Messages of one run of the send section. */
	readonly messages: number;
	/** The one of n8n's expression engines that all sections use; each has its own unless given. */
	readonly engine: ExpressionEngine | undefined;
	/** A packed package to measure instead of these sources. */
	readonly tarball: string | undefined;
	readonly json: boolean;
	readonly write: boolean;
}

export const usage = `npm run bench -- [sections] [options]

  sections           ${sectionNames.join(', ')}; all unless some are named
  --rounds N         how often each thing is measured, alternating (5)
  --messages N       messages of one run of the send section (5000)
  --engine NAME      n8n's expression engine in all sections: legacy, or vm, with which n8n starts
  --tarball FILE     measures a packed package instead of these sources
  --json             prints the report as JSON and nothing else
  --write            also writes docs/benchmarks.md and its chart; needs a full run of these sources
`;

/** @throws with what is wrong about the arguments */
export function readOptions(args: readonly string[]): BenchOptions | undefined {
	const { values, positionals } = parseArgs({
		args: [...args],
		allowPositionals: true,
		options: {
			rounds: { type: 'string', default: '5' },
			messages: { type: 'string', default: '5000' },
			engine: { type: 'string' },
			tarball: { type: 'string' },
			json: { type: 'boolean', default: false },
			write: { type: 'boolean', default: false },
			help: { type: 'boolean', short: 'h', default: false },
		},
	});
	if (values.help) return undefined;
	const named = positionals.map((name) => oneOf(sectionNames, name, 'sections'));
	if (values.write && (named.length > 0 || values.engine !== undefined || values.tarball !== undefined)) {
		throw new Error("'--write' needs a full run of these sources: name no section, no engine and no tarball");
	}
	return {
		sections: named.length === 0 ? sectionNames : sectionNames.filter((name) => named.includes(name)),
		rounds: wholeNumber(values.rounds, '--rounds'),
		messages: wholeNumber(values.messages, '--messages'),
		engine: values.engine === undefined ? undefined : oneOf(expressionEngines, values.engine, '--engine'),
		tarball: values.tarball,
		json: values.json,
		write: values.write,
	};
}

function oneOf<T extends string>(known: readonly T[], given: string, what: string): T {
	const found = known.find((one) => one === given);
	if (found === undefined) throw new Error(`'${what}' knows ${known.join(', ')}, not '${given}'`);
	return found;
}

function wholeNumber(given: string, what: string): number {
	const value = Number(given);
	if (!Number.isInteger(value) || value < 1) throw new Error(`'${what}' needs a whole number from 1, not '${given}'`);
	return value;
}
