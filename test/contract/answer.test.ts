import { readBody, readErrorDetails } from '../../nodes/Messaging/api/response';
import envelopes from './data/errorEnvelopes.json';

const answer = (body: unknown, headers = {}) => ({
	status: 400,
	headers,
	text: typeof body === 'string' ? body : JSON.stringify(body),
});
const said = (body: unknown, headers = {}) => readErrorDetails(answer(body, headers));

describe('the words of an error are found in every form', () => {
	test.each<[string, unknown, object]>([
		[
			'the documented guess',
			{ error: { message: 'No such template', code: 'template_missing', details: 'order_update' } },
			{ message: 'No such template', code: 'template_missing', details: 'order_update' },
		],
		['error as a string', { success: false, error: 'No such template' }, { message: 'No such template' }],
		['message', { message: 'No', code: 7 }, { message: 'No', code: '7' }],
		['detail', { detail: 'No' }, { message: 'No' }],
		['title and detail', { title: 'Bad Request', detail: 'No such template' }, { message: 'No such template' }],
		['title', { title: 'Bad Request' }, { message: 'Bad Request' }],
		['errors of objects', { errors: [{ code: 'E1', message: 'No' }, { message: 'x' }] }, { message: 'No', code: 'E1' }],
		[
			"Meta's",
			envelopes.meta_http,
			{ message: '(#130429) <title>', code: '130429', details: '<text>', requestId: '<id>' },
		],
		["one of Meta's in a list", { errors: [envelopes.meta_webhook_entry] }, { message: '<same as title>', details: '<text>', code: '131047' }],
		['with a code in words', envelopes.sent_dm, { message: '<m>', code: 'BUSINESS_002', requestId: '<id>' }],
		['errorCode', { message: 'No', errorCode: 131056 }, { message: 'No', code: '131056' }],
		[
			'one nested error beside a message',
			{ error: { message: 'Could not send', whatsapp: { code: 131047 } } },
			{ message: 'Could not send', code: '131047' },
		],
		['plain text', 'Bad gateway', { message: 'Bad gateway' }],
		['nothing', '', {}],
		['an empty object', {}, {}],
		['a code of nought', { error: { message: 'Session expired', code: 0 } }, { message: 'Session expired', code: '0' }],
		['a code beyond 2^53', '{"error":{"message":"No","code":12345678901234567890}}', { message: 'No', code: '12345678901234567890' }],
	])('%s', (_form, body, expected) => {
		expect(said(body)).toEqual(expected);
	});

	test('details that only repeat the message are left out', () => {
		expect(said({ error: { message: 'No', details: 'No' } })).toEqual({ message: 'No' });
	});

	test.each([
		[{ error: null }],
		[{ error: {} }],
		[{ errors: [] }],
		[{ error: { message: { text: 'x' }, code: {} } }],
	])('a form that says nothing brings no words: %j', (body) => {
		expect(said(body)).toEqual({});
	});
});

describe('the request id is found', () => {
	test.each<[string, object, object]>([
		['as request_id', { request_id: 'r-1' }, {}],
		['as requestId', { requestId: 'r-1' }, {}],
		['under error', { error: { request_id: 'r-1' } }, {}],
		['under error as requestId', { error: { message: 'No', requestId: 'r-1' } }, {}],
		['under meta', { meta: { request_id: 'r-1' } }, {}],
		["as Meta's trace", { error: { fbtrace_id: 'r-1' } }, {}],
		['in the header', {}, { 'x-request-id': 'r-1' }],
		['in the header, in any case', {}, { 'X-Request-Id': ['r-1', 'r-2'] }],
	])('%s', (_place, body, headers) => {
		expect(said(body, headers)).toMatchObject({ requestId: 'r-1' });
	});

	test('also beside a page', () => {
		expect(said('<h1>502</h1>', { 'x-request-id': 'r-1' })).toEqual({ message: '502', requestId: 'r-1' });
	});
});

describe('a page is cut down to what a person would read', () => {
	test('tags, scripts and styles are stripped', () => {
		const page =
			'<html><head><style>body { color: red }</style><script>alert(1)</script><title>502 Bad Gateway</title></head>\r\n' +
			'<body>\r\n<center><h1>502 Bad Gateway</h1></center>\r\n<hr><center>nginx</center></body></html>';
		expect(said(page)).toEqual({ message: '502 Bad Gateway 502 Bad Gateway nginx' });
	});

	test('the first 200 characters are kept', () => {
		expect(said(`<p>${'x'.repeat(5000)}</p>`)).toEqual({ message: 'x'.repeat(200) });
		expect(said('y'.repeat(201))).toEqual({ message: 'y'.repeat(200) });
	});
});

describe('texts of a service are cut at 1,000 characters', () => {
	const long = 'x'.repeat(200_000);

	test.each<[string, object]>([
		['message and details', { error: { message: long, details: `${long}y` } }],
		['the code', { error: { message: 'No', code: long } }],
		['the request id', { message: 'No', request_id: long }],
		['an error that is a text', { error: long }],
		['one of several errors', { errors: [{ message: long, code: long }] }],
	])('%s', (_text, body) => {
		const words = said(body, { 'x-request-id': long });
		for (const text of Object.values(words)) expect(text.length).toBeLessThanOrEqual(1_000);
		expect(Object.values(words)).toContain(`${'x'.repeat(999)}…`);
	});

	test('an answer of 20 MB is no error that is worth reading to its end', () => {
		const words = said(`{"error":{"message":"${'x'.repeat(20_000_000)}"}}`);
		expect(words.message).toHaveLength(200);
	});
});

test('a body is read as JSON, its large numbers exact, or not at all', () => {
	expect(readBody(answer('{"id":9007199254740993}'))).toEqual({ id: '9007199254740993' });
	for (const none of ['', 'OK', '{"id":', '<html>']) expect(readBody(answer(none))).toBeUndefined();
});
