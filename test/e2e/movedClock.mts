import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeShutdown } from '../../scripts/n8n/shutdown.mts';
import { tell } from './sandboxControl.mts';
import { until } from './until.mts';
import { startInstance, type Instance } from './world.mts';

/** An n8n whose whole process lives at another time, and a sandbox that moves with it. */
export interface MovedInstance extends Instance {
	/** Moves both clocks forward. @param at milliseconds since 1970 */
	moveTo(at: number): Promise<void>;
	stop(): Promise<void>;
}

/** Starts one. Debian's libfaketime moves the clock, for n8n's database and its isolates too; timers keep real time. */
export async function startAt(at: number): Promise<MovedInstance> {
	const folder = await mkdtemp(join(tmpdir(), 'n8n-nodes-messaging-clock-'));
	beforeShutdown(() => rm(folder, { recursive: true, force: true }));
	const clock = join(folder, 'clock');
	const set = (to: number) => writeFile(clock, `+${String(Math.ceil((to - Date.now()) / 1000))}`);
	await set(at);
	const { n8n, ...instance } = await startInstance({
		LD_PRELOAD: '/usr/$LIB/faketime/libfaketimeMT.so.1',
		FAKETIME_TIMESTAMP_FILE: clock,
		FAKETIME_CACHE_DURATION: '1',
		FAKETIME_DONT_FAKE_MONOTONIC: '1',
	});
	let sandboxAt = Date.now();
	return {
		...instance,
		async moveTo(to) {
			await set(to);
			await tell(instance, 'clock', { advance_ms: to - sandboxAt });
			sandboxAt = to;
			await until('n8n to see its clock moved: is libfaketime installed?', async () => {
				const answer = await fetch(`${n8n.url}/healthz`);
				return Date.parse(answer.headers.get('date') ?? '') >= to || undefined;
			});
		},
		stop: () => n8n.stop(),
	};
}
