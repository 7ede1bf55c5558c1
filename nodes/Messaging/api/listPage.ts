import { at, firstText, isObject, numberOf } from '../text/json';
import { err, ok, type Result } from '../result/result';

/*
 * Reads the responses of list endpoints (API document, "Endpoints": not shown). The assumed form is
 * `{ "data": [...] }` with a cursor in `paging.cursors.after`. Another form is one more entry below.
 */

/** How to request the next page. */
export type NextPage =
	| { readonly query: Readonly<Record<string, string>> }
	/** The caller must refuse it where it leads out of the base URL, since the API key would go there. */
	| { readonly url: string };

export interface Page {
	readonly records: readonly unknown[];
	readonly next: NextPage | undefined;
}

const listKeys = ['data', 'templates', 'phone_numbers', 'items', 'results'];

/** The list in a body: the body itself, the value of a known key, or one of these inside `data`. */
function readRecords(body: unknown): readonly unknown[] | undefined {
	if (Array.isArray(body)) return body;
	for (const key of listKeys) {
		const list = at(body, key);
		if (Array.isArray(list)) return list;
	}
	return isObject(at(body, 'data')) ? readRecords(at(body, 'data')) : undefined;
}

/** `count` is how many records the page has. */
type PagingReader = (body: unknown, count: number) => NextPage | 'last' | undefined;

const query = (name: string, value: string | undefined): NextPage | undefined =>
	value === undefined ? undefined : { query: { [name]: value } };

/** Tried in order: the first result that is not undefined counts. */
const pagingReaders: readonly PagingReader[] = [
	(body) => {
		const paging = at(body, 'paging');
		if (!isObject(paging)) return undefined;
		// The last page has cursors too: only `next` says that there is another page.
		if (firstText(paging.next) === undefined) return undefined;
		return query('after', firstText(at(paging, 'cursors', 'after'))) ?? { url: String(paging.next) };
	},
	(body) =>
		query(
			'cursor',
			firstText(
				at(body, 'next_cursor'), at(body, 'nextCursor'), at(body, 'pagination', 'next_cursor'), at(body, 'paging', 'next_cursor'), at(body, 'meta', 'next_cursor'),
			),
		),
	(body) => {
		const next = firstText(at(body, 'next'), at(body, 'links', 'next'), at(body, 'next_page_url'));
		return next !== undefined && /^(https?:\/\/|[/?])/i.test(next) ? { url: next } : undefined;
	},
	(body, count) => {
		const holder = holderOf('page', body);
		if (holder === undefined) return undefined;
		const page = numberOf(at(holder, 'page'));
		const pages = numberOf(at(holder, 'total_pages') ?? at(holder, 'totalPages'));
		const size = numberOf(at(holder, 'per_page') ?? at(holder, 'page_size') ?? at(holder, 'limit'));
		// A page can have more records than its size says.
		const isCutOff = count > 0 && page * Math.max(size, count) < totalIn(holder);
		return goesOn(holder) || page < pages || isCutOff ? query('page', String(page + 1)) : 'last';
	},
	(body, count) => {
		const holder = holderOf('offset', body);
		const next = numberOf(at(holder, 'offset')) + count;
		return next < totalIn(holder) ? query('offset', String(next)) : undefined;
	},
];

/** The part of a body that has a whole number under this key. */
const holderOf = (key: string, body: unknown): unknown =>
	[body, at(body, 'pagination'), at(body, 'meta')].find((one) => Number.isInteger(numberOf(at(one, key))));

const totalIn = (holder: unknown): number => numberOf(at(holder, 'total') ?? at(holder, 'total_count'));

/** Whether a response says that the list goes on. */
const goesOn = (holder: unknown): boolean =>
	[holder, at(holder, 'paging'), at(holder, 'pagination'), at(holder, 'meta')].some((one) => at(one, 'has_more') === true || at(one, 'hasMore') === true);

/**
 * Reads one page of a list. A response without a list is an error, never an empty list; so is one that says that there is
 * more, and not how to ask for it.
 */
export function readPage(body: unknown): Result<Page, 'no-list' | 'no-next-page'> {
	const records = readRecords(body);
	if (records === undefined) return err('no-list');
	// If the list is inside `data`, the link to its next page may be there too.
	const holders = [body, at(body, 'data')];
	for (const holder of holders) {
		for (const reader of pagingReaders) {
			const next = reader(holder, records.length);
			if (next !== undefined) return ok({ records, next: next === 'last' ? undefined : next });
		}
	}
	return holders.some(goesOn) ? err('no-next-page') : ok({ records, next: undefined });
}
