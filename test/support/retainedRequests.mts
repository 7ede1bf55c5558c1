import { subscribe, unsubscribe, type ChannelListener } from 'node:diagnostics_channel';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { promisesSettled } from './eventLoop.mts';

/** How many of the HTTP requests that came in meanwhile are still held by something afterwards. */
export async function requestsKeptBy(work: () => Promise<void>): Promise<number> {
	const came: Array<WeakRef<object>> = [];
	const note = ({ request }: { request: object }) => came.push(new WeakRef(request));
	subscribe('http.server.request.start', note as ChannelListener);
	await work();
	unsubscribe('http.server.request.start', note as ChannelListener);
	setFlagsFromString('--expose-gc');
	const collect = runInNewContext('gc') as () => void;
	for (let time = 0; time < 5; time++) {
		// What is held until the end of a turn of the event loop is let go first.
		await promisesSettled();
		collect();
	}
	if (came.length === 0) throw new Error('No request came in');
	return came.filter((request) => request.deref() !== undefined).length;
}
