import type { FastifyInstance } from 'fastify';

import { timestamp, type Sandbox } from '../parts/sandbox';
import type { LiveMessage } from './shapes';
import { summarize } from './show';

/** Changes within this time, in milliseconds, are sent together, so that many messages don't overload the page. */
const gatherMs = 60;

/** Server-sent events that keep the inbox page up to date. */
export function liveRoute(app: FastifyInstance, sandbox: Sandbox): void {
	app.get('/_sandbox/events', (request, reply) => {
		reply.hijack();
		const { raw } = reply;
		raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
		raw.write('retry: 1000\n\n');

		const changed = new Set<string>();
		let everything = false;
		let cancelFlush: (() => void) | undefined;

		function flush(): void {
			cancelFlush = undefined;
			// The page is too slow: it is told to load everything once, later, instead of each change.
			if (raw.writableNeedDrain) {
				everything = true;
				raw.once('drain', plan);
				return;
			}
			raw.write(`data: ${JSON.stringify(gather())}\n\n`);
			changed.clear();
			everything = false;
		}

		function gather(): LiveMessage {
			const now = timestamp(sandbox);
			if (everything) return { now, reload: true };
			const found = [...changed].map((id) => sandbox.conversations.find(id));
			return {
				now,
				conversations: found.filter((one) => one !== undefined).map((one) => summarize(one, sandbox)),
				registrations: sandbox.dispatcher.registrations().length,
			};
		}

		function plan(): void {
			cancelFlush ??= sandbox.dependencies.wake(gatherMs, flush);
		}

		const stopListening = sandbox.changes.listen((conversationId) => {
			if (conversationId === undefined) everything = true;
			else changed.add(conversationId);
			plan();
		});
		request.raw.socket.once('close', () => {
			stopListening();
			cancelFlush?.();
		});
	});
}
