import { outputOf, runMessaging } from '../support/engine';
import { errorOf, recipients, textParameters } from '../support/messages';
import { accepting, startService, type ScriptedAnswer, type ScriptedService } from '../support/service';

let service: ScriptedService;

afterEach(async () => {
	await service.close();
});

const first = '+12015550101';
const second = '+12015550102';
const third = '+12015550103';

/** The second recipient gets these answers, one a try; everybody else is accepted. */
async function secondAnswers(...answers: ScriptedAnswer[]) {
	service = await startService((request) => {
		const isSecond = Reflect.get(Object(request.body), 'to') === second;
		return (isSecond ? answers.shift() : undefined) ?? accepting(request);
	});
}

const sentTo = () => service.requests.map(({ body }) => Reflect.get(Object(body), 'to'));

const settings = () => ({
	credential: { baseUrl: service.url, apiKey: 'key-123' },
	parameters: textParameters({ options: { concurrency: 1 } }),
	retryOnFail: true,
});

describe("n8n's Retry On Fail runs the whole node again", () => {
	test('and sends no accepted message a second time', async () => {
		await secondAnswers({ status: 422, body: { error: { message: 'not now' } } });
		const run = await runMessaging(settings(), recipients(first, second, third));
		expect(run.data.resultData.error).toBeUndefined();
		expect(sentTo()).toEqual([first, second, second, third]);
		expect(outputOf(run).map(({ json }) => json.message_id)).toEqual([first, second, third].map((to) => `m-${to}`));
	});

	test('nor one that may have been sent, while the rest still goes out', async () => {
		await secondAnswers('reset');
		const run = await runMessaging(settings(), recipients(first, second, third));
		expect(sentTo()).toEqual([first, second, third]);
		expect(run.data.resultData.error?.message).toMatch(/broke off/);
		expect(run.data.resultData.error?.description).toMatch(/may or may not.* Of 3 messages: 2 accepted, 1 unknown\.$/);
	});

	test('also with On Error = continue, where n8n tries again because the first item failed', async () => {
		await secondAnswers({ status: 422, body: {} });
		const run = await runMessaging(
			{ ...settings(), onError: 'continueRegularOutput' },
			recipients(second, first, third),
		);
		expect(sentTo()).toEqual([second, first, third, second]);
		expect(outputOf(run).map(({ json }) => json.success)).toEqual([true, true, true]);
	});

	test('and gives up with the item that keeps failing', async () => {
		const no = { status: 422, body: {} };
		await secondAnswers(no, no);
		const run = await runMessaging({ ...settings(), onError: 'continueRegularOutput' }, recipients(second, first));
		expect(sentTo()).toEqual([second, first, second]);
		expect(errorOf(outputOf(run)[0])).toMatchObject({ outcome: 'rejected', to: second });
	});
});
