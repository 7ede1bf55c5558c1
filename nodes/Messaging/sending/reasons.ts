import { categories } from '../result/categories';
import type { Failure } from '../result/failure';
import { groupBy } from '../text/groupBy';

/** An item that failed, by its place in the input. */
export interface ItemFailure {
	readonly index: number;
	readonly failure: Failure;
}

/** Items that failed for the same reason. */
export interface Reason {
	readonly reason: string;
	readonly items: readonly ItemFailure[];
}

/** Why items failed, most frequent first. */
export function groupByReason(failed: readonly ItemFailure[]): Reason[] {
	const reasons = [...groupBy(failed, ({ failure }) => reasonOf(failure))].map(([reason, items]) => ({ reason, items }));
	return reasons.sort((one, other) => other.items.length - one.items.length);
}

/** What an error message quotes of the item. */
export const quoted = /: (".*")$/s;

/** Why an item failed, in few words that are the same for all such items. */
function reasonOf({ category, message }: Failure): string {
	const { reason, counted } = categories[category];
	return reason === 'time' ? counted : message.replace(quoted, '');
}

export const placesOf = (all: ReadonlyArray<{ readonly index: number }>): number[] => all.map(({ index }) => index);
