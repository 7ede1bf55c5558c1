import { busiestSecond, startsPerSecond } from '../../bench/starts.mts';
import { median, ratios, rotated, spread } from '../../bench/statistics.mts';
import { target } from '../../bench/result.mts';
import { spreadText, wantedText } from '../../bench/report/figures.mts';

describe('the figures of the benchmark', () => {
	it('takes the middle of several runs, whatever their order', () => {
		expect(median([9, 1, 5])).toBe(5);
		expect(median([4, 1, 3, 2])).toBe(2.5);
		expect(median([7])).toBe(7);
		expect(() => median([])).toThrow('Nothing was measured');
	});

	it('shows the lowest and the highest run beside the median', () => {
		expect(spreadText(spread([1200, 1000, 1100]), 0)).toBe('1,100 (1,000–1,200)');
		expect(spreadText(spread([2, 2, 2]), 1)).toBe('2.0');
		expect(spreadText(null, 1)).toBe('');
	});

	it('compares within each round, so that a slow round slows both', () => {
		expect(ratios([100, 50], [200, 100])).toEqual([0.5, 0.5]);
		expect(() => ratios([1], [1, 2])).toThrow('not measured in the same rounds');
	});

	it('lets everybody go first once', () => {
		const orders = [0, 1, 2, 3].map((round) => rotated(['a', 'b', 'c'], round).join(''));
		expect(orders).toEqual(['abc', 'bca', 'cab', 'abc']);
	});

	it('judges a target by the median, and one that must always hold by every run', () => {
		expect(target('speed', [0.9, 0.96, 1.2], { atLeast: 0.95 }).met).toBe(true);
		expect(target('speed', [0.9, 0.94, 1.2], { atLeast: 0.95 }).met).toBe(false);
		expect(target('in flight', [50, 50, 51], { atMost: 50 }).met).toBe(true);
		expect(target('in flight', [50, 50, 51], { atMost: 50, always: true }).met).toBe(false);
		expect(target('pace', [0.9], { atLeast: 0.95, atMost: 1.05 }).met).toBe(false);
	});

	it('says what a target asks for', () => {
		expect(wantedText(target('', [1], { atLeast: 0.95, atMost: 1.05 }))).toBe('at least 0.95, at most 1.05');
		expect(wantedText(target('', [1], { atLeast: 10_000, atMost: 10_000, digits: 0 }))).toBe('10,000');
	});

	it('counts starts in any second, not only in whole ones', () => {
		expect(busiestSecond([0, 900, 1100, 1200, 3000])).toBe(3);
		expect(busiestSecond([0, 1000, 2000])).toBe(1);
		expect(startsPerSecond([1000, 0, 500, 2000, 1500])).toBe(2);
	});
});
