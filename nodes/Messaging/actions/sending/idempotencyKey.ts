import { hashOf } from '../../contract/hash';

/**
 * The key under which a service recognises a message that it is sent twice. The same for every try
 * of a run (`seed`), another for every item, and another for an item that by now is meant for
 * somebody else.
 */
export const idempotencyKey = (seed: string, itemIndex: number, to: string): string =>
	hashOf('hex', seed, itemIndex, to).slice(0, 32);
