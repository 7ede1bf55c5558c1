import { createCatalogue } from '../state/catalogue';
import { createChanges } from '../state/changes';
import { createClock } from '../state/clock';
import { createConversations } from '../state/conversations';
import type { Dependencies } from '../state/dependencies';
import { createFaultPlan } from '../state/faultPlan';
import { isMessage } from '../state/message';
import { createRequestLog } from '../state/requestLog';
import { settingsSchema, type SettingsChange } from '../state/settings';
import { createUploads } from '../state/uploads';
import { createDispatcher } from '../webhooks/dispatcher';
import { createProgress } from '../webhooks/progress';
import type { Sandbox } from './sandbox';

/** The state of a service that has just started. Throws when a setting is not valid. */
export function createSandbox(
	dependencies: Dependencies,
	apiKey: string,
	initial: SettingsChange,
): Sandbox {
	const clock = createClock(dependencies);
	const changes = createChanges();
	const conversations = createConversations((entry) => {
		if (isMessage(entry)) sandbox.progress.forget(entry);
	});
	changes.listen((id) => {
		const changed = id === undefined ? undefined : conversations.find(id);
		if (changed !== undefined) changed.revision++;
	});
	const settings = () => sandbox.settings;
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

	/** A function for each sleep under way, which ends it. */
	const sleepers = new Set<() => void>();
	const sleep = (ms: number) =>
		new Promise<void>((resolve) => {
			const end = () => {
				sleepers.delete(end);
				resolve();
			};
			if (ms === 0) {
				end();
				return;
			}
			sleepers.add(end);
			clock.after(ms, end);
		});

	const sandbox: Sandbox = {
		apiKey,
		settings: settingsSchema.parse(initial),
		newId: (prefix) => `${prefix}_${dependencies.newId()}`,
		sleep,
		clock,
		realNow: () => dependencies.now(),
		wake: (afterMs, run) => dependencies.wake(afterMs, run),
		changes,
		catalogue: createCatalogue(),
		conversations,
		uploads: createUploads(),
		dispatcher,
		progress: createProgress({ settings, clock, changes, dispatcher, random: () => dependencies.random() }),
		faults: createFaultPlan(() => dependencies.random()),
		requests: createRequestLog(),
		reset(keep) {
			clock.forget();
			// The clock has forgotten when these sleeps end: without this line, requests would wait for ever.
			for (const end of sleepers) end();
			dispatcher.clear(keep.includes('webhooks'));
			conversations.clear();
			sandbox.uploads.clear();
			sandbox.requests.clear();
			sandbox.faults.set([]);
			if (!keep.includes('templates')) sandbox.catalogue.clear();
			if (!keep.includes('settings')) sandbox.settings = settingsSchema.parse(initial);
			changes.mark(undefined);
		},
	};
	return sandbox;
}
