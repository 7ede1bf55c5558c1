import type { Spread } from '../statistics.mts';
import { figure } from './figures.mts';

export interface Bar {
	readonly label: string;
	readonly spread: Spread;
	/** This package's bars are drawn in another colour than those of its peers. */
	readonly ours: boolean;
}

export interface Panel {
	readonly title: string;
	/** Stands below the title, e.g. `messages a second`. */
	readonly unit: string;
	readonly bars: readonly Bar[];
}

const width = 860;
const labelWidth = 330;
const barsWidth = 400;
const rowHeight = 26;
const titleHeight = 46;
const gap = 22;

const style = `
text { font: 13px system-ui, sans-serif; fill: #24292f }
.title { font-weight: 600; font-size: 15px }
.unit { fill: #57606a; font-size: 12px }
.peer { fill: #8c959f }
.ours { fill: #0969da }
.range { stroke: #24292f; stroke-width: 1.5 }
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3 }
.unit { fill: #9198a1 }
.peer { fill: #6e7681 }
.ours { fill: #4493f8 }
.range { stroke: #e6edf3 }
}`;

/**
 * Horizontal bars, one panel below the other: each bar is as long as its median, a line through its
 * end goes from the lowest run to the highest. Readable on light and on dark pages.
 */
export function barChart(alternative: string, panels: readonly Panel[]): string {
	let top = 8;
	const drawn: string[] = [];
	for (const panel of panels) {
		drawn.push(drawPanel(panel, top));
		top += titleHeight + panel.bars.length * rowHeight + gap;
	}
	const size = `viewBox="0 0 ${String(width)} ${String(top)}" width="${String(width)}" height="${String(top)}"`;
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img" aria-label="${escaped(alternative)}">`,
		`<style>${style}\n</style>`,
		...drawn,
		'</svg>\n',
	].join('\n');
}

function drawPanel({ title, unit, bars }: Panel, top: number): string {
	const longest = Math.max(...bars.map(({ spread }) => spread.highest));
	const scaled = (value: number) => Math.round((value / longest) * barsWidth * 10) / 10;
	const rows = bars.map((bar, index) => drawBar(bar, top + titleHeight + index * rowHeight, scaled));
	return [
		`<text class="title" x="0" y="${String(top + 14)}">${escaped(title)}</text>`,
		`<text class="unit" x="0" y="${String(top + 32)}">${escaped(unit)}</text>`,
		...rows,
	].join('\n');
}

function drawBar({ label, spread, ours }: Bar, top: number, scaled: (value: number) => number): string {
	const { median, lowest, highest } = spread;
	const middle = top + 9;
	const at = (value: number) => String(labelWidth + scaled(value));
	return [
		`<text x="${String(labelWidth - 10)}" y="${String(middle + 5)}" text-anchor="end">${escaped(label)}</text>`,
		`<rect class="${ours ? 'ours' : 'peer'}" x="${String(labelWidth)}" y="${String(top)}" width="${String(scaled(median))}" height="18" rx="2"/>`,
		`<line class="range" x1="${at(lowest)}" x2="${at(highest)}" y1="${String(middle)}" y2="${String(middle)}"/>`,
		`<text x="${String(labelWidth + scaled(highest) + 8)}" y="${String(middle + 5)}">${figure(median, median < 100 ? 1 : 0)}</text>`,
	].join('\n');
}

const escaped = (text: string): string =>
	text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
