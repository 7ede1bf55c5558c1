import type { SectionResult, Table, Target } from '../result.mts';
import { spreadText, wantedText } from './figures.mts';

/** A section's tables and targets as text for a terminal. */
export function terminalText({ tables, targets }: SectionResult): string {
	return [...tables.map(tableText), targetsText(targets)].filter((text) => text !== '').join('\n\n');
}

function tableText({ title, columns, rows }: Table): string {
	const lines = [
		[title, ...columns.map((column) => column.title)],
		...rows.map(({ label, cells }) => [
			`  ${label}`,
			...cells.map((cell, column) => spreadText(cell, columns[column]?.digits ?? 0)),
		]),
	];
	return aligned(lines);
}

function targetsText(targets: readonly Target[]): string {
	if (targets.length === 0) return '';
	const lines = targets.map((target) => [
		`  ${target.what}`,
		wantedText(target),
		spreadText(target.measured, target.digits),
		target.met ? 'met' : 'missed',
	]);
	return aligned([['Targets', 'wanted', 'measured', ''], ...lines]);
}

/** Columns as wide as their widest cell; the first is text, the others end together. */
function aligned(lines: readonly string[][]): string {
	const width = (column: number) => Math.max(...lines.map((line) => (line[column] ?? '').length));
	return lines
		.map((line) => {
			const cells = line.map((cell, column) => (column === 0 ? cell.padEnd(width(0)) : cell.padStart(width(column))));
			return cells.join('  ').trimEnd();
		})
		.join('\n');
}
