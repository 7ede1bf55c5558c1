import { hashOf } from '../../text/hash';
import { asRead } from '../../text/invisible';
import { isObject } from '../../text/json';
import { nameItems } from '../../text/wording';
import type { Link, Ready } from '../message';

/** What a person should know of the messages that leave, and what no item says by itself. */
export interface Notices {
	/** Looks at what leaves, and changes nothing. */
	readonly link: Link<Ready>;
	/** Notes that a message leaves. Gives the item that is the same message to the same recipient, if one was noted before. */
	note(message: Ready): number | undefined;
	/** The items that are the same message to the same recipient as an item before them, in their order. */
	repeats(): readonly number[];
	/** How many messages are in each Fallback Language. */
	readonly inFallback: ReadonlyMap<string, number>;
}

/** @param isCompared whether the run has several messages, and no Message Keys that tell them apart */
export function openNotices(isCompared: boolean): Notices {
	/** The first item of each message, by a short hash: a run can have a hundred thousand messages. */
	const firsts = new Map<string, number>();
	const repeats: number[] = [];
	const inFallback = new Map<string, number>();

	function firstOf({ index, request, comparable = request, headerFile }: Ready): number | undefined {
		if (!isCompared) return undefined;
		const hash = hashOf('base64', asSeen(comparable), headerFile?.identity ?? null).slice(0, 12);
		const known = firsts.get(hash);
		// Messages to the same person leave in the order of the input.
		if (known === undefined) firsts.set(hash, index);
		else repeats.push(index);
		return known;
	}

	function note(message: Ready): number | undefined {
		const { fallbackLanguage } = message;
		if (fallbackLanguage !== undefined) inFallback.set(fallbackLanguage, 1 + (inFallback.get(fallbackLanguage) ?? 0));
		return firstOf(message);
	}

	return {
		link: (next) => async (message) => {
			const sent = await next(message);
			if (sent?.outcome === 'accepted' || sent?.outcome === 'unknown') note(message);
			return sent;
		},
		note,
		repeats: () => repeats.sort((one, other) => one - other),
		inFallback,
	};
}

/** A message as its reader sees it: not what nobody sees, how many blanks there are, or in which order its values were given. */
function asSeen(value: unknown): unknown {
	if (typeof value === 'string') return asRead(value).normalize().replace(/ +(?=\n| )|(?<=\n) +/g, '');
	if (Array.isArray(value)) return value.map(asSeen);
	return isObject(value) ? Object.keys(value).sort().map((key) => [key, asSeen(value[key])]) : value;
}

/** Which items repeat another one, the first of them by number. */
export const describeRepeats = (items: readonly number[]): string =>
	items.length === 1
		? `${nameItems(items)} repeats the message of an item before it to the same recipient`
		: `${nameItems(items)} repeat messages of items before them to the same recipients`;
