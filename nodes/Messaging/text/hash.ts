import { hash } from 'node:crypto';

/** SHA-256 of several values, written as JSON so that `('a', 'bc')` and `('ab', 'c')` differ. */
export const hashOf = (encoding: 'hex' | 'base64', ...parts: readonly unknown[]): string =>
	hash('sha256', JSON.stringify(parts), encoding);
