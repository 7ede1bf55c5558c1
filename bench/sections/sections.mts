import type { SectionName } from '../options.mts';
import type { SectionResult } from '../result.mts';
import { measureGrowth } from './growth.mts';
import { measureLists } from './lists.mts';
import { measurePace } from './pace.mts';
import { measurePackage } from './package.mts';
import { measureSend } from './send.mts';
import { measurePublished } from './published.mts';
import type { SectionSettings } from './settings.mts';
import { measureWebhooks } from './webhooks.mts';

/** Everything that can be measured, by the name on the command line. */
export const sections: Record<SectionName, (settings: SectionSettings) => Promise<SectionResult>> = {
	send: measureSend,
	published: measurePublished,
	growth: measureGrowth,
	pace: measurePace,
	lists: measureLists,
	package: measurePackage,
	webhooks: measureWebhooks,
};
