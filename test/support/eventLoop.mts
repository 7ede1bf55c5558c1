import { setImmediate } from 'node:timers/promises';

/** Resolves when everything that waits for nothing but promises has run. */
export const promisesSettled = (): Promise<void> => setImmediate();
