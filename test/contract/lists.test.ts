import fc from 'fast-check';

import { readPage } from '../../nodes/Messaging/api/listPage';
import { mostRecords, newRoom, takeRecords } from '../../nodes/Messaging/api/listRoom';

const records = [{ id: 'a' }, { id: 'b' }];
const last = { ok: true, value: { records, next: undefined } };
const then = (next: object) => ({ ok: true, value: { records, next } });

/** Every form in which a list may come; `more` is what stands beside it. */
const envelopes: ReadonlyArray<[string, (more?: object) => unknown]> = [
	['data', (more) => ({ data: records, ...more })],
	['templates', (more) => ({ templates: records, ...more })],
	['phone_numbers', (more) => ({ phone_numbers: records, ...more })],
	['items', (more) => ({ items: records, ...more })],
	['results', (more) => ({ results: records, ...more })],
	['data.templates', (more) => ({ data: { templates: records }, ...more })],
	['data.items', (more) => ({ success: true, data: { items: records }, ...more })],
	['data.templates, the paging beside it', (more) => ({ data: { templates: records, ...more } })],
];

const pagings: ReadonlyArray<[string, object, object]> = [
	[
		'paging.cursors.after with paging.next',
		{ paging: { cursors: { before: 'b', after: 'a' }, next: 'https://api.example.com/x?after=a' } },
		{ query: { after: 'a' } },
	],
	[
		'paging.next without a cursor',
		{ paging: { next: 'https://api.example.com/x?page=2' } },
		{ url: 'https://api.example.com/x?page=2' },
	],
	['next_cursor', { next_cursor: 'c' }, { query: { cursor: 'c' } }],
	['nextCursor', { nextCursor: 'c' }, { query: { cursor: 'c' } }],
	['a numeric cursor', { next_cursor: 50 }, { query: { cursor: '50' } }],
	['pagination.next_cursor', { pagination: { next_cursor: 'c', total: 9 } }, { query: { cursor: 'c' } }],
	['paging.next_cursor', { paging: { next_cursor: 'c' } }, { query: { cursor: 'c' } }],
	['meta.next_cursor', { meta: { next_cursor: 'c' } }, { query: { cursor: 'c' } }],
	['links.next', { links: { next: '/v1/x?p=2' } }, { url: '/v1/x?p=2' }],
	['next as a URL', { next: 'https://api.example.com/x?p=2' }, { url: 'https://api.example.com/x?p=2' }],
	['next as a path', { next: '/v1/x?p=2' }, { url: '/v1/x?p=2' }],
	['next as a query', { next: '?p=2' }, { url: '?p=2' }],
	['page and total_pages', { page: 1, total_pages: 2 }, { query: { page: '2' } }],
	['page and total_pages as strings', { page: '9', total_pages: '10' }, { query: { page: '10' } }],
	['page and total_pages under pagination', { pagination: { page: 1, total_pages: 2 } }, { query: { page: '2' } }],
	['page and total_pages under meta', { meta: { page: 1, total_pages: 2 } }, { query: { page: '2' } }],
	['page and has_more', { page: 3, has_more: true }, { query: { page: '4' } }],
	['page and hasMore', { pagination: { page: 3, hasMore: true } }, { query: { page: '4' } }],
	['page and totalPages', { page: 1, totalPages: 2 }, { query: { page: '2' } }],
	['page, per_page and total', { page: 1, per_page: 2, total: 3 }, { query: { page: '2' } }],
	['page, limit and total under meta', { meta: { page: 2, limit: 2, total: 5 } }, { query: { page: '3' } }],
	['offset and total', { offset: 4, limit: 2, total: 9 }, { query: { offset: String(4 + records.length) } }],
	['offset and total under pagination', { pagination: { offset: '0', total: '9' } }, { query: { offset: String(records.length) } }],
	['next_page_url', { current_page: 1, last_page: 2, next_page_url: '/v1/x?page=2' }, { url: '/v1/x?page=2' }],
	['a cursor beside a paging object that says nothing', { paging: { total: 9 }, next_cursor: 'c' }, { query: { cursor: 'c' } }],
];

const ends: ReadonlyArray<[string, object]> = [
	['nothing more', {}],
	['cursors without paging.next', { paging: { cursors: { before: 'b', after: 'a' } } }],
	['an empty next_cursor', { next_cursor: '' }],
	['a null next_cursor', { next_cursor: null }],
	['a null next', { next: null }],
	['the last page', { page: 2, total_pages: 2 }],
	['the last page under pagination', { pagination: { page: 2, total_pages: 2 } }],
	['no more', { page: 2, has_more: false }],
	['the last page by its size', { page: 2, per_page: 2, total: 4 }],
	['all records on a page of no size', { page: 1, per_page: 0, total: records.length }],
	['the last records by their total', { offset: 9 - records.length, total: 9 }],
	['a total alone', { total: 9 }],
	['a null next_page_url', { next_page_url: null }],
];

const cutOff: ReadonlyArray<[string, object]> = [
	['has_more', { has_more: true }],
	['hasMore', { hasMore: true }],
	['pagination.has_more', { pagination: { has_more: true } }],
	['paging.has_more', { paging: { has_more: true } }],
	['meta.has_more', { meta: { has_more: true } }],
];

describe.each(envelopes)('a list under %s', (_name, envelope) => {
	test.each(pagings)('goes on by %s', (_form, more, next) => {
		expect(readPage(envelope(more))).toEqual(then(next));
	});

	test.each(ends)('ends with %s', (_form, more) => {
		expect(readPage(envelope(more))).toEqual(last);
	});

	test.each(cutOff)('is no whole list with %s and no way to ask for more', (_form, more) => {
		expect(readPage(envelope(more))).toEqual({ ok: false, error: 'no-next-page' });
	});
});

test('a bare array is a list, and an empty page is a page, after which others may come', () => {
	expect(readPage(records)).toEqual(last);
	for (const empty of [[], { data: [], page: 3, per_page: 2, total: 9 }]) expect(readPage(empty)).toEqual({ ok: true, value: { records: [], next: undefined } });
	expect(readPage({ data: [], next_cursor: 'c' })).toEqual({ ok: true, value: { records: [], next: { query: { cursor: 'c' } } } });
});

test.each([undefined, null, '<html></html>', 7, {}, { data: null }, { data: {} }, { data: 'none' }, { data: { message: 'ok' } }, { error: { message: 'no' } }])('an answer without a list is an error, never an empty list: %j', (body) => {
	expect(readPage(body)).toEqual({ ok: false, error: 'no-list' });
});

test('as many records as are allowed have room, and not one more', () => {
	expect([0, 1].map((more) => takeRecords(newRoom(), mostRecords + more))).toEqual([true, false]);
});

test('property: whatever comes, reading it throws nothing', () => {
	const keys = ['data', 'templates', 'paging', 'cursors', 'after', 'next', 'page', 'total_pages', 'has_more'];
	const { body } = fc.letrec<{ body: unknown }>((tie) => ({
		body: fc.oneof(
			{ depthSize: 'small' },
			fc.constantFrom<unknown>(null, true, 1, '', 'x', '/x', [], {}),
			fc.dictionary(fc.constantFrom(...keys), tie('body')),
			fc.array(tie('body'), { maxLength: 3 }),
		),
	}));
	fc.assert(
		fc.property(body, (given) => {
			const page = readPage(given);
			if (page.ok) expect(Array.isArray(page.value.records)).toBe(true);
		}),
	);
});
