import type { ServiceForm } from '../forms/form';
import { createCatalogue } from '../state/catalogue';
import { createChanges } from '../state/changes';
import { createClock } from '../state/clock';
import { createConversations } from '../state/conversations';
import type { Dependencies } from '../state/dependencies';
import { createFaultPlan } from '../state/faultPlan';
import { isMessage } from '../state/message';
import { createNewest } from '../state/newest';
import { createRequestLog } from '../state/requestLog';
import { settingsSchema, type Settings, type SettingsChange } from '../state/settings';
import { keptSimulated, type Simulated } from '../state/simulated';
import { createUploads } from '../state/uploads';
import { createDispatcher } from '../webhooks/dispatcher';
import { createProgress } from '../webhooks/progress';

/** The parts of a running service, as its routes see them. */
export type Sandbox = ReturnType<typeof createSandbox>;

/** What a reset can leave as it is. */
type Kept = 'webhooks' | 'settings' | 'templates';

/** The state of a service that has just started. Throws when a setting is not valid. */
export function createSandbox(dependencies: Dependencies, apiKey: string, initial: SettingsChange, form: ServiceForm) {
	let current = settingsSchema.parse(initial);
	const settings = () => current;
	const random = () => dependencies.random();
	const clock = createClock(dependencies);
	const changes = createChanges();
	const catalogue = createCatalogue(form.templateSets);
	const uploads = createUploads();
	const requests = createRequestLog();
	const simulated = createNewest<Simulated>(keptSimulated);
	const testKey = form.testKey(apiKey);
	const faults = createFaultPlan(random, form.sendPath);
	const conversations = createConversations((entry) => {
		if (isMessage(entry)) progress.forget(entry);
	});
	changes.listen((id) => {
		const changed = id === undefined ? undefined : conversations.find(id);
		if (changed !== undefined) changed.revision++;
	});
	const dispatcher = createDispatcher({
		settings,
		clock,
		dependencies,
		changed(messageIds) {
			for (const id of messageIds) {
				const message = conversations.message(id);
				if (message !== undefined) changes.mark(message.conversation_id);
			}
		},
	});
	const progress = createProgress({ settings, clock, changes, dispatcher, random });

	/** A function for each sleep under way, which ends it. */
	const sleepers = new Set<() => void>();

	return {
		form,
		apiKey,
		/** The key whose messages are only simulated, if the service has one. */
		testKey,
		/** Whether a request came with a key, and with which. */
		keyOf(authorization: string | undefined): 'live' | 'test' | undefined {
			if (authorization === `Bearer ${apiKey}`) return 'live';
			return testKey !== undefined && authorization === `Bearer ${testKey}` ? 'test' : undefined;
		},
		/** Time, chance and the network as they really are. */
		dependencies,
		settings,
		/** Replaces the settings as a whole. */
		setSettings(changed: Settings): void {
			current = changed;
		},
		/** An id with a prefix that says what it names. */
		newId: (prefix: string) => `${prefix}${dependencies.newId()}`,
		/** Waits for so many milliseconds of the sandbox's clock. A reset ends the wait. */
		async sleep(ms: number): Promise<void> {
			if (ms === 0) return;
			await new Promise<void>((resolve) => {
				const end = () => {
					sleepers.delete(end);
					resolve();
				};
				sleepers.add(end);
				clock.after(ms, end);
			});
		},
		clock,
		changes,
		catalogue,
		conversations,
		uploads,
		dispatcher,
		progress,
		faults,
		requests,
		simulated,
		/** Forgets everything but what is to be kept. */
		reset(keep: readonly Kept[]): void {
			clock.forget();
			// The clock has forgotten when these sleeps end: without this line, requests would wait for ever.
			for (const end of sleepers) end();
			dispatcher.clear(keep.includes('webhooks'));
			conversations.clear();
			uploads.clear();
			requests.clear();
			simulated.clear();
			faults.set([]);
			if (!keep.includes('templates')) catalogue.clear();
			if (!keep.includes('settings')) current = settingsSchema.parse(initial);
			changes.mark(undefined);
		},
	};
}

/** The sandbox's time as ISO 8601. */
export const timestamp = (sandbox: Sandbox): string => new Date(sandbox.clock.now()).toISOString();
