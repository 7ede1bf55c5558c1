import { at, firstText } from '../text/json';

const inward: ReadonlySet<string> = new Set(['inbound', 'incoming', 'received']);
const outward: ReadonlySet<string> = new Set(['outbound', 'outgoing', 'sent', 'echo', 'echoes']);

/** Whether a record says itself that a person has sent it (in), or the account (out). */
export function readDirection(record: unknown): 'in' | 'out' | undefined {
	if (at(record, 'from_me') === true || at(record, 'fromMe') === true) return 'out';
	const given = firstText(at(record, 'direction'))?.trim().toLowerCase() ?? '';
	if (given === 'in' || inward.has(given)) return 'in';
	return given === 'out' || outward.has(given) ? 'out' : undefined;
}

/** Whether an event's name says that a person has written, as `message.received` and `inboundMessage` do. */
export function namesReceived(event: string | undefined): boolean {
	// Only the end is read, as of statuses: the name may be repeated for many records.
	const words = event?.slice(-60).replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase().split(/[^a-z]+/) ?? [];
	return words.some((word) => word === 'message' || word === 'messages') && words.some((word) => inward.has(word)) && !words.some((word) => outward.has(word));
}
