import { median, ratio, rotated, spread } from '../../bench/statistics.mts';
import { judge } from '../../bench/targets.mts';

describe('the figures of the benchmark', () => {
	it('takes the middle of several rounds, whatever their order', () => {
		expect(median([9, 1, 5])).toBe(5);
		expect(median([4, 1, 3, 2])).toBe(2.5);
		expect(median([7])).toBe(7);
		expect(() => median([])).toThrow('Nothing was measured');
		expect(spread([3, 1, 2])).toEqual({ median: 2, lowest: 1, highest: 3 });
	});

	it('compares medians, and shows the ratios of single rounds beside', () => {
		expect(ratio([100, 50, 90], [200, 100, 90])).toEqual({ median: 0.9, lowest: 0.5, highest: 1 });
		expect(() => ratio([1], [1, 2])).toThrow('not measured in the same rounds');
	});

	it('lets everybody go first once', () => {
		const orders = [0, 1, 2, 3].map((round) => rotated(['a', 'b', 'c'], round).join(''));
		expect(orders).toEqual(['abc', 'bca', 'cab', 'abc']);
	});

	it('judges a target by the ratio of the medians, its limit included', () => {
		const met = (rates: number[], limits: { atLeast?: number; atMost?: number }) =>
			judge({ 'published.fields.rate': rates, 'published.bareLoop.rate': [100, 100, 100] }, [
				{ figure: 'published.fields.rate', comparedWith: 'published.bareLoop.rate', ...limits },
			]).map((judged) => judged.met);
		expect(met([340, 350, 900], { atLeast: 3.5 })).toEqual([true]);
		expect(met([340, 349, 900], { atLeast: 3.5 })).toEqual([false]);
		expect(met([20, 30, 90], { atMost: 0.3 })).toEqual([true]);
		expect(met([20, 31, 90], { atMost: 0.3 })).toEqual([false]);
	});
});
