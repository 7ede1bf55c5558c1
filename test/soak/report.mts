import { medianOf, parts, type Sample } from './metrics.mts';

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
const whole = (value: number) => Math.round(value).toLocaleString('en-US');

/** A table of Markdown whose first column is text and the others are figures. */
export function table(head: readonly string[], rows: ReadonlyArray<readonly string[]>): string {
	return [row(head), row(head.map((_name, place) => (place === 0 ? '---' : '---:'))), ...rows.map(row)].join('\n');
}

/** How n8n's process was at the start, in the middle, at the end and, by the last sample, when all was over. */
export function processTable(samples: readonly Sample[]): string {
	const columns = [...parts(samples.slice(0, -1)), { name: 'Afterwards', samples: samples.slice(-1) }];
	const figures = (name: keyof Sample, show = whole) => columns.map((column) => show(medianOf(column.samples, name)));
	const tenths = (value: number) => value.toFixed(1);
	return table(["n8n's process, medians", ...columns.map(({ name }) => name)], [
		['Resident memory, MiB', ...figures('memory')],
		['Open sockets', ...figures('sockets')],
		['Event-loop delay, half are shorter, ms', ...figures('delay50', tenths)],
		['Event-loop delay, 99 of 100 are shorter, ms', ...figures('delay99', tenths)],
		['Event-loop delay, the longest in ten seconds, ms', ...figures('delayMost', tenths)],
	]);
}

/** Counts, one a line. */
export const countsTable = (rows: ReadonlyArray<readonly [string, number]>): string =>
	table(['', ''], rows.map(([name, count]) => [name, whole(count)]));
