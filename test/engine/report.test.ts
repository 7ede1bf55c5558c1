import { recipients, templateParameters, textParameters } from '../support/messages';
import { useProcessedData } from '../support/processedData';
import type { ScriptedAnswer } from '../support/service';
import { hintsOf, jsonOf, useService } from '../support/useService';

useProcessedData();
const service = useService();

const good = '+12015550101';
const refused = '+12015550102';
const lost = '+12015550103';
const other = '+12015550104';

/** What the service answers to each of these people. */
function answering(answers: Readonly<Record<string, ScriptedAnswer>>): void {
	service.answer = ({ body }) => answers[String(Reflect.get(Object(body), 'to'))];
}

describe('the hint on the node after a run', () => {
	test('counts what became of the messages, and names which failed and why', async () => {
		answering({ [refused]: { status: 422, body: { error: { message: 'no such person' } } }, [lost]: 'reset' });
		const run = await service.run(textParameters(), recipients(good, refused, lost, other, 'nobody'));
		const message = '2 accepted, 1 rejected, 1 not sent, 1 unknown. Unknown: look for them at the service before you send them again.';
		const reasons = 'The service rejected the request: item 2.<br>The connection to the service broke off before a response came: item 3.<br>&#39;To&#39; is not a phone number: item 5.';
		expect(hintsOf(run)).toEqual([message, reasons].map((text) => ({ message: text, type: 'warning', location: 'outputPane' })));
	});

	test('is good news where all were accepted, and not there for a single message, whose output says it all', async () => {
		const run = await service.run(textParameters(), recipients(good, refused, lost));
		expect(hintsOf(run)).toEqual([{ message: '3 accepted.', type: 'info', location: 'outputPane' }]);
		expect(hintsOf(await service.run(textParameters(), recipients(good)))).toEqual([]);
	});

	describe('names what left more than once', () => {
		const ofRow = textParameters({ text: '={{ $json.text }}' });
		const row = (to: string, text: string) => ({ json: { to, text } });
		const sentence = (items: string) => `Sent more than once: ${items}. A 'Message Key' sends each message once.`;

		test('one item, that has the message and the recipient of an item before it', async () => {
			const run = await service.run(ofRow, [row(good, 'a'), row(good, 'b'), row(other, 'a'), row('+1 201 555 0101', 'a')]);
			expect(hintsOf(run)).toMatchObject([
				{ message: `4 accepted. ${sentence('item 4 repeats the message of an item before it to the same recipient')}`, type: 'warning' },
			]);
			expect(service.posts).toHaveLength(4);
		});

		test.each(['a b ', 'a  b', 'a\u00a0b', '\u200ba b', 'a\u200f b\n'])('an item that differs only in what no reader sees: %j', async (text) => {
			const run = await service.run(ofRow, [row(good, 'a b'), row(good, text), row(good, 'ab'), row(good, 'A b')]);
			expect(hintsOf(run)).toMatchObject([{ message: `4 accepted. ${sentence('item 2 repeats the message of an item before it to the same recipient')}` }]);
			expect(service.posts.map(({ body }) => body)).toContainEqual(expect.objectContaining({ text }));
		});

		test('an item whose placeholders are the same in another order', async () => {
			const given = { template: { __rl: true, mode: 'list', value: 'two' }, variablesMode: 'json', variablesJson: '={{ $json.values }}' };
			service.lists({ template_name: 'two', language_code: 'en_US', expected_variables: { body: [{ param_name: 'a' }, { param_name: 'b' }] } });
			const rows = [{ body: { a: '1', b: '2' } }, { body: { b: '2 ', a: '1' } }, { body: { a: '2', b: '1' } }].map((values) => ({ json: { to: good, values } }));
			expect(hintsOf(await service.run(templateParameters(given), rows))).toMatchObject([{ message: `3 accepted. ${sentence('item 2 repeats the message of an item before it to the same recipient')}` }]);
		});

		test('several, of which the first are named', async () => {
			const all = [...Array.from({ length: 30 }, () => row(good, 'a')), row(other, 'a'), row(other, 'a')];
			const items = Array.from({ length: 20 }, (_, index) => index + 2).join(', ');
			expect(hintsOf(await service.run(ofRow, all))).toMatchObject([
				{ message: `32 accepted. ${sentence(`items ${items} and 10 more repeat messages of items before them to the same recipients`)}` },
			]);
		});

		test('not what was refused, and nothing if a Message Key tells the messages apart', async () => {
			answering({ [refused]: { status: 422, body: {} } });
			const rows = [row(refused, 'a'), row(refused, 'a'), row(good, 'a')];
			expect(hintsOf(await service.run(ofRow, rows))).toMatchObject([{ message: '1 accepted, 2 rejected.' }, { message: 'The service rejected the request: items 1 and 2.' }]);
			const keyed = textParameters({ text: 'Hello', options: { messageKey: '={{ $json.text }}' } });
			expect(hintsOf(await service.run(keyed, [row(good, 'a'), row(good, 'b')]))).toMatchObject([{ message: '2 accepted.', type: 'info' }]);
		});

		test('before it leaves, in a dry run, which warns of each', async () => {
			const dry = textParameters({ text: '={{ $json.text }}', options: { dryRun: true } });
			const run = await service.run(dry, [row(good, 'a'), row('nobody', 'a'), row(good, 'a'), row(good, 'b')]);
			expect(jsonOf(run).map(({ warnings }) => warnings)).toEqual([undefined, undefined, ['This is the message of item 1 to the same recipient: both would leave'], undefined]);
			expect(hintsOf(run)[0]?.message).toMatch(/Without a &#39;Message Key&#39; these would be sent more than once: item 3 repeats/);
			expect(service.requests).toEqual([]);
		});
	});

	test('says of a single duplicate why it was not sent', async () => {
		const keyed = textParameters({ options: { messageKey: 'A-1' } });
		await service.run(keyed, recipients(good));
		expect(hintsOf(await service.run(keyed, recipients(good)))).toMatchObject([{ message: 'Not sent again: it was sent by an earlier run, perhaps a test run, under this Message Key.', type: 'info' }]);
		expect(service.posts).toHaveLength(1);
	});

	test('after a dry run: how many are ready, and why the others are not', async () => {
		const notAfter = '={{ $json.to === "+12015550103" ? "2020-01-01" : "" }}';
		const run = await service.run(
			textParameters({ options: { dryRun: true, messageKey: '={{ $json.to }}-1', notAfter } }),
			recipients(good, refused, lost, good, '2015550123', '7400123456', 'nobody', ''),
		);
		expect(hintsOf(run)[0]?.message.replaceAll('&#39;', "'")).toBe(
			[
				'Dry run: 2 ready, 1 duplicate of another item, 1 too late, 4 refused.',
				'Ready: 2 to United States.',
				"'To' needs a country code: items 5 and 6.",
				'Too late: item 3.',
				"'To' is not a phone number: item 7.",
				"'Message Key': {{ $json.to }} gives nothing: item 8.",
				"'To' has no phone number: item 8.",
			].join('<br>'),
		);
	});

	test('leads to the inbox of the service that is meant, and to none elsewhere', async () => {
		const leadsTo = (address: string) => ({ body: { success: true, message_id: 'm', inbox_url: address } });
		const own = `${service.url}/`;
		answering({ [good]: leadsTo(`${own}#a"b`), [refused]: leadsTo('https://elsewhere.example/'), [lost]: leadsTo('javascript:alert(1)') });
		expect(hintsOf(await service.run(textParameters(), recipients(good)))).toMatchObject([
			{ message: `<a href="${own}#a&quot;b" target="_blank">Open in inbox</a>`, type: 'info' },
		]);
		expect(hintsOf(await service.run(textParameters(), recipients(refused)))).toEqual([]);
		expect(hintsOf(await service.run(textParameters(), recipients(lost)))).toEqual([]);
		for (const account of ['user:password@', 'user@', ':password@']) {
			answering({ [good]: leadsTo(own.replace('://', `://${account}`)) });
			expect(hintsOf(await service.run(textParameters(), recipients(good)))).toEqual([]);
		}
	});

	test('says that the platform holds a message that it has accepted', async () => {
		answering({ [good]: { body: { success: true, message_id: 'm', message_status: 'held_for_quality_assessment' } } });
		const [single] = hintsOf(await service.run(textParameters(), recipients(good)));
		expect(single?.message).toMatch(/^The message was held by the platform until .*delivery status\.$/);
		const [several] = hintsOf(await service.run(textParameters(), recipients(good, refused, good)));
		expect(several?.message).toMatch(/^3 accepted\. 2 of the accepted were held/);
	});
});

test.each<[string, ScriptedAnswer, unknown]>([
	['too many requests', { status: 429, headers: { 'retry-after': '7' } }, { cause: 'rate-limited', retryAfterMs: 7_000 }],
	['a key that is not valid', { status: 401 }, { cause: 'credential-invalid' }],
	['a path that is not there', { status: 404 }, { cause: 'configuration-invalid' }],
	['unavailable for a while', { status: 503, headers: { 'retry-after': '2' } }, { cause: 'temporarily-unavailable', retryAfterMs: 2_000 }],
	['a message that it will not take', { status: 422 }, undefined],
	['a message that may have been sent', 'reset', undefined],
])('what n8n is told about a failure, to decide whether waiting helps: %s', async (_name, answer, failure) => {
	answering({ [good]: answer });
	const { error } = (await service.stopping(textParameters({ options: { maxAttempts: 1 } }), recipients(good))).data.resultData;
	expect(error).toBeDefined();
	expect(Reflect.get(Object(error), 'failure')).toEqual(failure);
});
