import type { Category } from '../../nodes/Messaging/result/categories';
import type { Outcome } from '../../nodes/Messaging/result/failure';
import { isHeld, messageIdOf, readSendResponse } from '../../nodes/Messaging/request/sendResult';
import envelopes from './data/errorEnvelopes.json';
import records from './data/records.json';

const now = Date.UTC(2026, 10, 20, 10, 0, 0);
const to = '+12015550123';
const answer = (status: number, body: unknown = '', headers = {}) => ({
	status,
	headers,
	text: typeof body === 'string' ? body : JSON.stringify(body),
});
const accepted = (response: object) => ({ outcome: 'accepted', response });
const nothing = { success: true, message_id: null, to };

test.each<[string, number, unknown, object]>([
	['the documented answer, as it is', 200, records.sendResponse.documented, records.sendResponse.documented],
	['202 with success and no id', 202, { success: true }, { success: true }],
	['no content', 204, '', nothing],
	['an id without success', 200, { message_id: 'm1' }, { message_id: 'm1' }],
	['id', 200, { success: true, id: 'm1' }, { success: true, id: 'm1', message_id: 'm1' }],
	['messageId', 200, { messageId: 'm1' }, { messageId: 'm1', message_id: 'm1' }],
	['data.message_id', 200, { data: { message_id: 'm1' } }, { data: { message_id: 'm1' }, message_id: 'm1' }],
	["Meta's answer", 200, records.sendResponse.meta, { ...records.sendResponse.meta, message_id: 'wamid.X' }],
	['another id where message_id is null', 200, { message_id: null, id: 'm1' }, { message_id: 'm1', id: 'm1' }],
])('accepted: %s', (_form, status, body, response) => {
	expect(readSendResponse(answer(status, body), to, now)).toEqual(accepted(response));
});

describe('what stands beside an ID in a response with status 200', () => {
	/** Nothing that says no. */
	const nothingMore = [
		{ error: null }, { error: {} }, { error: [] }, { error: 0 }, { error: '' }, { error: { code: 0, message: '' } },
		{ errors: { to: [] } }, { error: 'none' }, { error_code: 0 }, { errorCode: '000' }, { status: 'failed_over' }, { status: 200 },
	];
	/** What says no, by itself. */
	const no = [
		{ error: { code: 131026 } }, { error: 'No' }, { error: true }, { errors: [{ code: 131026 }] },
		{ errors: { to: ['is no number'] } }, { status: 'failed' }, { status: ' Failed ' }, { status: 'rejected' }, { status: 400 },
		{ message_status: 'failed' }, { type: 'error' }, { ok: false }, { error_code: 63016 }, { errorCode: '131047' },
		{ success: false }, { success: 'false' }, { success: 0 },
	];
	/** What is neither yes nor no. */
	const unclear = [{ success: 'true' }, { success: 1 }, { success: 'yes' }, { success: null }, { success: {} }, { success: '' }];
	/** The IDs that only a message has. */
	const messageIds: Array<(more: object) => object> = [
		(more) => ({ message_id: 'm1', ...more }),
		(more) => ({ id: 'r1', message_id: 'm1', ...more }),
		(more) => ({ messageId: 'm1', ...more }),
		(more) => ({ data: { message_id: 'm1' }, ...more }),
		(more) => ({ data: { message_id: 'm1', ...more } }),
		(more) => ({ messages: [{ id: 'm1' }], ...more }),
		(more) => ({ messages: [{ id: 'm1', ...more }] }),
	];
	const anyId = (more: object) => ({ id: 'x1', ...more });
	const outcomeOf = (body: object) => readSendResponse(answer(200, body), to, now).outcome;

	test.each(nothingMore)('%j: the message is accepted', (more) => {
		for (const id of [...messageIds, anyId]) expect([id(more), outcomeOf(id(more))]).toEqual([id(more), 'accepted']);
	});

	test.each(no)("%j: it is rejected, and unknown if the ID is a message's", (more) => {
		expect(outcomeOf(anyId(more))).toBe('rejected');
		for (const id of messageIds) expect([id(more), outcomeOf(id(more))]).toEqual([id(more), 'unknown']);
		expect(outcomeOf({ message_id: null, ...more })).toBe('rejected');
	});

	test.each(unclear)('%j: it is unknown', (more) => {
		for (const id of [...messageIds, anyId]) expect([id(more), outcomeOf(id(more))]).toEqual([id(more), 'unknown']);
	});

	test('success that stands beside an error is unknown without an ID too, and the error is quoted', () => {
		expect(readSendResponse(answer(200, { success: true, error: { message: 'No money', code: 7 } }), to, now)).toMatchObject({
			outcome: 'unknown',
			failure: { category: 'invalid-request', code: '7', message: expect.stringMatching(/contradicts itself/), description: expect.stringContaining('No money') },
		});
	});
});

/** Status, body, headers; then outcome, category and what else is known. */
type Row = [number, unknown, object, Outcome, Category, object?];

const rows: Row[] = [
	// 2xx that says it was not taken
	[200, { success: false, error: { message: 'No', code: 'E1' } }, {}, 'rejected', 'invalid-request', { code: 'E1' }],
	[200, envelopes.sent_dm, {}, 'rejected', 'invalid-request', { code: 'BUSINESS_002', requestId: '<id>' }],
	[200, { success: false, error: { code: 131056 } }, { 'retry-after': '3' }, 'rejected', 'rate-limited', { retryAfterMs: 3000 }],
	[200, envelopes.meta_http, {}, 'rejected', 'rate-limited', { code: '130429', requestId: '<id>' }],
	[202, { status: 'failed', message: 'No' }, {}, 'rejected', 'invalid-request', { httpStatus: 202 }],
	// 2xx that says nothing
	...[
		...['<html>Welcome</html>', {}, [], [{ message_id: 'm1' }], 'null', 'true', { status: 'queued' }],
		...[{ error: false, result: 'queued' }, { error: {}, result: 'queued' }, { errors: [null] }],
	].map((body): Row => [200, body, {}, 'unknown', 'service', { httpStatus: 200 }]),
	// redirects, of which none is followed
	[301, '', { location: 'https://elsewhere.example' }, 'unknown', 'service', { httpStatus: 301 }],
	[303, '', { location: '/done' }, 'unknown', 'service'],
	[307, '', { location: 'https://elsewhere.example' }, 'rejected', 'service', { httpStatus: 307 }],
	[308, '', { location: 'https://elsewhere.example' }, 'rejected', 'service', { httpStatus: 308 }],
	// 4xx
	[408, '', {}, 'rejected', 'invalid-request'],
	[422, { success: true, message_id: 'm1' }, {}, 'rejected', 'invalid-request'],
	// 5xx
	[500, { error: { message: 'No' } }, {}, 'unknown', 'service', { httpStatus: 500 }],
	[500, { error: { code: 131047 } }, {}, 'unknown', 'window-closed'],
	[500, { error: { code: 130429 } }, {}, 'unknown', 'service'],
	[500, { success: false }, {}, 'unknown', 'service'],
	[503, '', {}, 'unknown', 'service'],
	[503, '', { 'retry-after': 'soon' }, 'unknown', 'service'],
	[503, '', { 'retry-after': '5' }, 'rejected', 'service', { retryAfterMs: 5000, httpStatus: 503 }],
	[503, '', { 'retry-after': 'Fri, 20 Nov 2026 10:00:05 GMT' }, 'rejected', 'service', { retryAfterMs: 5000 }],
];

test.each(rows)('not accepted: %i %j %j is %s, %s', (status, body, headers, outcome, category, more = {}) => {
	const sent = readSendResponse(answer(status, body, headers), to, now);
	expect(sent).toMatchObject({ outcome, failure: { category, ...more } });
	// What may have been sent says to look before sending again.
	expect(JSON.stringify(sent).includes('may or may not have been sent')).toBe(outcome === 'unknown');
});

test.each<[object, boolean]>([
	[{ message_id: 'm1', message_status: 'held_for_quality_assessment' }, true],
	[{ messages: [{ id: 'm1', message_status: 'held_for_quality_assessment' }] }, true],
	[{ data: { message_id: 'm1', message_status: 'HELD_FOR_QUALITY_ASSESSMENT' } }, true],
	[{ message_id: 'm1', message_status: 'accepted' }, false],
	[{ message_id: 'm1' }, false],
	[{}, false],
])('%j is held until its template was judged: %s', (body, isSo) => {
	expect(isHeld({ success: true, ...body })).toBe(isSo);
	expect(readSendResponse(answer(200, { success: true, message_id: 'm1', ...body }), to, now)).toMatchObject({ outcome: 'accepted', response: body });
});

test('a blank or structured id is no message id', () => {
	for (const id of ['', ' ', null, {}, [], true]) expect(messageIdOf({ message_id: id, id })).toBeUndefined();
	expect(messageIdOf({ message_id: '', id: 7 })).toBe('7');
	expect(messageIdOf(undefined)).toBeUndefined();
});
