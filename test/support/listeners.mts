import { getEventListeners } from 'node:events';

/** How many listeners wait for a signal. */
export const listenerCount = (signal: AbortSignal): number => getEventListeners(signal, 'abort').length;
