import { useEffect, useState } from 'preact/hooks';

import { inboxView, liveMessage, type InboxView, type Summary } from '../views/shapes';
import { ask } from './ask';

export interface Inbox {
	/** The newest conversation first. */
	readonly conversations: readonly Summary[];
	readonly numbers: InboxView['numbers'];
	readonly registrations: number;
	readonly faults: InboxView['faults'];
	readonly failures: InboxView['failures'];
	/** Whether the sandbox's clock was moved. */
	readonly moved: boolean;
	readonly apiKey: string;
	readonly service: InboxView['service'];
	/** What is to be added to the browser's clock to get the sandbox's, in milliseconds. */
	readonly skew: number;
	/** False while the service doesn't answer. */
	readonly connected: boolean;
}

const skewOf = (now: string) => Date.parse(now) - Date.now();

const newestFirst = (a: Summary, b: Summary) => b.newest - a.newest;

/** Everything the chat list shows, kept up to date as long as the page is open. */
export function useInbox(): Inbox | undefined {
	const [inbox, setInbox] = useState<Inbox | undefined>(undefined);

	useEffect(() => {
		const byId = new Map<string, Summary>();
		const sorted = () => [...byId.values()].sort(newestFirst);
		const events = new EventSource('/_sandbox/events');

		async function load(): Promise<void> {
			const view = await ask('/views/inbox', inboxView);
			byId.clear();
			for (const one of view.conversations) byId.set(one.id, one);
			setInbox({
				conversations: sorted(),
				numbers: view.numbers,
				registrations: view.registrations,
				faults: view.faults,
				failures: view.failures,
				moved: view.moved,
				apiKey: view.api_key,
				service: view.service,
				skew: skewOf(view.now),
				connected: true,
			});
		}

		const lost = () => setInbox((before) => before && { ...before, connected: false });

		// Each connection loads everything: the page heard nothing while it was not connected.
		events.onopen = () => void load().catch(lost);
		events.onerror = lost;
		events.onmessage = ({ data }: MessageEvent<string>) => {
			const told = liveMessage.parse(JSON.parse(data));
			if ('reload' in told) {
				void load().catch(lost);
				return;
			}
			for (const one of told.conversations) byId.set(one.id, one);
			setInbox(
				(before) =>
					before && {
						...before,
						conversations: sorted(),
						registrations: told.registrations,
						skew: skewOf(told.now),
					},
			);
		};
		return () => events.close();
	}, []);

	return inbox;
}
