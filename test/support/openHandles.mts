import { getEventListeners } from 'node:events';
import { promisesSettled } from './eventLoop.mts';
import type { RawService } from './rawService.mts';

/** How many timers and connections keep this process alive. */
export const countOpenHandles = (): number =>
	process.getActiveResourcesInfo().filter((name) => /Timeout|TCPSocketWrap|TLSWrap/.test(name)).length;

/** Waits until a service has no connection left. */
export async function noConnectionLeft(service: RawService): Promise<void> {
	while ((await service.open()) > 0) await promisesSettled();
}

/** Waits until this process has no more than it had before. */
export async function openHandlesBackTo(before: number): Promise<void> {
	while (countOpenHandles() > before) await promisesSettled();
}

export const listenersOf = (signal: AbortSignal) => getEventListeners(signal, 'abort').length;
