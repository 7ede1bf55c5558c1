import type { INodeExecutionData, INodeParameters, IRun } from 'n8n-workflow';

import { outputOf } from '../support/engine';
import { hintOf, useKeyedService } from '../support/keyedService';
import { errorOf, templateParameters, textParameters } from '../support/messages';
import { orderUpdate, type ScriptedAnswer } from '../support/service';

/*
 * A refusal of a whole template, sending number or account: what it stops, and what it does not.
 */

const service = useKeyedService();

const rows = (count: number, row: (index: number) => object = () => ({})): INodeExecutionData[] =>
	Array.from({ length: count }, (_, index) => ({ json: { to: `+1201555${String(1000 + index)}`, text: `m${index}`, ...row(index) } }));

const refused = (status: number, code?: number, headers: Record<string, string> = {}): ScriptedAnswer => ({ status, headers: { 'x-request-id': 'req-1', ...headers }, body: { error: { message: 'no', ...(code === undefined ? {} : { code }) } } });

const phoneNumberId = { __rl: true, mode: 'id', value: '={{ $json.from ?? "1" }}' };
const sending = async (input: INodeExecutionData[], options: INodeParameters = {}) =>
	await service.run(textParameters({ phoneNumberId, text: '={{ $json.text }}', options }), input);

/** The messages that arrived. */
const arrived = () => service.requests.filter(({ url }) => url.includes('/send'));
const errors = (run: IRun) => outputOf(run).map((item) => (item.json.error === undefined ? undefined : errorOf(item)));

test.each<[string, ScriptedAnswer, object]>([
	['a revoked API key', refused(401), { category: 'authentication', scope: 'account' }],
	['an unpaid bill, by its status', refused(402), { category: 'account-blocked', scope: 'account' }],
	['an unpaid bill, by its code', refused(400, 131042), { category: 'account-blocked', scope: 'account', code: '131042' }],
	['a sending number that is not registered', refused(400, 133010), { category: 'account-blocked', scope: 'number', code: '133010' }],
])('%s ends the run for all: those in flight finish, and the rest says that it was not tried', async (_what, answer, expected) => {
	service.answer = () => answer;
	const run = await sending(rows(50), { concurrency: 10 });
	expect(arrived()).toHaveLength(10);
	const ends = errors(run);
	expect(ends.filter((error) => error?.outcome === 'rejected' && error.requestId === 'req-1')).toHaveLength(10);
	for (const error of ends.slice(10)) {
		expect(error).toMatchObject({ outcome: 'not_sent', ...expected, description: expect.stringMatching(/^This item was not tried, because the service refused another one of this run for the whole (account|sending number)\. The service said: "no".*\. \S/) });
		expect([error?.httpStatus, error?.requestId]).toEqual([undefined, undefined]);
	}
	expect(hintOf(run)).toMatch(/^0 accepted, 10 rejected, 40 not sent\. .+: 40 of them were not tried\. (Check|Look at|Register) .+\.$/);
});

test('a response that takes the message and refuses the account stops nothing: it may mean either', async () => {
	service.answer = () => ({ body: { message_id: 'm-1', error: { message: 'no', code: 131042 } } });
	expect(errors(await sending(rows(20), { concurrency: 1 })).map((error) => error?.outcome)).toEqual(Array(20).fill('unknown'));
});

test.each<[string, ScriptedAnswer]>([
	['403 without a code', refused(403)],
	['a code that nobody knows', refused(400, 987654)],
	['a code of one recipient', refused(400, 131026)],
	['a code of one message', refused(400, 132000)],
	['a limit of the sending number, which passes by itself', refused(429, 130429, { 'retry-after': '0.001' })],
])('%s says nothing of the others: each is tried', async (_what, answer) => {
	service.answer = () => answer;
	const run = await sending(rows(20), { maxAttempts: 1 });
	expect(arrived()).toHaveLength(20);
	expect(hintOf(run)).toBe('0 accepted, 20 rejected.');
});

test.each<[string, object]>([
	...[0, 3, 10, 33, 200].map((code): [string, object] => [`the code ${code} of the service's own`, { error: { message: 'no such number', code } }]),
	['a code among the values that an error names', { error: { message: 'no such number', code: 'E7', params: { code: 131031 } } }],
	['the code of a country', { error: { message: 'no such number', country: { code: 190 } } }],
	['a code of the envelope', { message: 'no such number', meta: { code: 131042 } }],
])('one bad recipient, refused with %s, does not stop the others', async (_what, body) => {
	service.answer = (_, text) => (text === 'm0' ? { status: 400, body } : undefined);
	const run = await sending(rows(30), { concurrency: 1, maxAttempts: 1 });
	expect(arrived()).toHaveLength(30);
	expect(hintOf(run)).toBe('29 accepted, 1 rejected.');
	expect(errors(run)[0]).toMatchObject({ category: 'invalid-request' });
});

test.each([130429, 80007])('a limit by its code %i, without Retry-After, is no refusal of the others either', async (code) => {
	service.answer = (_, text) => (text === 'm0' ? refused(400, code) : undefined);
	const run = await sending(rows(3), { concurrency: 1, maxAttempts: 1 });
	expect(hintOf(run)).toBe('2 accepted, 1 rejected.');
	expect(arrived()).toHaveLength(3);
});

test('another sending number goes on', async () => {
	service.answer = ({ body }) => (Reflect.get(Object(body), 'phone_number_id') === '1' ? refused(400, 131048) : undefined);
	const run = await sending(rows(20, (index) => ({ from: String(1 + (index % 2)) })), { concurrency: 1 });
	expect(arrived()).toHaveLength(11);
	expect(errors(run).filter((error) => error === undefined)).toHaveLength(10);
});

test('a paused template stops alone: the other one goes on, no file of it is uploaded, and a later run sends what was left', async () => {
	const templates = ['order_update', 'reminder'].map((template_name) => ({ ...orderUpdate, template_name }));
	const parameters = templateParameters({
		to: '={{ $json.to }}',
		template: { __rl: true, mode: 'name', value: '={{ $json.template }}' },
		headerMedia: 'binary',
		binaryPropertyName: 'data',
		options: { messageKey: '={{ $json.text }}-1', concurrency: 10 },
	});
	const input = rows(100, (index) => ({ template: templates[index % 2]?.template_name })).map((row, index) => ({
		...row,
		binary: { data: { data: 'eA==', mimeType: 'image/png', fileName: `${index}.png` } },
	}));
	let sent = 0;
	let isPaused = true;
	service.answer = ({ url, body }) => {
		if (url.includes('/templates')) return { body: { data: templates } };
		if (url.endsWith('/media')) return { body: { media_id: 'm-1' } };
		const isOurs = Reflect.get(Object(body), 'template_name') === 'order_update';
		return isOurs && isPaused && ++sent > 20 ? refused(400, 132015) : undefined;
	};
	const run = await service.run(parameters, input);
	const outcomes = errors(run).map((error) => error?.outcome);
	expect(outcomes.filter((outcome) => outcome === undefined)).toHaveLength(70);
	const refusals = outcomes.filter((outcome) => outcome === 'rejected').length;
	expect(refusals).toBeLessThanOrEqual(10);
	expect(outcomes.filter((outcome) => outcome === 'not_sent')).toHaveLength(30 - refusals);
	expect(service.requests.filter(({ url }) => url.endsWith('/media')).length).toBeLessThanOrEqual(80);
	expect(hintOf(run)).toMatch(/70 accepted.*The template is paused for low quality: \d+ of them were not tried\. Use another template for now\. .+\.$/);

	isPaused = false;
	expect(hintOf(await service.run(parameters, input))).toBe('30 accepted, 70 duplicates. Duplicates: they were sent by an earlier run, perhaps a test run, under the same Message Keys.');
});

test('a template that is paused in one language goes on in another', async () => {
	const languages = ['en_US', 'es_ES'];
	service.answer = ({ url, body }) => {
		if (url.includes('/templates')) return { body: { data: languages.map((language_code) => ({ ...orderUpdate, language_code })) } };
		return Reflect.get(Object(body), 'language_code') === 'en_US' ? refused(400, 132015) : undefined;
	};
	const parameters = templateParameters({ languageCode: '={{ $json.language }}', options: { concurrency: 1 } });
	const run = await service.run(parameters, rows(4, (index) => ({ language: languages[index % 2] })));
	expect(errors(run).map((error) => error?.outcome)).toEqual(['rejected', undefined, 'not_sent', undefined]);
});

test('messages that wait for their turn at that moment do not leave either', async () => {
	service.answer = () => refused(401);
	await sending(rows(30), { concurrency: 2, messagesPerSecond: 2 });
	expect(arrived()).toHaveLength(1);
});

test('a message that was tried before says what it met', async () => {
	let refuse = () => {};
	const isRefused = new Promise<void>((resolve) => {
		refuse = resolve;
	});
	service.answer = async (_, text) => {
		if (text === 'm0') await isRefused;
		else refuse();
		return text === 'm0' ? refused(429, 131056, { 'retry-after': '0.5' }) : refused(401);
	};
	const run = await sending(rows(3), { concurrency: 2 });
	expect(arrived()).toHaveLength(2);
	expect(errors(run).map((error) => [error?.outcome, error?.category])).toEqual([['rejected', 'rate-limited'], ['rejected', 'authentication'], ['not_sent', 'authentication']]);
});
