import { barChart } from '../../bench/report/chart.mts';
import { page } from '../../bench/report/page.mts';
import { panelsOf } from '../../bench/report/panels.mts';
import type { Report } from '../../bench/report/report.mts';
import { terminalText } from '../../bench/report/terminal.mts';
import { target } from '../../bench/result.mts';
import { spread } from '../../bench/statistics.mts';

const row = (label: string, rates: number[], cpuMs: number) => ({
	label,
	cells: [spread(rates), spread([cpuMs])],
});

const send = {
	tables: [
		{
			title: 'Sending, legacy expressions',
			columns: [
				{ title: 'messages/s', digits: 0 },
				{ title: 'CPU ms/message', digits: 2 },
			],
			rows: [
				row('Messaging, an expression in each field', [500, 400, 600], 1.3),
				row('Bare loop that reads the same parameters', [500], 1.1),
				row('Messaging, automatic mapping', [800], 0.9),
				row('Bare loop with ready-made bodies', [1000], 0.6),
				row('`fetch` with kept connections', [2000], 0.4),
			],
		},
	],
	targets: [target("Throughput, of the bare loop's", [0.9], { atLeast: 0.95 })],
};

const report: Report = {
	command: 'npm run bench -- --write',
	date: '2026-11-21',
	version: '0.1.0',
	rounds: 3,
	machine: { processor: 'Example', cores: 2, memoryGiB: 8, system: 'linux x64', node: 'v24.21.0', n8n: '2.41.1' },
	sections: { send },
};

describe('the report of the benchmark', () => {
	it('says on the page how it was made, and which targets were missed', () => {
		const text = page(report);
		expect(text).toContain('Written by `npm run bench -- --write` on 2026-11-21');
		expect(text).toContain('n8n-nodes-messaging 0.1.0');
		expect(text).toContain("| Throughput, of the bare loop's | at least 0.95 | 0.90 | **missed** |");
		expect(text).toContain('0 of 1 are met');
	});

	it('works out from the same run where the time of a message goes', () => {
		const text = page(report);
		expect(text).toContain('| Six expressions and the other parameters | 0.50 ms |');
		expect(text).toContain('| n8n\'s request helper: a connection, the credential\'s key, its HTTP library | 0.20 ms |');
	});

	it('leaves out of the page what was not measured', () => {
		expect(page(report)).not.toContain('## Webhooks');
	});

	it('draws a bar for every row, as long as its median', () => {
		const chart = barChart('Speed', panelsOf(report));
		const widths = [...chart.matchAll(/<rect class="(?:ours|peer)"[^>]* width="([\d.]+)"/g)].map(([, width]) => Number(width));
		expect(widths).toEqual([100, 100, 160, 200, 400]);
		expect([...chart.matchAll(/<rect class="ours"/g)]).toHaveLength(2);
	});

	it('draws labels that hold characters of XML', () => {
		const chart = barChart('a < b', [
			{ title: 'x & y', unit: '', bars: [{ label: '<z>', spread: spread([1]), ours: true }] },
		]);
		expect(chart).toContain('aria-label="a &lt; b"');
		expect(chart).toContain('x &amp; y');
		expect(chart).toContain('&lt;z&gt;');
	});

	it('prints tables whose columns line up', () => {
		const lines = terminalText(send).split('\n');
		const table = lines.slice(1, 6).map((line) => line.length);
		expect(new Set(table).size).toBe(1);
		expect(lines.at(-1)).toMatch(/Throughput, of the bare loop's +at least 0\.95 +0\.90 +missed$/);
	});
});
