/** n8n's engine in a process of its own: measures what it is asked for, sends the figures and ends. */
import type { EngineBench } from '../bench.mts';
import { measureEngine, measureGrowthOf, measurePromises } from './engine.mts';

const measures = {
	engine: measureEngine,
	promises: measurePromises,
	growth: measureGrowthOf('fields'),
	growthOfBareLoop: measureGrowthOf('bareLoop'),
};

export interface Order extends Pick<EngineBench, 'packed' | 'rounds' | 'scale'> {
	readonly measure: keyof typeof measures;
}

/** What was measured, in its order. */
export type Answer = Array<Parameters<EngineBench['record']>>;

process.once('message', ({ measure, ...order }: Order) => {
	const figures: Answer = [];
	const log = (line: string) => void process.stderr.write(`${line}\n`);
	const measured = measures[measure]({ ...order, log, record: (...figure) => void figures.push(figure) });
	void measured.then(() => process.send?.(figures, undefined, undefined, () => process.exit(0)));
});
