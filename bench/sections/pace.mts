import { openBench } from '../engine/openBench.mts';
import { target, type SectionResult } from '../result.mts';
import { sendOnce } from '../sendOnce.mts';
import { busiestSecond, startsPerSecond } from '../starts.mts';
import { spread } from '../statistics.mts';
import type { SectionSettings } from './settings.mts';

const perSecond = 200;
const seconds = 10;

/** Whether `messagesPerSecond` is kept, as the service sees it. */
export async function measurePace({ engine, rounds, log }: SectionSettings): Promise<SectionResult> {
	const bench = await openBench(engine);
	const rates: number[] = [];
	const busiest: number[] = [];
	try {
		for (let round = 0; round < rounds; round++) {
			log(`pace: round ${String(round + 1)} of ${String(rounds)}`);
			const { startedAt } = await sendOnce(bench, {
				variant: 'automatic',
				messages: perSecond * seconds,
				concurrency: 50,
				latencyMs: 20,
				pace: perSecond,
			});
			rates.push(startsPerSecond(startedAt));
			busiest.push(busiestSecond(startedAt));
		}
	} finally {
		bench.service.close();
	}
	return {
		tables: [
			{
				title: `Pace, 'Messages per Second' at ${String(perSecond)} for ${String(seconds)} s`,
				columns: [
					{ title: 'messages/s', digits: 1 },
					{ title: 'most in one second', digits: 0 },
				],
				rows: [{ label: 'Messaging', cells: [spread(rates), spread(busiest)] }],
			},
		],
		targets: [
			target(`Pace, of the ${String(perSecond)} messages/s that were asked for`, rates.map((rate) => rate / perSecond), {
				atLeast: 0.95,
				atMost: 1.05,
				always: true,
			}),
			target('Messages in the busiest second, of those asked for', busiest.map((most) => most / perSecond), {
				atMost: 1.05,
				always: true,
			}),
		],
	};
}
