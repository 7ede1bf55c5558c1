import { at, firstText, isObject } from '../json';
import { err, ok, type Result } from '../result';

/*
 * What a list endpoint answers (API document, "Endpoints": not shown). The envelope is
 * `{ "data": [...] }` with a cursor in `paging.cursors.after`; others are one entry each.
 */

/** How to ask for the page after this one. */
export type NextPage =
	| { readonly query: Readonly<Record<string, string>> }
	/** To be refused when it leads out of the base URL: the key must not leave. */
	| { readonly url: string };

export interface Page {
	readonly records: readonly unknown[];
	readonly next: NextPage | undefined;
}

const listKeys = ['data', 'templates', 'phone_numbers', 'items', 'results'];

/** The list in a body: a bare array, one of the known keys, or the same one level down in `data`. */
function readRecords(body: unknown): readonly unknown[] | undefined {
	if (Array.isArray(body)) return body;
	for (const key of listKeys) {
		const list = at(body, key);
		if (Array.isArray(list)) return list;
	}
	return isObject(at(body, 'data')) ? readRecords(at(body, 'data')) : undefined;
}

type PagingReader = (body: unknown) => NextPage | 'last' | undefined;

const query = (name: string, value: string | undefined): NextPage | undefined =>
	value === undefined ? undefined : { query: { [name]: value } };

/** Tried in order; the first that says something decides. */
const pagingReaders: readonly PagingReader[] = [
	(body) => {
		const paging = at(body, 'paging');
		if (!isObject(paging)) return undefined;
		// The last page has cursors too; only `next` says that there is another.
		if (firstText(paging.next) === undefined) return undefined;
		return query('after', firstText(at(paging, 'cursors', 'after'))) ?? { url: String(paging.next) };
	},
	(body) =>
		query(
			'cursor',
			firstText(at(body, 'next_cursor'), at(body, 'nextCursor'), at(body, 'pagination', 'next_cursor')),
		),
	(body) => {
		const next = firstText(at(body, 'next'));
		return next !== undefined && /^(https?:\/\/|[/?])/i.test(next) ? { url: next } : undefined;
	},
	(body) => {
		const page = Number(firstText(at(body, 'page')) ?? NaN);
		if (!Number.isInteger(page)) return undefined;
		const total = Number(firstText(at(body, 'total_pages')) ?? NaN);
		const more = at(body, 'has_more') === true || page < total;
		return more ? query('page', String(page + 1)) : 'last';
	},
];

/** Reads one page of a list. An answer that holds no list is an error value, never an empty list. */
export function readPage(body: unknown): Result<Page, 'no-list'> {
	const records = readRecords(body);
	if (records === undefined) return err('no-list');
	// Where the list stands one level down in `data`, so may what leads to its next page.
	for (const holder of [body, at(body, 'data')]) {
		for (const reader of pagingReaders) {
			const next = reader(holder);
			if (next !== undefined) return ok({ records, next: next === 'last' ? undefined : next });
		}
	}
	return ok({ records, next: undefined });
}
