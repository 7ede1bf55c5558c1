import { readOptions } from '../../bench/options.mts';
import { page, spreadText, type Report } from '../../bench/report.mts';
import { median, ratio, rotated, spread } from '../../bench/statistics.mts';
import { placeOf } from '../../bench/tables.mts';
import { judge, targets } from '../../bench/targets.mts';

const report: Report = {
	command: 'npm run bench -- --write',
	date: '2026-11-21',
	version: '0.1.0',
	rounds: 3,
	scale: 1,
	machine: 'Example, 2 cores',
	node: 'v24.21.0',
	n8n: '2.41.1',
	figures: { 'engine.fields.rate': [900, 800, 1200], 'engine.bareLoop.rate': [1000, 1000, 1000], 'engine.fields.cpu': [1.25] },
};

describe('the report of the benchmark', () => {
	it('says which targets were missed, and shows the median of each figure that was measured, with the lowest and the highest', () => {
		const text = page(report);
		expect(text).toContain('0 of 1 are met');
		expect(text).toContain(
			'| The engine alone: Messaging, an expression in each field, messages/s | Bare loop that reads the same parameters | at least 1.00 | 0.90 (0.80–1.20) | **missed** |',
		);
		expect(text).toContain('| Messaging, an expression in each field | 900 (800–1,200) | 1.25 |  |  |');
		expect(text).not.toContain('## Webhooks');
		expect(spreadText(spread([2, 2, 2]), 1)).toBe('2.0');
	});

	it('has a place for every figure that a target names', () => {
		for (const name of targets.flatMap(({ figure, comparedWith }) => [figure, comparedWith])) {
			const { label, column } = placeOf(name);
			expect(name.split('.')).not.toContain(label);
			expect(name.split('.')).not.toContain(column);
		}
	});

	it('says how it was made, and is written from nothing less than a full run', () => {
		expect(page(report)).toContain('Written by `npm run bench -- --write` on 2026-11-21');
		expect(page({ ...report, scale: 0.1 })).toContain('A quick look: all numbers');
		expect(readOptions(['--write'])).toMatchObject({ write: true, rounds: 5, scale: 1 });
		for (const less of [['engine'], ['--rounds', '1'], ['--scale', '0.1'], ['--tarball', 'a.tgz']]) {
			expect(() => readOptions(['--write', ...less])).toThrow("'--write' needs a full run");
		}
	});

	it('measures the sections that are named, in the order of the report', () => {
		expect(readOptions(['engine', 'published'])?.sections).toEqual(['published', 'engine']);
		expect(() => readOptions(['speed'])).toThrow("not 'speed'");
		expect(() => readOptions(['--scale', '0'])).toThrow("'--scale' needs a number above 0");
		expect(readOptions(['--help'])).toBeUndefined();
	});
});

describe('the figures of the benchmark', () => {
	it('are the middle of several rounds, whatever their order, with each in turn first', () => {
		expect([median([9, 1, 5]), median([4, 1, 3, 2]), median([7])]).toEqual([5, 2.5, 7]);
		expect(() => median([])).toThrow('Nothing was measured');
		expect(spread([3, 1, 2])).toEqual({ median: 2, lowest: 1, highest: 3 });
		expect([0, 1, 2, 3].map((round) => rotated(['a', 'b', 'c'], round).join(''))).toEqual(['abc', 'bca', 'cab', 'abc']);
	});

	it('are compared by their medians, with the ratios of single rounds beside', () => {
		expect(ratio([100, 50, 90], [200, 100, 90])).toEqual({ median: 0.9, lowest: 0.5, highest: 1 });
		expect(() => ratio([1], [1, 2])).toThrow('not measured in the same rounds');
	});

	it.each([
		[349, { atLeast: 3.5 }, false],
		[350, { atLeast: 3.5 }, true],
		[30, { atMost: 0.3 }, true],
		[31, { atMost: 0.3 }, false],
	])('of %d against 100 meet %j: %s', (rate, limits, met) => {
		const figures = { 'published.fields.rate': [1, rate, 900], 'published.bareLoop.rate': [100, 100, 100] };
		const target = { figure: 'published.fields.rate', comparedWith: 'published.bareLoop.rate', ...limits } as const;
		expect(judge(figures, [target]).map((one) => one.met)).toEqual([met]);
	});
});
