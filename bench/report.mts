import { spread, type Spread } from './statistics.mts';
import { anyTable, placeOf, sectionNames, type FigureName, type Figures, type SectionName } from './tables.mts';
import { judge, type Judged } from './targets.mts';

/** Everything that a run has found; `--json` prints it, with the judged targets. */
export interface Report {
	/** How it was called. */
	readonly command: string;
	/** ISO 8601, the day. */
	readonly date: string;
	readonly version: string;
	readonly rounds: number;
	readonly scale: number;
	/** What it ran on; figures of another machine are other figures. */
	readonly machine: string;
	readonly n8n: string;
	readonly node: string;
	readonly figures: Figures;
}

/** The report as Markdown, `docs/maintainers/benchmarks.md`: the figures of one run, and what they mean. */
export const page = (report: Report): string =>
	`${[
		opening(report),
		targetsChapter(judge(report.figures)),
		...sectionNames.flatMap((name) => chapter(name, report.figures)),
	].join('\n\n')}\n`;

function opening({ command, date, version, rounds, scale, machine, n8n, node }: Report): string {
	const scaled = scale === 1 ? '' : `\n\n**A quick look: all numbers of messages, webhooks, statuses and templates are ${String(scale)} of those named.**`;
	return `# Benchmarks

Written by \`${command}\` on ${date}. In each of ${String(rounds)} rounds everything is measured in turn with what it
is compared with. Each round starts with another one. Figures are medians, with the lowest and the highest in brackets.
A comparison is the ratio of two medians, with the lowest and highest ratio of a single round in brackets.${scaled}

| | |
| --- | --- |
| Package | n8n-nodes-messaging ${version}, as packed for npm |
| n8n | ${n8n}, Node.js ${node} |
| Machine | ${machine} |

The service has its own process, on the same machine.`;
}

function targetsChapter(judged: readonly Judged[]): string {
	const rows = judged.map(({ figure, comparedWith, atLeast, atMost, measured, met }) => {
		const { title, label, column } = placeOf(figure);
		const wanted = atLeast === undefined ? `at most ${digits(atMost ?? NaN, 2)}` : `at least ${digits(atLeast, 2)}`;
		const what = `${title}: ${label}, ${column}`;
		return [what, placeOf(comparedWith).label, wanted, spreadText(measured, 2), met ? 'met' : '**missed**'];
	});
	const met = judged.filter((target) => target.met).length;
	return `## Targets

${String(met)} of ${String(judged.length)} are met.

${markdownTable(['Figure', 'Divided by that of', 'Wanted', 'Measured', ''], rows)}`;
}

function chapter(name: SectionName, figures: Figures): string[] {
	const { title, about, columns, rows } = anyTable[name];
	const lines = Object.entries(rows).map(([row, label]) => [
		label,
		...Object.entries(columns).map(([column, { digits }]) => {
			const values = figures[`${name}.${row}.${column}` as FigureName];
			return values === undefined ? '' : spreadText(spread(values), digits);
		}),
	]);
	if (lines.every(([, ...cells]) => cells.every((cell) => cell === ''))) return [];
	return [`## ${title}`, about, markdownTable(['', ...Object.values(columns).map((column) => column.title)], lines)];
}

/** A number with thousands apart, e.g. `12,345.6`. */
const digits = (value: number, count: number): string =>
	value.toLocaleString('en', { minimumFractionDigits: count, maximumFractionDigits: count });

/** The median, with the lowest and the highest if rounds differ, e.g. `812 (790–840)`. */
export function spreadText(spread: Spread, count: number): string {
	const [median, lowest, highest] = [spread.median, spread.lowest, spread.highest].map((value) => digits(value, count));
	return lowest === highest ? String(median) : `${String(median)} (${String(lowest)}–${String(highest)})`;
}

function markdownTable(head: readonly string[], rows: readonly string[][]): string {
	const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
	const rule = head.map((_, column) => (column === 0 ? '---' : '---:'));
	return [line(head), line(rule), ...rows.map(line)].join('\n');
}
