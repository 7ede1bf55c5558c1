/** n8n's engine in a process of its own: does the one thing that it is asked for, sends what came of it and ends. */
import type { Packed } from '../packed.mts';
import { lookUp, type LookUpOrder } from './lookUp.mts';
import { sendAll, type SendOrder } from './sendAll.mts';

export interface Order {
	readonly packed: Packed;
	readonly what: { readonly send: SendOrder } | { readonly lookUp: LookUpOrder };
}

process.once('message', ({ packed, what }: Order) => {
	const work: Promise<object> = 'send' in what ? sendAll(what.send, packed) : lookUp(what.lookUp, packed);
	void work.then((answer) => process.send?.(answer, undefined, undefined, () => process.exit(0)));
});
