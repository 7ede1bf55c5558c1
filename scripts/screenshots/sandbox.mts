import { createHash } from 'node:crypto';
import { startSandbox } from '../../sandbox/start.mts';
import { beforeShutdown } from '../n8n/shutdown.mts';

/** When the pictures were taken, as far as they show. */
const startsAt = Date.parse('2026-11-20T09:30:00Z');

export interface ScreenshotSandbox {
	url: string;
	apiKey: string;
	/** Asks one of the sandbox's control endpoints to do something. */
	control(path: string, body: object): Promise<void>;
}

/** Runs the sandbox with a date that is the same each time, and with ids of one sequence, so that two makings of a picture look alike. */
export async function startScreenshotSandbox(port: number): Promise<ScreenshotSandbox> {
	const began = Date.now();
	let ids = 0;
	const sandbox = await startSandbox({
		port,
		seed: 1,
		dependencies: {
			now: () => startsAt + Date.now() - began,
			newId: () => createHash('sha256').update(String(ids++)).digest('hex').slice(0, 20),
		},
	});
	beforeShutdown(() => sandbox.close());
	const { url, apiKey } = sandbox;
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
