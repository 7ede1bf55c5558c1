import { readConnectionFailure } from '../../nodes/Messaging/api/connectionFailure';
import { readFailure, readRetryAfter } from '../../nodes/Messaging/api/responseFailure';
import type { Category } from '../../nodes/Messaging/result/categories';
import { readErrorDetails } from '../../nodes/Messaging/api/response';
import envelopes from './data/errorEnvelopes.json';

const now = Date.UTC(2026, 10, 20, 10, 0, 0);
const answer = (status: number, body: unknown = {}, headers = {}) => ({
	status,
	headers,
	text: typeof body === 'string' ? body : JSON.stringify(body),
});
const said = (body: unknown, headers = {}) => readErrorDetails(answer(400, body, headers));
const flat = (message: unknown, error: string, statusCode: number) => ({ message, error, statusCode });
const saying = (message: string, code?: number | string) => ({ error: { message, code } });

test.each<[number, unknown, Category]>([
	[400, saying('No'), 'invalid-request'],
	[429, '<html>Too many requests</html>', 'rate-limited'],
	[400, saying('No', ' 4'), 'rate-limited'],
	[500, saying('No', 131047), 'window-closed'],
	[400, saying('The 24-hour window is closed'), 'window-closed'],
	[403, saying('More than 24 hours have passed since the customer last replied'), 'window-closed'],
	[422, saying('Outside of the customer-service window'), 'window-closed'],
	[400, saying('Re-engagement message'), 'window-closed'],
	[400, { detail: 'reengagement needed' }, 'window-closed'],
	[400, { error: { message: 'Failed', details: 'over 24 h since the recipient last wrote' } }, 'window-closed'],
	[400, { error: { message: 'Not within 24 hours', code: 131050 } }, 'opted-out'],
	// A code that says little gives way to a status or words that say more.
	[401, saying('No', 100), 'authentication'],
	[404, saying('No', 100), 'not-found'],
	[429, saying('No', 131000), 'rate-limited'],
	[400, saying('Outside of the 24-hour window', 100), 'window-closed'],
	[422, saying('No', 131016), 'service'],
	// A code of one or two digits, or between 200 and 299, is mostly a number of the service's own.
	...[0, 3, 10, 33, 200, 219, 1].map((code): [number, unknown, Category] => [400, saying('No such number', code), 'invalid-request']),
	[400, saying('Outside of the 24-hour window', 3), 'window-closed'],
	[500, saying('No', 190), 'authentication'],
	[500, saying('No', 3), 'service'],
	// A short code beside the message is a status or a number of the service's own.
	[400, { code: 200, message: 'No' }, 'invalid-request'],
	[400, { code: 131026, message: 'No' }, 'undeliverable'],
	[302, saying('No', 4), 'service'],
	// The form of common frameworks, where `error` is the name of the status.
	[400, flat('The 24-hour window with this recipient is closed', 'Bad Request', 400), 'window-closed'],
	[403, flat('Outside of the customer service window', 'Forbidden', 403), 'window-closed'],
	[400, flat('Re-engagement message', 'Bad Request', 400), 'window-closed'],
	[404, flat('Template "offer" not found', 'Not Found', 404), 'not-found'],
	[400, flat('Template offer does not exist in de_DE', 'Bad Request', 400), 'not-found'],
	[422, flat('No such template: offer', 'Unprocessable Entity', 422), 'not-found'],
	[402, flat('Your account has a balance of 0', 'Payment Required', 402), 'account-blocked'],
	[402, flat('Pay within 24 hours', 'Payment Required', 402), 'account-blocked'],
	[400, flat('Insufficient credits', 'Bad Request', 400), 'account-blocked'],
	[403, flat('You have no message credits left', 'Forbidden', 403), 'account-blocked'],
	[401, flat('Template not found', 'Unauthorized', 401), 'authentication'],
	[429, flat('Not enough credits for this minute', 'Too Many Requests', 429), 'rate-limited'],
	[400, flat('The text of the template is too long', 'Bad Request', 400), 'invalid-request'],
	[500, saying('Window of 24 hours'), 'service'],
	[503, saying('No', 130429), 'service'],
	// A limit or a key counts in hours too; advice to use a template would lead astray.
	[429, saying('Limit of 1000 messages in 24 hours reached'), 'rate-limited'],
	[401, saying('This key expired 24 hours ago'), 'authentication'],
])('the category of an answer: %i with %j', (status, body, category) => {
	expect(readFailure(answer(status, body), now).category).toBe(category);
});

describe('of a text `error` beside a `message`', () => {
	test.each<[string, object, string | undefined, string | undefined]>([
		['the name of the status says nothing', flat('to is no number', 'Bad Request', 400), 'to is no number', undefined],
		['another text is kept behind the message', { message: 'to is no number', error: 'invalid_recipient' }, 'to is no number', 'invalid_recipient'],
		['the message of a validator may be a list', flat(['to is no number', 'text must not be empty', 7], 'Bad Request', 400), 'to is no number; text must not be empty; 7', undefined],
		['without a message it is all there is', { error: 'Bad Request', statusCode: 400 }, 'Bad Request', undefined],
		['a blank or empty message gives way', { message: ' ', error: 'No such number' }, 'No such number', undefined],
		['an empty list gives way', { message: [], error: 'No such number' }, 'No such number', undefined],
		['inside of errors', { errors: [{ message: 'to is no number', error: 'Bad Request' }] }, 'to is no number', undefined],
		['inside of an error', { error: { message: 'to is no number', error: 'Bad Request' } }, 'to is no number', undefined],
	])('%s', (_case, body, message, details) => {
		const read = said(body);
		expect([read.message, read.details]).toEqual([message, details]);
	});

	test('a refusal for a lack of credits stops nothing else: words are not sure enough', () => {
		expect(readFailure(answer(400, flat('Insufficient credits', 'Bad Request', 400)), now).scope).toBeUndefined();
		expect(readFailure(answer(402, flat('Insufficient credits', 'Payment Required', 402)), now).scope).toBe('account');
	});
});

describe('the codes of five providers, where their documents show them', () => {
	test.each<[string, number, unknown, object]>([
		['Meta', 400, envelopes.meta_http, { category: 'rate-limited', scope: 'number', code: '130429', said: '(#130429) <title> – <text>' }],
		['YCloud, around the code of the platform', 429, envelopes.ycloud, { category: 'rate-limited', scope: 'recipient', code: '131056', said: 'pair rate limit hit – <details>' }],
		['YCloud, its own', 403, envelopes.ycloud_own, { category: 'authentication', code: 'BALANCE_INSUFFICIENT', said: '<m>' }],
		['the client of the platform, as 360dialog passes it on', 400, envelopes.business_api_client, { category: 'window-closed', scope: 'recipient', code: '470', said: '<title> – <details>' }],
		['360dialog, its own', 401, envelopes.dialog360_own, { category: 'authentication', scope: 'account', said: 'Invalid api_key' }],
		['Sent', 400, envelopes.sent_dm, { category: 'invalid-request', code: 'BUSINESS_002', said: '<m>' }],
		['Vonage', 403, envelopes.vonage, { category: 'authentication', said: 'Your current balance is 30, but that costs 50.' }],
	])('%s', (_provider, status, body, { said, ...expected }: { said?: string }) => {
		const failure = readFailure(answer(status, body), now);
		expect(failure).toMatchObject(expected);
		expect(failure.scope).toBe('scope' in expected ? expected.scope : undefined);
		expect(failure.description).toContain(`The service said: "${said}"`);
	});

	test.each<[string, object, string]>([
		['the inner code, wherever it stands', { error: { code: 131000, message: 'No', cause: { code: 132015, title: 'Paused' } } }, '132015'],
		['beside the error', { error: { code: 'PARAM_INVALID', message: 'No' }, whatsappApiError: 7, errors: [{ code: 132016 }] }, '132016'],
		['the outer one, if only that is known', { error: { code: 132015, message: 'No', cause: { code: 'X', message: 'No' } } }, '132015'],
		['the outer one, if the inner has no words: it is something that the error names', { error: { code: 131000, message: 'No', cause: { code: 132015 } } }, '131000'],
		['the one with words, if values stand beside it', { error: { code: 'OUTER', message: 'No', params: { code: 131031 }, country: { code: 49, name: 'x' }, cause: { code: 132016, message: 'No' } } }, '132016'],
		['the outer one, if the inner is a number of the service\'s own', { error: { code: 131026, message: 'No', cause: { code: 10, message: 'No' } } }, '131026'],
		['that of the error, whatever the envelope counts', { error: { code: 'OUTER', message: 'No' }, meta: { code: 131031 } }, 'OUTER'],
		['the outer one, if none is known', { error: { code: 'OUTER', message: 'No', cause: { code: 'X' } } }, 'OUTER'],
		['the outer one, if there are several inside', { error: { code: 'OUTER', message: 'No', a: { code: 132015, message: 'No' }, b: { code: 132016, message: 'No' } } }, 'OUTER'],
	])('of several codes it is %s', (_which, body, code) => {
		expect(readFailure(answer(400, body), now).code).toBe(code);
	});

	describe('a code of fewer than five digits', () => {
		const scopeOf = (status: number, error: object) => readFailure(answer(status, { error }), now).scope;

		test.each([0, 3, 4, 10, 33, 190, 200, 219, 299, 368])('%i means something for all only with 401 or 403, or beside the marks of the platform', (code) => {
			for (const written of [code, String(code), ` ${code} `]) {
				const error = { message: 'No', code: written };
				for (const status of [200, 400, 404, 409, 422, 429]) expect(scopeOf(status, error)).toBeUndefined();
				for (const marks of [{ fbtrace_id: 'x' }, { type: 'OAuthException' }]) {
					expect(scopeOf(400, { ...error, ...marks })).toMatch(/account|number/);
					expect(scopeOf(400, { code: 'OUTER', message: 'No', whatsappApiError: { ...error, ...marks } })).toMatch(/account|number/);
					expect(scopeOf(400, { ...marks, code: 'OUTER', message: 'No', cause: error })).toBeUndefined();
				}
				for (const status of [401, 403]) expect(scopeOf(status, error)).toMatch(/account|number/);
			}
		});

		test.each<[number, object]>([
			[190, { category: 'authentication' }],
			[368, { category: 'account-blocked' }],
			[470, { category: 'window-closed', scope: 'recipient' }],
			[4, { category: 'rate-limited' }],
		])('%i keeps its meaning: hardly a service counts so far, and a limit only asks to wait', (code, expected) => {
			expect(readFailure(answer(400, saying('No', code)), now)).toMatchObject(expected);
		});
	});

	test('details that are a text are shown, and those of both errors', () => {
		const body = { error: { code: 'PARAM_INVALID', message: 'No', details: 'outer', inner: { code: 132012, error_data: 'inner' } } };
		expect(readFailure(answer(400, body), now).description).toContain('"No – outer – inner" (code 132012)');
	});
});

test.each<[string, string | undefined, number | undefined]>([
	['seconds', '120', 120_000],
	['no wait', '0', 0],
	['a fraction, rounded up', '0.0015', 2],
	['a date', 'Fri, 20 Nov 2026 10:01:00 GMT', 60_000],
	['a date that has passed', 'Fri, 20 Nov 2026 09:00:00 GMT', 0],
	['a date in ISO form', '2026-11-20T10:00:30Z', 30_000],
	['absent', undefined, undefined],
	['words with a number', 'in 5 minutes', undefined],
	['a negative number', '-1', undefined],
	['a unit', '5s', undefined],
])('Retry-After as %s', (_form, value, expected) => {
	expect(readRetryAfter(value, now)).toBe(expected);
});

test('a connection that failed without a code is told by its words', () => {
	const failure = readConnectionFailure({ code: undefined, message: 'socket hang up', isUnsent: false });
	expect(failure.description).toMatch(/\(socket hang up\)/);
	expect(failure.code).toBeUndefined();
});

const page =
	'<html><head><style>body { color: red }</style><script>alert(1)</script><title>502 Bad Gateway</title></head>\r\n' +
	'<body>\r\n<center><h1>502 Bad Gateway</h1></center>\r\n<hr><center>nginx</center></body></html>';

test.each<[string, unknown, object]>([
	['the documented guess', { error: { message: 'No', code: 'template_missing', details: 'x' } }, { message: 'No', code: 'template_missing', details: 'x' }],
	['error as a string', { success: false, error: 'No such template' }, { message: 'No such template' }],
	['message', { message: 'No', code: 7 }, { message: 'No', code: '7' }],
	['detail', { detail: 'No' }, { message: 'No' }],
	['title and detail', { title: 'Bad Request', detail: 'No such template' }, { message: 'No such template' }],
	['title', { title: 'Bad Request' }, { message: 'Bad Request' }],
	['errors of objects', { errors: [{ code: 'E1', message: 'No' }, { message: 'x' }] }, { message: 'No', code: 'E1' }],
	["one of Meta's in a list", { errors: [envelopes.meta_webhook_entry] }, { message: '<same as title>', details: '<text>', code: '131047' }],
	['errorCode', { message: 'No', errorCode: 131056 }, { message: 'No', code: '131056' }],
	['plain text, of which the beginning is kept', 'y'.repeat(201), { message: 'y'.repeat(200) }],
	['a page, as a person would read it', page, { message: '502 Bad Gateway 502 Bad Gateway nginx' }],
	['a long page', `<p>${'x'.repeat(5000)}</p>`, { message: 'x'.repeat(200) }],
	['details that only repeat the message', { error: { message: 'No', details: 'No' } }, { message: 'No' }],
	['more than a million characters, which is not read as JSON', `{"message":"${'x'.repeat(1_000_000)}"}`, { message: `{"message":"${'x'.repeat(188)}` }],
	...['', {}, { error: null }, { error: {} }, { errors: [] }].map((none): [string, unknown, object] => [`none in ${JSON.stringify(none)}`, none, {}]),
	['words that are none', { error: { message: { text: 'x' }, code: {} } }, {}],
	['a code of nought', { error: { message: 'Session expired', code: 0 } }, { message: 'Session expired', code: '0' }],
	['a code beyond 2^53', '{"error":{"message":"No","code":12345678901234567890}}', { message: 'No', code: '12345678901234567890' }],
])('the words of an error: %s', (_form, body, expected) => {
	expect(said(body)).toEqual(expected);
});

test.each<[string, unknown, object]>([
	['as request_id', { request_id: 'r-1' }, {}],
	['as requestId', { requestId: 'r-1' }, {}],
	['under error', { error: { request_id: 'r-1' } }, {}],
	['under error as requestId', { error: { message: 'No', requestId: 'r-1' } }, {}],
	['under meta', { meta: { request_id: 'r-1' } }, {}],
	["as Meta's trace", { error: { fbtrace_id: 'r-1' } }, {}],
	['in the header, beside a page', '<h1>502</h1>', { 'x-request-id': 'r-1' }],
	['in the header, in any case', {}, { 'X-Request-Id': ['r-1', 'r-2'] }],
])('the request id is found %s', (_place, body, headers) => {
	expect(said(body, headers)).toMatchObject({ requestId: 'r-1' });
});

const long = 'x'.repeat(200_000);

test.each<[string, object]>([
	['message and details', { error: { message: long, details: `${long}y` } }],
	['the code', { error: { message: 'No', code: long } }],
	['the request id', { message: 'No', request_id: long }],
	['an error that is a text', { error: long }],
	['one of several errors', { errors: [{ message: long, code: long }] }],
])('texts of a service are cut at 1,000 characters: %s', (_text, body) => {
	const words = said(body, { 'x-request-id': long });
	for (const text of Object.values(words)) expect(text?.length ?? 0).toBeLessThanOrEqual(1_000);
	expect(Object.values(words)).toContain(`${'x'.repeat(999)}…`);
});
