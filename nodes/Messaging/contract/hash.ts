import { hash } from 'node:crypto';

/** SHA-256 over several values as JSON, which keeps apart what ends where. */
export const hashOf = (encoding: 'hex' | 'base64', ...parts: readonly unknown[]): string =>
	hash('sha256', JSON.stringify(parts), encoding);
