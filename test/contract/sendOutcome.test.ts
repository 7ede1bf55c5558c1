import type { Category, Outcome } from '../../nodes/Messaging/api/failure';
import { isHeld, messageIdOf, readSendConnectionFailure, readSendResponse } from '../../nodes/Messaging/message/sendResult';
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

describe('accepted', () => {
	test.each<[string, number, unknown, object]>([
		['the documented answer, as it is', 200, records.sendResponse.documented, records.sendResponse.documented],
		['201', 201, { success: true, message_id: 'm1', to }, { success: true, message_id: 'm1', to }],
		['202 with success and no id', 202, { success: true }, { success: true }],
		['an empty answer', 200, '', nothing],
		['no content', 204, '', nothing],
		['blanks', 200, ' \r\n', nothing],
		['an id without success', 200, { message_id: 'm1' }, { message_id: 'm1' }],
		['id', 200, { success: true, id: 'm1' }, { success: true, id: 'm1', message_id: 'm1' }],
		['messageId', 200, { messageId: 'm1' }, { messageId: 'm1', message_id: 'm1' }],
		['data.message_id', 200, { data: { message_id: 'm1' } }, { data: { message_id: 'm1' }, message_id: 'm1' }],
		["Meta's answer", 200, records.sendResponse.meta, { ...records.sendResponse.meta, message_id: 'wamid.X' }],
		['message_id before others', 200, { id: 'x', message_id: 'm1' }, { id: 'x', message_id: 'm1' }],
		['another id where message_id is null', 200, { message_id: null, id: 'm1' }, { message_id: 'm1', id: 'm1' }],
		['an id beyond 2^53', 200, '{"id":9007199254740993}', { id: '9007199254740993', message_id: '9007199254740993' }],
		['an error that is null', 200, { success: true, message_id: 'm1', error: null }, { success: true, message_id: 'm1', error: null }],
		['an answer with more than was asked', 200, { success: true, message_id: 'm1', cost: 0.05 }, { success: true, message_id: 'm1', cost: 0.05 }],
	])('%s', (_form, status, body, response) => {
		expect(readSendResponse(answer(status, body), to, now)).toEqual(accepted(response));
	});
});

describe('what stands beside an ID in a response with status 200', () => {
	/** Nothing that says no. */
	const nothingMore = [
		{ error: null },
		{ error: {} },
		{ error: [] },
		{ error: 0 },
		{ error: false },
		{ error: '' },
		{ errors: [], status: 'accepted' },
		{ message_status: 'held_for_quality_assessment' },
		{ success: true, error: null, status: 'queued' },
		{ error: { code: 0, message: '' } },
		{ error: { code: null, message: null } },
		{ errors: { to: [] } },
		{ error: 'none' },
		{ error_code: 0 },
		{ status: 'failed_over' },
		{ status: 200 },
	];
	/** What says no, by itself. */
	const no = [
		{ error: { code: 131026 } },
		{ error: 'No' },
		{ error: true },
		{ errors: [{ code: 131026 }] },
		{ errors: { to: ['is no number'] } },
		{ status: 'failed' },
		{ status: 'FAILED' },
		{ status: ' Failed ' },
		{ status: 'error' },
		{ status: 'rejected' },
		{ status: 'undelivered' },
		{ status: 400 },
		{ message_status: 'failed' },
		{ type: 'error' },
		{ ok: false },
		{ error_code: 63016 },
		{ errorCode: '131047' },
		{ success: false },
		{ success: 'false' },
		{ success: 'False', error: null },
		{ success: 0 },
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
	[200, { success: false, error: 'No' }, {}, 'rejected', 'invalid-request', { httpStatus: 200 }],
	[200, { success: false, error: { message: 'No', code: 'E1' } }, {}, 'rejected', 'invalid-request', { code: 'E1' }],
	[200, envelopes.sent_dm, {}, 'rejected', 'invalid-request', { code: 'BUSINESS_002', requestId: '<id>' }],
	[200, { success: false, error: { code: 130429 } }, {}, 'rejected', 'rate-limited', { code: '130429' }],
	[200, { success: false, error: { code: 131056 } }, { 'retry-after': '3' }, 'rejected', 'rate-limited', { retryAfterMs: 3000 }],
	[200, { success: false, error: { code: 131047 } }, {}, 'rejected', 'window-closed'],
	[200, { success: false, message: 'The 24-hour window is closed' }, {}, 'rejected', 'window-closed'],
	[200, { success: false, error: { code: 190, message: 'Key expired' } }, {}, 'rejected', 'authentication'],
	[200, { error: { message: 'No', code: 100 } }, {}, 'rejected', 'invalid-request', { code: '100' }],
	[200, { error: 'No' }, {}, 'rejected', 'invalid-request'],
	[200, { errors: [{ message: 'No' }] }, {}, 'rejected', 'invalid-request'],
	[200, envelopes.meta_http, {}, 'rejected', 'rate-limited', { code: '130429', requestId: '<id>' }],
	[202, { status: 'failed', message: 'No' }, {}, 'rejected', 'invalid-request', { httpStatus: 202 }],
	[200, { status: 'FAILED' }, {}, 'rejected', 'invalid-request'],
	// 2xx that says nothing
	[200, '<html>Welcome</html>', {}, 'unknown', 'service', { httpStatus: 200 }],
	[200, 'OK', {}, 'unknown', 'service'],
	[200, '{"success":true,"message_', {}, 'unknown', 'service'],
	[200, {}, {}, 'unknown', 'service'],
	[200, [], {}, 'unknown', 'service'],
	[200, [{ message_id: 'm1' }], {}, 'unknown', 'service'],
	[200, 'null', {}, 'unknown', 'service'],
	[200, 'true', {}, 'unknown', 'service'],
	[200, { status: 'queued' }, {}, 'unknown', 'service'],
	[200, { success: 'yes' }, {}, 'unknown', 'service'],
	[200, { error: null }, {}, 'unknown', 'service'],
	[200, { error: false, result: 'queued' }, {}, 'unknown', 'service'],
	[200, { error: 0 }, {}, 'unknown', 'service'],
	[200, { error: '' }, {}, 'unknown', 'service'],
	[200, { error: [] }, {}, 'unknown', 'service'],
	[200, { error: {}, result: 'queued' }, {}, 'unknown', 'service'],
	[200, { errors: [] }, {}, 'unknown', 'service'],
	[200, { errors: [null] }, {}, 'unknown', 'service'],
	// redirects, of which none is followed
	[301, '', { location: 'https://elsewhere.example' }, 'unknown', 'service', { httpStatus: 301 }],
	[302, '', { location: '/login' }, 'unknown', 'service'],
	[303, '', { location: '/done' }, 'unknown', 'service'],
	[307, '', { location: 'https://elsewhere.example' }, 'rejected', 'service', { httpStatus: 307 }],
	[308, '', { location: 'https://elsewhere.example' }, 'rejected', 'service', { httpStatus: 308 }],
	// 4xx
	[400, { error: { message: 'No', code: 131009 } }, {}, 'rejected', 'invalid-request', { code: '131009' }],
	[400, envelopes.meta_http, {}, 'rejected', 'rate-limited', { code: '130429' }],
	[400, { error: { message: 'Re-engagement message', code: 131047 } }, {}, 'rejected', 'window-closed'],
	[401, { error: 'No' }, {}, 'rejected', 'authentication', { httpStatus: 401 }],
	[403, '', {}, 'rejected', 'authentication'],
	[404, '<html>', {}, 'rejected', 'not-found'],
	[405, '', {}, 'rejected', 'invalid-request'],
	[408, '', {}, 'rejected', 'invalid-request'],
	[409, { error: { code: 131047 } }, {}, 'rejected', 'window-closed', { code: '131047' }],
	[413, '', {}, 'rejected', 'invalid-request'],
	[422, { errors: [{ detail: 'No' }] }, {}, 'rejected', 'invalid-request'],
	[422, { success: true, message_id: 'm1' }, {}, 'rejected', 'invalid-request'],
	[429, '', {}, 'rejected', 'rate-limited', { httpStatus: 429 }],
	[429, '', { 'retry-after': '30' }, 'rejected', 'rate-limited', { retryAfterMs: 30_000 }],
	[429, '', { 'retry-after': 'Fri, 20 Nov 2026 10:10:00 GMT' }, 'rejected', 'rate-limited', { retryAfterMs: 600_000 }],
	// 5xx
	[500, { error: { message: 'No' } }, {}, 'unknown', 'service', { httpStatus: 500 }],
	[500, { error: { code: 131047 } }, {}, 'unknown', 'window-closed'],
	[400, { error: { code: 131050 } }, {}, 'rejected', 'opted-out', { code: '131050' }],
	[200, { success: false, error: { code: 131050 } }, {}, 'rejected', 'opted-out'],
	[500, { error: { code: 131050 } }, {}, 'unknown', 'opted-out'],
	[500, { error: { code: 130429 } }, {}, 'unknown', 'service'],
	[500, { success: false }, {}, 'unknown', 'service'],
	[500, '', { 'retry-after': '5' }, 'unknown', 'service'],
	[502, '<html>Bad gateway</html>', {}, 'unknown', 'service', { httpStatus: 502 }],
	[504, '', {}, 'unknown', 'service'],
	[503, '', {}, 'unknown', 'service'],
	[503, '', { 'retry-after': 'soon' }, 'unknown', 'service'],
	[503, '', { 'retry-after': '-1' }, 'unknown', 'service'],
	[503, '', { 'retry-after': '5' }, 'rejected', 'service', { retryAfterMs: 5000, httpStatus: 503 }],
	[503, '', { 'retry-after': 'Fri, 20 Nov 2026 10:00:05 GMT' }, 'rejected', 'service', { retryAfterMs: 5000 }],
];

describe('not accepted', () => {
	test.each(rows)('%i %j %j is %s, %s', (status, body, headers, outcome, category, more = {}) => {
		expect(readSendResponse(answer(status, body, headers), to, now)).toMatchObject({
			outcome,
			failure: { category, ...more },
		});
	});

	test('what may have been sent says to look before sending again', () => {
		for (const [status, body, headers, outcome] of rows) {
			const sent = readSendResponse(answer(status, body, headers), to, now);
			if (sent.outcome === 'accepted') throw new Error('accepted');
			const warns = sent.failure.description.includes('may or may not have been sent');
			expect(warns).toBe(outcome === 'unknown');
		}
	});
});

describe('a connection that failed', () => {
	const failed = { code: 'ECONNRESET', message: 'socket hang up', isUnsent: false };

	test.each([
		['before anything was sent', { ...failed, isUnsent: true }, 'not_sent'],
		['later', failed, 'unknown'],
		['since the time was over', { ...failed, waitedMs: 30_000 }, 'unknown'],
	])('%s', (_name, connection, outcome) => {
		const sent = readSendConnectionFailure(connection);
		expect(sent).toMatchObject({ outcome, failure: { category: 'network', code: 'ECONNRESET' } });
		const text = JSON.stringify(sent);
		expect(text.includes('may or may not have been sent')).toBe(outcome === 'unknown');
		expect(text.includes("'Timeout'")).toBe('waitedMs' in connection);
	});
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
