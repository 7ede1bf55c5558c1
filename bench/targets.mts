import { ratio, type Spread } from './statistics.mts';
import type { FigureName, Figures } from './tables.mts';

/** What a figure has to be, as a ratio of the medians of one run. */
interface Target {
	readonly figure: FigureName;
	readonly comparedWith: FigureName;
	readonly atLeast?: number;
	readonly atMost?: number;
}

export const targets: readonly Target[] = [
	{ figure: 'published.fields.rate', comparedWith: 'published.bareLoop.rate', atLeast: 3.5 },
	{ figure: 'published.fields.cpu', comparedWith: 'published.bareLoop.cpu', atMost: 0.3 },
	{ figure: 'published.fields.rate', comparedWith: 'published.httpRequest.rate', atLeast: 2.5 },
	{ figure: 'published.automatic.rate', comparedWith: 'published.httpRequest.rate', atLeast: 2.5 },
	{ figure: 'published.mixed.rate', comparedWith: 'published.mixedLoop.rate', atLeast: 1.5 },
	{ figure: 'webhooks.messaging.lazy', comparedWith: 'webhooks.minimal.lazy', atLeast: 2.5 },
	{ figure: 'webhooks.messaging.lazy', comparedWith: 'webhooks.webhookNode.lazy', atLeast: 0.9 },
	{ figure: 'webhooks.messaging.default', comparedWith: 'webhooks.minimal.default', atLeast: 0.9 },
	{ figure: 'statuses.of300000.ms', comparedWith: 'statuses.of60000.ms', atMost: 6 },
	{ figure: 'keys.sqliteKeyed.slow', comparedWith: 'keys.sqlitePlain.slow', atLeast: 0.9 },
	{ figure: 'keys.postgresKeyed.slow', comparedWith: 'keys.postgresPlain.slow', atLeast: 0.9 },
	{ figure: 'engine.fields.rate', comparedWith: 'engine.bareLoop.rate', atLeast: 1 },
	{ figure: 'growth.fields100000.ms', comparedWith: 'growth.fields1000.ms', atMost: 1.1 },
	{ figure: 'package.ours.load', comparedWith: 'package.whatsApp.load', atMost: 0.2 },
];

export interface Judged extends Target {
	readonly measured: Spread;
	readonly met: boolean;
}

/** Compares what was measured with what it has to be; targets whose figures are missing are left out. */
export const judge = (figures: Figures, all: readonly Target[] = targets): Judged[] =>
	all.flatMap((target) => {
		const [measured, comparedWith] = [figures[target.figure], figures[target.comparedWith]];
		if (measured === undefined || comparedWith === undefined) return [];
		const found = ratio(measured, comparedWith);
		const { atLeast = -Infinity, atMost = Infinity } = target;
		return [{ ...target, measured: found, met: found.median >= atLeast && found.median <= atMost }];
	});
