import { createHash } from 'node:crypto';
import { bundleInbox } from '../../sandbox/bundleInbox.mts';
import { seededRandom } from '../../sandbox/seededRandom.ts';
import { createService } from '../../sandbox/service.ts';
import { beforeShutdown } from '../n8n/shutdown.mts';

/** When the pictures were taken, as far as they show. */
const startsAt = Date.parse('2026-11-20T09:30:00Z');

export interface PicturedService {
	url: string;
	apiKey: string;
	/** Asks one of the sandbox's control endpoints to do something. */
	control(path: string, body: object): Promise<void>;
}

/** Runs the sandbox with a date that is the same each time, and with ids of one sequence, so that two makings of a picture look alike. */
export async function runPicturedService(port: number): Promise<PicturedService> {
	const apiKey = 'sandbox-key';
	const began = Date.now();
	let ids = 0;
	const app = await createService({
		dependencies: {
			now: () => startsAt + Date.now() - began,
			wake(afterMs, run) {
				const timer = setTimeout(run, afterMs);
				return () => clearTimeout(timer);
			},
			random: seededRandom(1),
			newId: () => createHash('sha256').update(String(ids++)).digest('hex').slice(0, 20),
			async post({ url, headers, body }) {
				const sent = fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(10_000) });
				return sent.then(
					async (answer) => ({ status: answer.status, body: await answer.text() }),
					(cause: unknown) => ({ failure: String(cause) }),
				);
			},
		},
		apiKey,
		page: await bundleInbox(),
		settings: {},
	});
	const url = await app.listen({ port, host: '127.0.0.1' });
	beforeShutdown(() => app.close());
	return {
		url,
		apiKey,
		async control(path, body) {
			const answer = await fetch(`${url}/_sandbox${path}`, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify(body),
			});
			if (!answer.ok) throw new Error(`The sandbox answered ${path} with ${String(answer.status)}: ${await answer.text()}`);
		},
	};
}
