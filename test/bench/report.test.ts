import { readOptions } from '../../bench/options.mts';
import { page, spreadText, type Report } from '../../bench/report.mts';
import { spread } from '../../bench/statistics.mts';
import { placeOf } from '../../bench/tables.mts';
import { targets } from '../../bench/targets.mts';

const report: Report = {
	command: 'npm run bench -- --write',
	date: '2026-11-21',
	version: '0.1.0',
	rounds: 3,
	scale: 1,
	machine: 'Example, 2 cores',
	node: 'v24.21.0',
	n8n: '2.41.1',
	figures: {
		'engine.fields.rate': [900, 800, 1200],
		'engine.bareLoop.rate': [1000, 1000, 1000],
		'engine.fields.cpu': [1.25],
	},
};

describe('the report of the benchmark', () => {
	it('says which targets were missed', () => {
		const text = page(report);
		expect(text).toContain('0 of 1 are met');
		expect(text).toContain(
			'| The engine alone: Messaging, an expression in each field, messages/s | Bare loop that reads the same parameters | at least 1.00 | 0.90 (0.80–1.20) | **missed** |',
		);
	});

	it('shows the median of each figure with the lowest and the highest, and leaves out what was not measured', () => {
		const text = page(report);
		expect(text).toContain('| Messaging, an expression in each field | 900 (800–1,200) | 1.25 |  |  |');
		expect(text).not.toContain('## Webhooks');
		expect(spreadText(spread([2, 2, 2]), 1)).toBe('2.0');
	});

	it('has a place for every figure that a target names', () => {
		for (const { figure, comparedWith } of targets) {
			for (const name of [figure, comparedWith]) {
				const { label, column } = placeOf(name);
				expect(name.split('.')).not.toContain(label);
				expect(name.split('.')).not.toContain(column);
			}
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
