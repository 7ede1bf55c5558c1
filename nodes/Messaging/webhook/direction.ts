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

/** What becomes of a message of the account. */
const outcomes: ReadonlySet<string> = new Set(['delivered', 'read', 'failed', 'undelivered']);

/** The words of an event's name. Only the end is read, as of statuses: the name may be repeated for many records. */
const wordsOf = (event: string | undefined): string[] =>
	event?.slice(-60).replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase().split(/[^a-z]+/) ?? [];

/** Whether an event's name says that it is about what the account has sent, as `message.delivered` and `messageSent` do. */
export const namesSent = (event: string | undefined): boolean => wordsOf(event).some((word) => outward.has(word) || outcomes.has(word));

/** Whether an event's name says that a person has written, as `message.received` and `inboundMessage` do. */
export function namesReceived(event: string | undefined): boolean {
	const words = wordsOf(event);
	return words.some((word) => word === 'message' || word === 'messages') && words.some((word) => inward.has(word)) && !words.some((word) => outward.has(word));
}
