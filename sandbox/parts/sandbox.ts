import type { Catalogue } from '../state/catalogue';
import type { Changes } from '../state/changes';
import type { Clock } from '../state/clock';
import type { Conversations } from '../state/conversations';
import type { FaultPlan } from '../state/faultPlan';
import type { RequestLog } from '../state/requestLog';
import type { Settings } from '../state/settings';
import type { Uploads } from '../state/uploads';
import type { Dispatcher } from '../webhooks/dispatcher';
import type { Progress } from '../webhooks/progress';

/** The parts of a running service, as its routes see them. */
export interface Sandbox {
	readonly apiKey: string;
	/** Replaced as a whole when a setting changes. */
	settings: Settings;
	/** An id with a prefix that says what it names. */
	readonly newId: (prefix: string) => string;
	/** Waits for so many milliseconds of the sandbox's clock. A reset ends the wait. */
	readonly sleep: (ms: number) => Promise<void>;
	readonly clock: Clock;
	/** Real time in milliseconds, for times that a client compares with its own clock. */
	readonly realNow: () => number;
	/** Runs something once after so many milliseconds of real time; the returned function cancels it. */
	readonly wake: (afterMs: number, run: () => void) => () => void;
	readonly changes: Changes;
	readonly catalogue: Catalogue;
	readonly conversations: Conversations;
	readonly uploads: Uploads;
	readonly dispatcher: Dispatcher;
	readonly progress: Progress;
	readonly faults: FaultPlan;
	readonly requests: RequestLog;
	/** Forgets everything but what is to be kept. */
	readonly reset: (keep: readonly Kept[]) => void;
}

/** What a reset can leave as it is. */
export type Kept = 'webhooks' | 'settings' | 'templates';

/** The sandbox's time as ISO 8601. */
export const timestamp = (sandbox: Sandbox): string => new Date(sandbox.clock.now()).toISOString();
