import type { INodeExecutionData, IRun, IRunExecutionData } from 'n8n-workflow';

// With the extension: outside jest a `.node.json` would be found first.
import { Messaging } from '../../nodes/Messaging/Messaging.node.ts';
import { executeContext, startMessaging, runMessaging, type NodeSettings } from '../support/engine';
import { form, resumeExecution, linkIn, questionParameters, savedOf, startLinks, type LinkServer } from '../support/question';
import type { ScriptedAnswer } from '../support/service';
import { hintsOf, jsonOf, to, useService } from '../support/useService';

const service = useService();
let links: LinkServer;
/** The node whose links are clicked. */
let shown: NodeSettings;

beforeAll(async () => {
	links = await startLinks(() => shown);
});
beforeEach(() => {
	links.log.splice(0);
	shown = question();
});
afterAll(async () => await links.close());

/** A node that asks; what the service does not take stops it. */
const question = (changes = {}, settings: Partial<NodeSettings> = {}): NodeSettings => service.settings(questionParameters(changes), { onError: 'stopWorkflow', ...settings });
const continuing = { onError: 'continueRegularOutput' } as const;
/** The service answers the first question so, and takes the next. */
function answeringFirst(answer: ScriptedAnswer) {
	const answers = [answer];
	service.answer = () => answers.shift();
}

const asked = { message_id: `m-${to}`, to };
const respondedAt: unknown = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
const lastLink = () => linkIn(service.requests.at(-1)?.body);
const freeText = { responseType: 'freeText' };

/** What the workflow goes on with once an answer was given, or without one. */
const onWith = async (settings: NodeSettings, run: IRun, workflowData?: INodeExecutionData[][]) => await resumeExecution(settings, savedOf(run), workflowData);
const approving = form({ answer: 'approve' });

describe('a question', () => {
	test('leaves once, as a text with a link, and the run waits', async () => {
		const before = Date.now();
		const run = await runMessaging(question());
		expect(service.requests).toMatchObject([{ url: '/v1/messaging/send/text' }]);
		expect(service.requests[0]?.body).toEqual({
			to,
			phone_number_id: '200000000000002',
			text: expect.stringMatching(/^May I\?\n\nhttp:\/\/localhost\/webhook-waiting\/execution-1\/node-1\?q=[\w-]{8}&signature=[0-9a-f]{64}$/),
		});
		expect(run.waitTill?.getTime()).toBeGreaterThanOrEqual(before + 45 * 60_000);
		expect(run.waitTill?.getTime()).toBeLessThanOrEqual(Date.now() + 45 * 60_000);
		expect(jsonOf(run)).toEqual([asked]);
		// Whoever looks after n8n is told where the link may not work.
		expect(hintsOf(run)).toMatchObject([{ type: 'warning', message: expect.stringContaining('WEBHOOK_URL') }]);
	});

	test('waits without a limit if none is set, else until that time in the time zone of the workflow', async () => {
		const waitsUntil = async (options: object) => (await runMessaging(question({ options }))).waitTill?.toISOString();
		expect(await waitsUntil({})).toBe('3000-01-01T00:00:00.000Z');
		expect(await waitsUntil({ limitWaitTime: {} })).toBe('3000-01-01T00:00:00.000Z');
		const values = { limitType: 'atSpecifiedTime', maxDateAndTime: '2030-01-01T12:00:00' };
		expect(await waitsUntil({ limitWaitTime: { values } })).toBe('2030-01-01T17:00:00.000Z');
	});

	test.each<[string, object, Record<string, string>, object]>([
		['approved', {}, { answer: 'approve' }, { approved: true }],
		['declined', {}, { answer: 'decline' }, { approved: false }],
		['answered in words', freeText, { text: ' <b>Only\r\n10 %</b>\u0000 ' }, { text: '<b>Only\n10 %</b>' }],
	])('that is %s gives the answer, and the message it was given to', async (_name, changes, fields, data) => {
		const run = await runMessaging(question(changes));
		const { status, workflowData } = await links.click(lastLink(), savedOf(run), form(fields));
		expect(status).toBe(200);
		const gone = await onWith(question(changes), run, workflowData);
		expect(jsonOf(gone)).toEqual([{ data: { ...data, respondedAt }, ...asked }]);
		expect(gone.status).toBe('success');
	});

	test.each<[string, object, object, string]>([
		['the sending number that was chosen', { mode: 'list', cachedResultName: 'Example Shop · +1 201 555 0100' }, {}, 'Example Shop · +1 201 555 0100'],
		['the one whom the option names', { mode: 'list', cachedResultName: 'Example Shop' }, { pageTexts: { values: { askedBy: 'Ada <Inc>', heading: ' ' } } }, 'Ada &lt;Inc&gt;'],
	])('says who asks: %s; and repeats the answer', async (_name, number, options, shown) => {
		const phoneNumberId = { __rl: true, value: '200000000000002', ...number };
		const run = await runMessaging(question({ phoneNumberId, options: { ...options } }));
		const { page } = await links.click(lastLink(), savedOf(run));
		expect(page).toContain(`>${shown}</p>`);
		expect(page).toContain('Your answer is needed</h1>');
		const recorded = await links.click(lastLink(), savedOf(run), form({ answer: 'decline' }));
		expect(recorded.page).toMatch(/Your answer was recorded[^]*May I\?[^]*>Decline<\/p>/);
		expect(recorded.headers.get('cache-control')).toBe('no-store');
	});

	test('shows its page to whoever opens the link, and waits on', async () => {
		const run = await runMessaging(question({ message: '={{ $json.text }}', approvalOptions: {} }), [{ json: { text: 'A < B?' } }]);
		const { status, page, headers, workflowData } = await links.click(lastLink(), savedOf(run));
		expect(status).toBe(200);
		expect(workflowData).toBeUndefined();
		expect(page).toContain('A &lt; B?');
		expect(page).toContain('>Approve</button>');
		expect(page).not.toContain('Decline');
		expect(Object.fromEntries(headers)).toMatchObject({
			'content-type': 'text/html; charset=utf-8',
			'content-security-policy':
				"default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; sandbox allow-forms",
			'cache-control': 'no-store',
			'referrer-policy': 'no-referrer',
			'x-robots-tag': 'noindex, nofollow',
		});
	});
});

test('a review shows what an agent has written to the letter, in the message and on its page', async () => {
	const written = [{ json: { text: 'You get \u202e%09\u202c off\u200b' } }];
	const run = await runMessaging(question({ message: '={{ JSON.stringify($json) }}' }), written);
	const shownText = '{"text":"You get \\u202e%09\\u202c off\\u200b"}';
	expect(service.requests[0]?.body).toMatchObject({ text: expect.stringContaining(`${shownText}\n\nhttp`) });
	const { page } = await links.click(lastLink(), savedOf(run));
	expect(page.replaceAll('&quot;', '"')).toContain(shownText);
});

describe('nobody has answered', () => {
	const itemsThatLookApproved: INodeExecutionData[] = [{ json: { data: { approved: true, text: 'yes' } }, binary: {} }];

	test.each<[string, object, object]>([
		['an approval', {}, { approved: false, timedOut: true }],
		['a text', freeText, { timedOut: true }],
	])('when %s times out, whatever came in', async (_name, changes, data) => {
		const run = await runMessaging(question(changes), itemsThatLookApproved);
		const over = await onWith(question(changes), run);
		expect(jsonOf(over)).toEqual([{ data, ...asked }]);
	});

	test("when a node that is set to Execute Once times out, to which n8n shows the first of several items", async () => {
		const settings = question({}, { executeOnce: true });
		const run = await runMessaging(settings, [{ json: {} }, ...itemsThatLookApproved]);
		expect(jsonOf(await onWith(settings, run))).toEqual([{ data: { approved: false, timedOut: true }, ...asked }]);
	});
});

describe('a click decides nothing', () => {
	let run: IRun;
	let link: string;

	beforeEach(async () => {
		run = await runMessaging(question());
		link = lastLink();
	});

	/** Looks at a link and approves by it: neither gives more than this answer. */
	async function expectRefused(one: string, saved: IRunExecutionData, status: number, words = '') {
		for (const init of [{}, approving]) {
			const { page, ...clicked } = await links.click(one, saved, init);
			expect(clicked).toMatchObject({ status, workflowData: undefined });
			expect(page).toContain(words);
		}
	}

	/** What n8n has saved, with what it knows of the question changed. */
	function savedWith(changed: (known: string) => unknown): IRunExecutionData {
		const saved = savedOf(run);
		const memory = saved.executionData?.contextData['node:messaging'] ?? {};
		memory.question = changed(String(memory.question));
		return saved;
	}

	test.each<[string, RequestInit, object]>([
		['without a body', { method: 'POST' }, {}],
		['with both choices', { method: 'POST', body: new URLSearchParams([['answer', 'decline'], ['answer', 'approve']]) }, {}],
		['with another choice', form({ answer: 'approved', approved: 'true' }), {}],
		['with another kind of body', { method: 'POST', body: 'answer=approve', headers: { 'content-type': 'text/plain' } }, {}],
		['to decline, where there is only a button to approve', form({ answer: 'decline' }), { approvalOptions: { values: { approvalType: 'single' } } }],
	])('%s', async (_name, init, changes) => {
		run = await runMessaging(question(changes));
		const { status, page, workflowData } = await links.click(lastLink(), savedOf(run), init);
		expect([status, workflowData]).toEqual([422, undefined]);
		expect(page).toContain('Nothing was recorded yet');
		expect(page).toContain('May I?');
	});

	test.each<[string, (link: string) => string]>([
		['without a signature', (one) => one.replace(/&signature=.*/, '')],
		['with another signature', (one) => one.replace(/.$/, (last) => (last === '0' ? '1' : '0'))],
		['with the signature of another question', (one) => one.replace(/q=./, (start) => (start.endsWith('0') ? 'q=1' : 'q=0'))],
		['that names no question', (one) => one.replace(/q=[^&]*&/, '')],
	])('on a link %s', async (_name, changed) => {
		await expectRefused(changed(link), savedOf(run), 403, 'This link is not complete');
	});

	test('once the time is over, also before n8n has noticed', async () => {
		const late = savedWith((known) => known.replace(/"until":\d+/, `"until":${Date.now()}`));
		await expectRefused(link, late, 410, 'The time to answer is over');
	});

	test('where nothing is known of the question', async () => {
		await expectRefused(link, savedWith(() => undefined), 410, 'This question is over');
	});

	test('on the link of an earlier round of a loop', async () => {
		const settings = question({ message: '={{ $json.text }}' });
		const loop = await startMessaging(settings, [{ json: { text: 'First?' } }], [{ json: { text: 'Second?' } }]);
		const first = lastLink();
		const next = await onWith(settings, loop, (await links.click(first, savedOf(loop), approving)).workflowData);
		const second = lastLink();
		expect(second).not.toBe(first);
		await expectRefused(first, savedOf(next), 410, 'This question is over');
		expect((await links.click(second, savedOf(next))).page).toContain('Second?');
		expect((await links.click(second, savedOf(next), form({ answer: 'decline' }))).workflowData?.[0]?.[0]?.json).toEqual({
			data: { approved: false, respondedAt },
			...asked,
		});
	});
});

test('a click that n8n itself fails at is answered, and ends no wait', async () => {
	const run = await runMessaging(question());
	links.breakNext();
	const { status, page, workflowData } = await links.click(lastLink(), savedOf(run), approving);
	expect(status).toBe(500);
	expect(page).toContain('Your answer was not recorded');
	expect(workflowData).toBeUndefined();
	expect(links.log.join()).toContain('could not handle an answer');
});

test.each([
	['answered', [[{ json: { data: { approved: false } } }]]],
	['timed out', undefined],
])('a run of the node that was queued behind one that is %s is asked too: what came in is no answer', async (_how, answer) => {
	const looksApproved = [{ json: { approved: true, data: { approved: true } } }];
	const first = await startMessaging(question(), [{ json: {} }], looksApproved);
	const next = await onWith(question(), first, answer);
	expect(service.requests).toHaveLength(2);
	expect(next.waitTill).toBeDefined();
});

test('to somebody whose 24-hour window is closed, the way out is the same question as a template', async () => {
	answeringFirst({ status: 400, body: { error: { code: 131047, message: 'Re-engagement message' } } });
	const [item] = jsonOf(await runMessaging(question({}, continuing)));
	expect(item).toMatchObject({ success: false, error: { category: 'window-closed', description: expect.stringMatching(/^The service said: "Re-engagement message" .*Set 'Send As' to Template to ask this person\.$/) } });
});

test('where the credential cannot be read, what came in is no answer either', async () => {
	const credential = { get baseUrl(): string { throw new Error('Credentials could not be decrypted'); } };
	const looksApproved = [{ json: { data: { approved: true } } }];
	const run = await runMessaging(question({}, { credential, ...continuing }), looksApproved);
	const error = expect.objectContaining({ outcome: 'not_sent', message: 'The Messaging API credential could not be read' });
	expect(jsonOf(run)).toEqual([{ success: false, message_id: null, to: '+1 (201) 555-0123', error }]);
	const stopped = await runMessaging(question({}, { credential }));
	expect(stopped.data.resultData.error?.message).toContain('could not be decrypted');
});

test('input fields, which another operation of the node puts out, are no answer', async () => {
	const run = await runMessaging(question({ to: 'nobody', options: { includeInputFields: true } }, continuing), [{ json: { data: { approved: true } } }]);
	expect(Object.keys(jsonOf(run)[0] ?? {})).toEqual(['success', 'message_id', 'to', 'error']);
});

describe('before anything leaves', () => {
	test('a question in which an expression gives nothing is refused: whoever approves it must know what is missing', async () => {
		const run = await runMessaging(question({ message: '=Pay {{ $json.amount }} to Ada?' }, continuing));
		expect(jsonOf(run)).toMatchObject([{ error: { outcome: 'not_sent', message: "'Question': {{ $json.amount }} gives nothing" } }]);
		expect(service.requests).toEqual([]);
	});

	afterEach(() => expect(service.requests).toEqual([]));

	test('several items are refused, with the way to ask about each', async () => {
		const run = await runMessaging(question({}, continuing), [{ json: {} }, { json: {} }]);
		expect(run.waitTill).toBeUndefined();
		const error = { outcome: 'not_sent', category: 'invalid-input', description: expect.stringContaining('Loop Over Items') };
		expect(jsonOf(run)).toMatchObject([{ error }, { error }]);
		const stopped = await runMessaging(question(), [{ json: {} }, { json: {} }]);
		expect(stopped.data.resultData.error?.message).toContain('2 items came in');
	});

	const limit = (values: object) => ({ options: { limitWaitTime: { values } } });

	test.each<[string, object, string]>([
		['an empty message', { message: ' ' }, "'Question' is empty"],
		['a list', { message: '={{ ["May I?"] }}' }, "'Question' is not a text: a list"],
		['another way to send', { sendAs: '={{ "mail" }}', template: { __rl: true, mode: 'name', value: 't' } }, `'Send As' has an unknown value: "mail"`],
		['another kind of answer', { responseType: '={{ "form" }}' }, `'Response Type' has an unknown value: "form"`],
		['no time to answer', limit({ limitType: 'afterTimeInterval', resumeAmount: 0, resumeUnit: 'days' }), "'Limit Wait Time' must be more than 0"],
		...['={{ $json.nothing }}', '={{ null }}', '={{ "" }}', '={{ "soon" }}', '={{ [] }}'].map((resumeAmount): [string, object, string] => [
			`an amount of ${resumeAmount}`, limit({ limitType: 'afterTimeInterval', resumeAmount, resumeUnit: 'days' }), "'Limit Wait Time' has no amount that can be read",
		]),
		['a unit that gives nothing', limit({ limitType: 'afterTimeInterval', resumeAmount: 2, resumeUnit: '={{ $json.nothing }}' }), "'Limit Wait Time' has an unknown unit"],
		['another kind of limit', limit({ limitType: '={{ $json.nothing }}', maxDateAndTime: '2030-01-01T00:00:00Z' }), "'Limit Wait Time' has an unknown limit type"],
		['another unit', limit({ limitType: 'afterTimeInterval', resumeAmount: 1, resumeUnit: 'toString' }), `'Limit Wait Time' has an unknown unit: "toString"`],
		['more than a hundred years', limit({ limitType: 'afterTimeInterval', resumeAmount: 40_000, resumeUnit: 'days' }), "'Limit Wait Time' is more than a hundred years"],
		['a limit in the past', limit({ limitType: 'atSpecifiedTime', maxDateAndTime: '2020-01-01T00:00:00Z' }), "'Limit Wait Time' is in the past"],
		['a limit that is no time', limit({ limitType: 'atSpecifiedTime', maxDateAndTime: 'soon' }), "'Limit Wait Time' has no date"],
		['an endless limit', limit({ limitType: 'atSpecifiedTime', maxDateAndTime: '9000-01-01T00:00:00Z' }), "'Limit Wait Time' is more than"],
		['an expression that fails', { message: "={{ $('Nowhere').first().json.text }}" }, ''],
	])('%s is refused', async (_name, changes, message) => {
		const run = await runMessaging(question(changes, continuing));
		expect(run.waitTill).toBeUndefined();
		expect(jsonOf(run)).toMatchObject([{ error: { outcome: 'not_sent', category: 'invalid-input', message: expect.stringContaining(message) } }]);
	});

	test('a node that expressions cannot look into by its name is told to take another', async () => {
		const run = await runMessaging(question({}, { name: 'constructor' }));
		expect(run.waitTill).toBeUndefined();
		expect(run.data.resultData.error?.message).toBe('Send and Wait does not work in a node named "constructor"');
	});

	test('a dry run shows the request with a link that leads nowhere, and does not wait', async () => {
		const run = await runMessaging(question({ options: { dryRun: true } }));
		expect(run.waitTill).toBeUndefined();
		expect(jsonOf(run)[0]).toMatchObject({
			valid: true,
			request: { path: '/v1/messaging/send/text', body: { text: `May I?\n\nhttp://localhost/webhook-waiting/0/node-1?q=${'0'.repeat(8)}&signature=${'0'.repeat(64)}` } },
		});
	});
});

test.each(["it's", 'a "b" \\ {{ c }}', 'Frage? ü 😀', 'toString'])('a node called %s finds its question', async (name) => {
	shown = question({}, { name });
	const run = await runMessaging(shown);
	expect((await links.click(lastLink(), savedOf(run))).page).toContain('May I?');
});

describe('one question, whatever happens', () => {
	test('Retry On Fail asks again after a refusal, and waits for that one', async () => {
		answeringFirst({ status: 422, body: {} });
		const run = await runMessaging(question({}, { retryOnFail: true }));
		expect(service.requests).toHaveLength(2);
		expect(run.waitTill).toBeDefined();
		expect((await links.click(lastLink(), savedOf(run))).status).toBe(200);
		// The first may have arrived: its link asks the same.
		expect(linkIn(service.requests[0]?.body)).toBe(lastLink());
	});

	test.each(['continueRegularOutput', 'stopWorkflow'] as const)('Retry On Fail does not ask again once the service has accepted: %s', async (onError) => {
		const run = await runMessaging(question({}, { retryOnFail: true, onError }), [{ json: { error: 'of an earlier node' } }]);
		expect(run.waitTill).toBeDefined();
		expect(service.requests).toHaveLength(1);
	});

	test('under an idempotency key the same question is tried again', async () => {
		answeringFirst('reset');
		const run = await runMessaging(question({ options: { idempotencyHeader: 'Idempotency-Key' } }));
		const [first, second] = service.requests;
		expect(first?.headers['idempotency-key']).toBe(second?.headers['idempotency-key']);
		expect(first?.body).toEqual(second?.body);
		expect(run.waitTill).toBeDefined();
	});

	test('one for whose answer n8n cannot wait counts as not approved: it has left, and is not asked again', async () => {
		const context = executeContext(question());
		context.putExecutionToWait = async () => await Promise.reject(new Error('The database is gone'));
		const [output] = await new Messaging().execute.call(context);
		expect(output).toEqual([{ json: { data: { approved: false, timedOut: true }, ...asked }, pairedItem: { item: 0 } }]);
	});

	test('a failed question leaves its error, and no wait', async () => {
		answeringFirst({ status: 401, body: {} });
		const run = await runMessaging(question({}, continuing));
		expect(run.waitTill).toBeUndefined();
		expect(jsonOf(run)).toMatchObject([{ error: { outcome: 'rejected', to } }]);
	});
});
