import { isNeverConnected, readConnectionFailure, type ConnectionFailure } from '../../nodes/Messaging/api/connectionFailure';
import { readFailure, readRetryAfter } from '../../nodes/Messaging/api/responseFailure';
import type { Category } from '../../nodes/Messaging/api/failure';
import envelopes from './data/errorEnvelopes.json';

const now = Date.UTC(2026, 10, 20, 10, 0, 0);
const answer = (status: number, body: unknown = {}, headers = {}) => ({
	status,
	headers,
	text: typeof body === 'string' ? body : JSON.stringify(body),
});
const saying = (message: string, code?: number | string) => ({ error: { message, code } });

describe('the category of an answer', () => {
	test.each<[number, unknown, Category]>([
		[400, saying('No'), 'invalid-request'],
		[422, saying('No'), 'invalid-request'],
		[401, saying('No'), 'authentication'],
		[403, saying('No'), 'authentication'],
		[404, saying('No'), 'not-found'],
		[429, saying('No'), 'rate-limited'],
		[429, '<html>Too many requests</html>', 'rate-limited'],
		[400, saying('No', 130429), 'rate-limited'],
		[400, saying('No', ' 4'), 'rate-limited'],
		[400, { error: { message: 'No', whatsapp: { code: 131056 } } }, 'rate-limited'],
		[400, saying('No', 131047), 'window-closed'],
		[500, saying('No', 131047), 'window-closed'],
		[429, saying('No', 131047), 'window-closed'],
		[400, saying('The 24-hour window is closed'), 'window-closed'],
		[403, saying('More than 24 hours have passed since the customer last replied'), 'window-closed'],
		[422, saying('Outside of the customer-service window'), 'window-closed'],
		[409, saying('The customer service window is not open'), 'window-closed'],
		[400, saying('Re-engagement message'), 'window-closed'],
		[400, { detail: 'reengagement needed' }, 'window-closed'],
		[400, { error: { message: 'Failed', details: 'over 24 h since the recipient last wrote' } }, 'window-closed'],
		[400, saying('No', 131050), 'opted-out'],
		[403, saying('No', '131050'), 'opted-out'],
		[429, saying('No', 131050), 'opted-out'],
		[500, saying('No', 131050), 'opted-out'],
		[400, { error: { message: 'Not within 24 hours', code: 131050 } }, 'opted-out'],
		[400, { errors: [{ code: 131050, title: 'User has stopped marketing messages' }] }, 'opted-out'],
		[402, saying('No'), 'account-blocked'],
		[404, saying('No', 132001), 'template-blocked'],
		[500, saying('No', 131057), 'account-blocked'],
		[429, saying('No', 131048), 'account-blocked'],
		// A code that says little gives way to a status or words that say more.
		[401, saying('No', 100), 'authentication'],
		[403, saying('No', 131000), 'authentication'],
		[404, saying('No', 100), 'not-found'],
		[429, saying('No', 131000), 'rate-limited'],
		[400, saying('Outside of the 24-hour window', 100), 'window-closed'],
		[422, saying('No', 131016), 'service'],
		// A short code beside the message is a status or a number of the service's own.
		[400, { code: 200, message: 'No' }, 'invalid-request'],
		[400, { code: 0, message: 'No' }, 'invalid-request'],
		[400, { code: 131026, message: 'No' }, 'undeliverable'],
		[302, saying('No', 4), 'service'],
		[500, saying('No'), 'service'],
		[500, saying('Window of 24 hours'), 'service'],
		[502, '<html>', 'service'],
		[503, saying('No', 130429), 'service'],
		// A limit or a key counts in hours too; advice to use a template would lead astray.
		[429, saying('Limit of 1000 messages in 24 hours reached'), 'rate-limited'],
		[401, saying('This key expired 24 hours ago'), 'authentication'],
		[400, saying('Limit per 24 hours', 130429), 'rate-limited'],
	])('%i with %j', (status, body, category) => {
		expect(readFailure(answer(status, body), now).category).toBe(category);
	});
});

describe('what a failure tells', () => {
	test('the status, the code, the request id and when to try again, if they are known', () => {
		const body = { error: { message: 'Slow down', code: 130429 }, request_id: 'r-1' };
		expect(readFailure(answer(429, body, { 'retry-after': '7' }), now)).toMatchObject({
			category: 'rate-limited',
			httpStatus: 429,
			code: '130429',
			requestId: 'r-1',
			retryAfterMs: 7000,
			description: expect.stringContaining('Slow down'),
		});
		const failure = readFailure(answer(500, ''), now);
		for (const key of ['code', 'requestId', 'retryAfterMs']) expect(failure).not.toHaveProperty(key);
	});

	test.each([
		[401, /API Key/],
		[404, /template|Base URL/],
		[400, /No such thing/],
		[502, /status/i],
	])('%i says what to do', (status, way) => {
		const failure = readFailure(answer(status, saying('No such thing')), now);
		expect(`${failure.message} ${failure.description}`).toMatch(way);
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
		['the inner code, wherever it stands', { error: { code: 131000, message: 'No', cause: { code: 132015 } } }, '132015'],
		['beside the error', { error: { code: 'PARAM_INVALID', message: 'No' }, whatsappApiError: 7, errors: [{ code: 132016 }] }, '132016'],
		['the outer one, if only that is known', { error: { code: 132015, message: 'No', cause: { code: 'X' } } }, '132015'],
		['the outer one, if none is known', { error: { code: 'OUTER', message: 'No', cause: { code: 'X' } } }, 'OUTER'],
		['the outer one, if there are several inside', { error: { code: 'OUTER', message: 'No', a: { code: 132015 }, b: { code: 132016 } } }, 'OUTER'],
	])('of several codes it is %s', (_which, body, code) => {
		expect(readFailure(answer(400, body), now).code).toBe(code);
	});

	test('details that are a text are shown, and those of both errors', () => {
		const body = { error: { code: 'PARAM_INVALID', message: 'No', details: 'outer', inner: { code: 132012, error_data: 'inner' } } };
		expect(readFailure(answer(400, body), now).description).toContain('"No – outer – inner" (code 132012)');
	});

	test("one recipient's limit holds back that message alone, also inside a 429", () => {
		expect(readFailure(answer(429, envelopes.ycloud, { 'retry-after': '6' }), now).scope).toBe('recipient');
		expect(readFailure(answer(429, envelopes.meta_http), now).scope).not.toBe('recipient');
	});
});

describe('Retry-After', () => {
	test.each<[string, string | undefined, number | undefined]>([
		['seconds', '120', 120_000],
		['no wait', '0', 0],
		['a fraction, rounded up', '0.0015', 2],
		['a date', 'Fri, 20 Nov 2026 10:01:00 GMT', 60_000],
		['a date that has passed', 'Fri, 20 Nov 2026 09:00:00 GMT', 0],
		['a date in ISO form', '2026-11-20T10:00:30Z', 30_000],
		['absent', undefined, undefined],
		['words', 'soon', undefined],
		['words with a number', 'in 5 minutes', undefined],
		['a negative number', '-1', undefined],
		['a unit', '5s', undefined],
		['empty', '', undefined],
	])('as %s', (_form, value, expected) => {
		expect(readRetryAfter(value, now)).toBe(expected);
	});
});

describe('a connection that failed', () => {
	const failed = { code: 'ECONNRESET', message: 'socket hang up', isUnsent: false };

	test.each<[string, ConnectionFailure, boolean, RegExp, RegExp]>([
		['before anything was sent', { ...failed, isUnsent: true }, true, /not be reached/, /'Base URL'.*\(ECONNRESET\)/],
		['later', failed, false, /broke off before a response came/, /network.*\(ECONNRESET\)/],
		['without a code', { ...failed, code: undefined }, false, /broke off/, /\(socket hang up\)/],
		['since the time was over', { ...failed, waitedMs: 30_000 }, false, /did not respond in time/, /not complete after 30,000 ms/],
		['since there was no connection in time', { ...failed, isUnsent: true, waitedMs: 1 }, true, /not be reached/, /within 1 ms.*'Base URL'/],
	])('%s', (_name, connection, isNever, message, description) => {
		expect(isNeverConnected(connection)).toBe(isNever);
		const failure = readConnectionFailure(connection);
		const { code } = connection;
		expect(failure).toMatchObject({ category: 'network', ...(code === undefined ? {} : { code }) });
		expect(failure.message).toMatch(message);
		expect(failure.description).toMatch(description);
		expect(failure).not.toHaveProperty('httpStatus');
	});
});
