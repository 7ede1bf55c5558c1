import type { Bench } from '../bench.mts';
import type { SectionName } from '../tables.mts';
import { measureEngine, measureGrowth, measureLists } from './engine.mts';
import { measurePackage } from './package.mts';
import { measurePublished } from './published.mts';
import { measureStatuses } from './statuses.mts';
import { measureWebhooks } from './webhooks.mts';

/** Everything that can be measured, by the name on the command line. */
export const sections: Record<SectionName, (bench: Bench) => Promise<void>> = {
	published: measurePublished,
	webhooks: measureWebhooks,
	statuses: measureStatuses,
	engine: measureEngine,
	growth: measureGrowth,
	lists: measureLists,
	package: measurePackage,
};
