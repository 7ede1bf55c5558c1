import { recipients, textParameters } from '../support/messages';
import { useProcessedData } from '../support/processedData';
import type { ScriptedAnswer } from '../support/service';
import { hintsOf, useService } from '../support/useService';

useProcessedData();
const service = useService();

const good = '+12015550101';
const refused = '+12015550102';
const lost = '+12015550103';

/** What the service answers to each of these people. */
function answering(answers: Readonly<Record<string, ScriptedAnswer>>): void {
	service.answer = ({ body }) => answers[String(Reflect.get(Object(body), 'to'))];
}

describe('the hint on the node after a run', () => {
	test('counts what became of the messages', async () => {
		answering({ [refused]: { status: 422, body: { error: { message: 'no such person' } } }, [lost]: 'reset' });
		const run = await service.run(textParameters(), recipients(good, refused, lost, good, 'nobody'));
		const message = '2 accepted, 1 rejected, 1 not sent, 1 unknown. Unknown: look for them at the service before you send them again.';
		expect(hintsOf(run)).toEqual([{ message, type: 'warning', location: 'outputPane' }]);
	});

	test('is good news where all were accepted, and not there for a single message, whose output says it all', async () => {
		const run = await service.run(textParameters(), recipients(good, good, good));
		expect(hintsOf(run)).toEqual([{ message: '3 accepted.', type: 'info', location: 'outputPane' }]);
		expect(hintsOf(await service.run(textParameters(), recipients(good)))).toEqual([]);
	});

	test('says of a single duplicate why it was not sent', async () => {
		const keyed = textParameters({ options: { messageKey: 'A-1' } });
		await service.run(keyed, recipients(good));
		expect(hintsOf(await service.run(keyed, recipients(good)))).toMatchObject([{ message: 'Not sent again: this Message Key was used before.', type: 'info' }]);
		expect(service.posts).toHaveLength(1);
	});

	test('after a dry run: how many are ready, and why the others are not', async () => {
		const notAfter = '={{ $json.to === "+12015550103" ? "2020-01-01" : "" }}';
		const run = await service.run(
			textParameters({ options: { dryRun: true, messageKey: '={{ $json.to }}-1', notAfter } }),
			recipients(good, refused, lost, good, '2015550123', '7400123456', 'nobody', ''),
		);
		expect(hintsOf(run)[0]?.message.replaceAll('&#39;', "'")).toBe(
			"Dry run: 2 ready, 1 duplicate of another item, 2 refused ('To' needs a country code), 1 too late, 1 refused ('To' is not a phone number), 1 refused ('Message Key': {{ $json.to }} gives nothing).",
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
