import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';

import { formsOfMobiles } from '../contract/support/mobiles';
import { outputOf, runMessaging } from '../support/engine';
import { items, useKeyedService } from '../support/keyedService';
import { errorOf, recipients, templateParameters, textParameters } from '../support/messages';
import { runs } from '../support/propertyRuns';
import { endsOf, jsonOf, to } from '../support/useService';

/*
 * The option 'Allowed Recipients'.
 */

const service = useKeyedService();

const other = '+13125550188';

const fenced = (allowedRecipients: unknown, options: INodeParameters = {}) => textParameters({ options: { allowedRecipients, ...options } as INodeParameters });

const sentTo = () => service.posts.map(({ body }) => String(Reflect.get(Object(body), 'to')));

test.each<[string, string, string[]]>([
	['a number', to, [to]],
	['a number as a person writes it', '+1 (201) 555-0123', [to]],
	['several', `${other} , ${to},`, [to, other]],
	['a beginning', '+1201*', [to]],
	['a beginning as a person writes it', '＋1 (201) 555-*', [to]],
	['a whole number as a beginning', `${to}*`, [to]],
	['lines', `+44*\n${other}`, [other]],
	['nobody of these', '+44*', []],
])('lets a message leave to %s', async (_which, allowed, expected) => {
	await service.run(fenced(allowed), recipients(to, other));
	expect(sentTo()).toEqual(expected);
});

test('a message to anybody else is not sent, nothing of it is read, and it says so without the list', async () => {
	const parameters = templateParameters({ to: other, options: { allowedRecipients: to } });
	expect(await service.failing(parameters)).toMatchObject({
		outcome: 'not_sent',
		category: 'invalid-input',
		message: `'To' is not among the 'Allowed Recipients': "${other}"`,
		description: expect.not.stringContaining(to),
		to: other,
	});
	expect(await service.output({ ...parameters, options: { allowedRecipients: to, dryRun: true } })).toMatchObject([{ error: { outcome: 'not_sent', category: 'invalid-input', to: other } }]);
	expect(service.requests).toEqual([]);
});

test('nor is anything of it read to look for its Message Key', async () => {
	expect(await service.failing(templateParameters({ to: other, options: { allowedRecipients: to, messageKey: 'order-7' } }))).toMatchObject({ outcome: 'not_sent', category: 'invalid-input' });
	expect(service.requests).toEqual([]);
});

test.each<[string, string, string]>([
	['is empty', '', 'is empty'],
	['has only commas', ' , ', 'is empty'],
	['has a word', `${to}, everybody`, 'no number: "everybody"'],
	['has a number that lacks its country', '0170 1234567', 'no number'],
	['allows everybody', '*', 'beginning that is none: "*"'],
	['allows every country', '+*', 'beginning that is none'],
	['has a beginning without its plus sign', '1201*', 'beginning that is none'],
	['has a beginning with the zero that is not dialled', '+49 (0)170*', 'beginning that is none'],
	['has a star in the middle', '+1*555', 'beginning that is none'],
	['has a raised digit', '+1²*', 'beginning that is none'],
	['gives nothing', '={{ $json.nobody }}', 'is empty'],
	['gives null', '={{ null }}', 'is empty'],
	['has a part that gives nothing', `=${to},{{ $json.nobody }}`, '{{ $json.nobody }} gives nothing'],
	['gives an object', '={{ { a: 1 } }}', 'no list of numbers: an object'],
	['gives an empty list', '={{ [] }}', 'is empty'],
	['gives a list with a gap', `={{ ["${to}", ""] }}`, 'no number'],
	['fails', '={{ $json.a.b.c }}', ''],
])('a list that %s allows nobody', async (_how, allowed, expected) => {
	const failed = await service.failing(fenced(allowed));
	expect(failed).toMatchObject({ outcome: 'not_sent', category: 'invalid-input' });
	expect(String(failed.message)).toContain(expected);
	expect(service.requests).toEqual([]);
});

test('each item can have a list of its own, also as a list, and its Default Country holds for both', async () => {
	const given = [
		{ to: '0170 1234567', allowed: '0170/1234567', country: 'DE' },
		{ to: '0170 1234567', allowed: '+4917*', country: 'DE' },
		{ to: '0170 1234567', allowed: [to, '+491701234567'], country: 'DE' },
		{ to, allowed: other, country: '' },
		{ to, country: '' },
		{ to, allowed: to, country: '' },
	];
	const countries = ['DE', 'AT'].map((country) => ({ to: '+4915123456789', allowed: '0151 23456789', country }));
	const sending = async (all: object[]) => endsOf(await service.run(fenced('={{ $json.allowed }}', { defaultCountry: '={{ $json.country }}' }), all.map((json) => ({ json: { ...json } }))));
	expect(await sending(given)).toEqual(['sent', 'sent', 'sent', 'invalid-input', 'invalid-input', 'sent']);
	expect(await sending(countries)).toEqual(['sent', 'invalid-input']);
	expect(sentTo().sort()).toEqual([to, '+4915123456789', ...Array(3).fill('+491701234567')]);
});

test('what an earlier run has sent under the key says so, and a key that was refused is free', async () => {
	await runMessaging(service.keyed(), items('A'));
	const refused = await runMessaging(service.keyed({ allowedRecipients: other }), items('A', 'B'));
	expect(jsonOf(refused)).toMatchObject([{ duplicate: true }, { error: { category: 'invalid-input' } }]);
	expect(endsOf(await runMessaging(service.keyed(), items('B')))).toEqual(['sent']);
});

test('before Quiet Hours: nobody is told to send it again in the morning', async () => {
	const quietHours = { hours: { from: '00:01', to: '00:00', days: [], timeZone: '' } };
	expect(await service.failing(fenced(to, { quietHours }), recipients(other))).toMatchObject({ category: 'invalid-input' });
});

test('a question to somebody else is not asked', async () => {
	const question = { operation: 'sendAndWait', sendAs: 'text', message: 'May I?', responseType: 'approval', approvalOptions: {} };
	const asked = await service.run(textParameters({ ...question, options: { allowedRecipients: other } }));
	expect(errorOf(outputOf(asked)[0])).toMatchObject({ outcome: 'not_sent', category: 'invalid-input' });
	expect(service.requests).toEqual([]);
});

test('of any numbers and any list, exactly those inside leave', async () => {
	const mobiles = formsOfMobiles().filter(({ written }) => written.includes('+'));
	const mobile = fc.nat(mobiles.length - 1).map((place) => mobiles[place] ?? { written: to, country: undefined, number: to });
	/** What a person puts between the digits of a beginning. */
	const between = fc.constantFrom('', ' ', '-', '.', '/', '\u200b');
	const beginning = fc.tuple(mobile, fc.integer({ min: 2, max: 14 }), between).map(([{ number }, length, mark]) => {
		const begin = number.slice(0, length);
		return { written: `${begin.slice(0, 2)}${begin.slice(2).split('').join(mark)}*`, isFor: (one: string) => one.startsWith(begin) };
	});
	const whole = mobile.map(({ written, number }) => ({ written, isFor: (one: string) => one === number }));
	const batch = fc.array(mobile, { minLength: 1, maxLength: 60 });
	await fc.assert(
		fc.asyncProperty(batch, fc.array(fc.oneof(beginning, whole), { minLength: 1, maxLength: 8 }), fc.nat(100), async (given, chosen, place) => {
			// One of the list is among them, so that both ends are seen.
			const own = given[place % given.length] ?? { number: to };
			const entries = [...chosen, { written: own.number, isFor: (one: string) => one === own.number }];
			service.requests.splice(0);
			const parameters = fenced(entries.map(({ written }) => written).join(', '), { defaultCountry: '={{ $json.country }}' });
			const ends = endsOf(await service.run(parameters, given.map(({ written, country }) => ({ json: { to: written, country: country ?? '' } }))));
			const expected = given.map(({ number }) => entries.some(({ isFor }) => isFor(number)));
			expect(ends).toEqual(expected.map((isInside) => (isInside ? 'sent' : 'invalid-input')));
			expect(sentTo().sort()).toEqual(given.flatMap(({ number }, index) => (expected[index] === true ? [number] : [])).sort());
		}),
		runs(300),
	);
});
