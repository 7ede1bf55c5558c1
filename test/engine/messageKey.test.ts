import { BinaryDataService } from 'n8n-core';
import type { INodeParameters } from 'n8n-workflow';

// With the extension: outside jest a `.node.json` would be found first.
import { Messaging } from '../../nodes/Messaging/Messaging.node.ts';
import { editorContext, executeContext, outputOf, retryFailed, runMessaging, startMessaging, type NodeSettings } from '../support/engine';
import { promisesSettled } from '../support/eventLoop.mts';
import { apart, before, hintOf, items, manyTexts, useKeyedService } from '../support/keyedService';
import { errorOf, templateParameters, textParameters } from '../support/messages';
import { inProcess } from '../support/processedData';
import type { ScriptedAnswer } from '../support/service';
import { hintsOf, jsonOf, to } from '../support/useService';
import { listeningTo } from '../support/webhook';

const messages = useKeyedService();

const answered = { success: true, message_id: `m-${to}`, to };
const refusal = { status: 422, body: {} };
const stopping = { onError: 'stopWorkflow' } as const;
/** The node in a process of its own, which shares nothing with others but n8n's database. */
const processOf = (process: number) => messages.keyed({}, { workflowId: inProcess('w', process) });

/** Sends each text under its key, or under itself. */
const send = async (...texts: Parameters<typeof items>) => await runMessaging(messages.keyed(), items(...texts));

describe('a message that the service only simulated, since the API key is one for tests', () => {
	const simulated = { sandbox: true, message_id: 'sandbox_1', status: 'simulated', note: 'Nothing was sent', to, template: 'x' };
	const live = { credential: { apiKey: 'key-live' } };
	/** The service simulates with the test key, and sends with the live one. */
	const simulates = (answer: object = simulated) => {
		messages.answer = ({ headers: { authorization } }) => (authorization === 'Bearer key-123' ? { body: answer } : undefined);
	};
	const sendLive = async (...texts: Parameters<typeof items>) =>
		await runMessaging(messages.keyed({}, { credential: { ...messages.credential(), ...live.credential } }), items(...texts));

	test('is said to be so, and leaves with the live key; then it is sent', async () => {
		simulates();
		const tried = await send('A', 'B', 'A');
		expect(jsonOf(tried)).toEqual([simulated, simulated, { ...simulated, duplicate: true }]);
		expect(hintOf(tried)).toMatch(/^2 accepted, 1 duplicate of another item\. 3 of the accepted were only simulated .* nothing reaches a phone.* use your live API key\.$/);
		expect(jsonOf(await sendLive('A', 'B'))).toEqual([answered, answered]);
		expect(hintOf(await sendLive('A', 'B'))).toBe('0 accepted, 2 duplicates. Duplicates: they were sent by an earlier run, perhaps a test run, under the same Message Keys.');
		expect(messages.sent).toEqual(['A', 'B', 'A', 'B']);
		expect(jsonOf(await send('A'))).toEqual([before]);
	});

	test.each<[string, object]>([
		['by a mark inside of data', { success: true, data: { message_id: 'm', sandbox: true } }],
		['by a status', { message_id: 'm', status: 'Simulated' }],
		['by a text', { message_id: 'm', sandbox: 'true' }],
	])('is known %s', async (_form, answer) => {
		simulates(answer);
		expect(hintOf(await send('A'))).toMatch(/^The message was only simulated by the service/);
		expect(jsonOf(await sendLive('A'))).toEqual([answered]);
	});

	test.each([{ sandbox: false }, { sandbox: null }, { status: 'sent' }])('%j is no simulation', async (more) => {
		simulates({ ...answered, ...more });
		expect(hintOf(await send('A'))).toBeUndefined();
		expect(jsonOf(await sendLive('A'))).toEqual([before]);
	});

	test('without a key, a retry of the failed execution with the live key sends it', async () => {
		const texts = ['A', 'B'];
		const settings = (apiKey: string) => messages.settings(textParameters({ text: '={{ $json.text }}', options: { concurrency: 1 } }), { onError: 'stopWorkflow', credential: { ...messages.credential(), apiKey } });
		messages.answer = ({ headers: { authorization } }, text) => {
			if (authorization !== 'Bearer key-123') return undefined;
			return text === 'A' ? { body: simulated } : { status: 422, body: {} };
		};
		const failed = await runMessaging(settings('key-123'), items(...texts));
		await retryFailed(settings('key-live'), failed);
		expect(messages.sent).toEqual(['A', 'B', 'A', 'B']);
	});
});

describe('a message that an earlier run has sent', () => {
	test('does not leave again, and is said to be sent', async () => {
		await send('A', 'B');
		const again = await send('A', 'B', 'C');
		expect(messages.sent).toEqual(['A', 'B', 'C']);
		expect(jsonOf(again)).toEqual([before, before, answered]);
		expect(hintOf(again)).toBe('1 accepted, 2 duplicates. Duplicates: they were sent by an earlier run, perhaps a test run, under the same Message Keys.');
		expect(hintOf(await send('A', 'A', 'D'))).toMatch(/^1 accepted, 2 duplicates\. Duplicates: they were sent by an earlier run/);
	});

	test('leaves again after a response with success that refuses it in another way', async () => {
		messages.answer = () => ({ body: { id: 'x1', code: 131026, message: 'No' } });
		expect(errorOf(outputOf(await send('A'))[0])).toMatchObject({ outcome: 'rejected', category: 'undeliverable', code: '131026' });
		messages.answer = () => ({ body: { success: true, message_id: 'm1', contacts: [{ status: 'invalid' }] } });
		expect(errorOf(outputOf(await send('A'))[0])).toMatchObject({ outcome: 'unknown' });
		expect(messages.sent).toEqual(['A', 'A']);
	});

	test('is another one for another recipient, another key and another account', async () => {
		await send('A');
		await runMessaging(messages.keyed(), [{ json: { to: '+12015550124', text: 'A', key: 'A' } }]);
		await send(['A', 'B']);
		await runMessaging(messages.keyed({}, { credential: { baseUrl: `${messages.url}/sandbox`, apiKey: 'key-123' } }), items('A'));
		expect(messages.sent).toEqual(['A', 'A', 'A', 'A']);
	});

	test('is the same however its recipient is written, and in the next iteration of a loop', async () => {
		const run = await startMessaging(messages.keyed(), items('A'), [{ json: { to: '+1 (201) 555-0123', text: 'A', key: 'A' } }]);
		expect(messages.sent).toEqual(['A']);
		expect(jsonOf(run)).toEqual([before]);
	});

	test('is the same with the same file, which n8n stores anew in each execution, is not uploaded again, and is another one with another file', async () => {
		const storage = new Map<string, Buffer>();
		jest.spyOn(BinaryDataService.prototype, 'getAsBuffer').mockImplementation(async ({ id }) => storage.get(id ?? '') ?? Buffer.from(''));
		const stored = (content: string) => {
			const id = `filesystem-v2:file ${storage.size}`;
			storage.set(id, Buffer.from(content));
			return { json: {}, binary: { data: { id, data: 'filesystem-v2', mimeType: 'image/png', fileName: 'a.png' } } };
		};
		const parameters = templateParameters({ headerMedia: 'binary', binaryPropertyName: 'data', options: { messageKey: 'A', concurrency: 1 } });
		messages.answer = ({ url }) => (url.endsWith('/media') ? { body: { media_id: 'm-1' } } : undefined);
		const first = await runMessaging(messages.keyed({}, { parameters }), [stored('one'), stored('one'), stored('two')]);
		expect(jsonOf(first)).toMatchObject([{ success: true }, { success: true, duplicate: true }, { error: { category: 'invalid-input' } }]);
		const second = await runMessaging(messages.keyed({}, { parameters }), [stored('one'), stored('two')]);
		expect(jsonOf(second)).toMatchObject([before, { error: { outcome: 'not_sent', category: 'invalid-input' } }]);
		const posts = messages.requests.filter(({ method }) => method === 'POST').map(({ url }) => url);
		expect(posts).toEqual(['/v1/messaging/media', '/v1/messaging/send']);
		jest.restoreAllMocks();
	});

	test('is refused with other content under its key, in whatever run that comes', async () => {
		await runMessaging(processOf(1), items(['A', 'k']));
		expect(errorOf(outputOf(await runMessaging(processOf(2), items(['B', 'k'])))[0])).toMatchObject({
			outcome: 'not_sent',
			category: 'invalid-input',
			message: "This 'Message Key' was used for another message to this recipient",
		});
		expect(jsonOf(await runMessaging(processOf(2), items(['A', 'k'])))).toEqual([before]);
		expect(messages.sent).toEqual(['A']);
	});
});

describe('a message of which an earlier run does not say what became of it', () => {
	test('is unknown and does not leave again, while the others do', async () => {
		messages.answer = (_, text) => (text === 'B' ? 'reset' : undefined);
		await send('A', 'B');
		const again = await send('A', 'B', 'C');
		expect(messages.sent).toEqual(['A', 'B', 'C']);
		expect(errorOf(outputOf(again)[1])).toMatchObject({ outcome: 'unknown', to, message: 'An earlier run may have sent this message' });
		expect(hintOf(again)).toBe(
			'1 accepted, 1 duplicate, 1 unknown: an earlier run was interrupted or got no clear response. Look for them at the service. To send one of them again, change its Message Key. Duplicate: it was sent by an earlier run, perhaps a test run, under the same Message Key.',
		);
	});

	test('does not keep those behind it from being sent where On Error stops: no later run would send them', async () => {
		messages.answer = (_, text) => (text === 'A' ? 'reset' : undefined);
		await send('A');
		const again = await runMessaging(messages.keyed({ concurrency: 1 }, stopping), items('A', 'A', 'B', 'C'));
		expect(messages.sent).toEqual(['A', 'B', 'C']);
		expect(again.data.resultData.error?.description).toContain('Of 4 messages: 2 accepted, 2 unknown.');
		expect(again.data.resultData.error?.description).not.toContain('retry this execution');
	});

	test('is counted beside those that are unknown by this run', async () => {
		messages.answer = (_, text) => (text === 'A' || text === 'B' ? 'reset' : undefined);
		await send('A');
		expect(hintOf(await send('A', 'B'))).toMatch(/^0 accepted, 2 unknown \(1 of an earlier run\): an earlier run/);
	});
});

describe('a message that was not sent is free for a later run', () => {
	test('where nobody could be reached, or the item was invalid', async () => {
		const nobody = { credential: { baseUrl: 'http://127.0.0.1:1', apiKey: 'key-123' } };
		await runMessaging(messages.keyed({ maxAttempts: 1 }, nobody), items('A'));
		await send(['', 'B']);
		expect(messages.memory.rowCount).toBe(0);
	});

	test('also where the run was cancelled: what had left is unknown, the rest is free, and one log line counts them', async () => {
		let cancel = () => {};
		messages.answer = (_, text) => {
			if (text !== 'B') return undefined;
			cancel();
			return { status: 429, headers: { 'retry-after': '200' }, body: {} };
		};
		const settings = messages.keyed({ concurrency: 1 }, stopping);
		const log: string[] = [];
		const cancelled = await listeningTo(editorContext(settings), log, async () => {
			const run = startMessaging(settings, items('A', 'B', 'C', 'D'));
			cancel = () => run.cancel();
			return await run;
		});
		expect(outputOf(cancelled)).toEqual([]);
		expect(log.join()).toContain('Messaging node \\"messaging\\" of workflow workflow-1 was cancelled: 1 accepted, 1 unknown, 2 not started');
		messages.answer = () => undefined;
		const again = await send('A', 'B', 'C', 'D');
		expect(messages.sent).toEqual(['A', 'B', 'C', 'D']);
		expect(jsonOf(again)[0]).toEqual(before);
		expect(errorOf(outputOf(again)[1])).toMatchObject({ outcome: 'unknown' });
	});

	test('also where the run was cancelled before it began, while n8n read the credential', async () => {
		const settings = messages.settings(textParameters({ to, text: 'A', options: { messageKey: 'A' } }));
		await new Messaging().execute.call(executeContext(settings, AbortSignal.abort()));
		expect(jsonOf(await runMessaging(settings, items('A')))).toEqual([answered]);
	});
});

describe('items of one run with the same key and recipient', () => {
	test('are one message: the others share what became of it', async () => {
		const run = await send(['A', 1], ['A', '1'], ['A', ' 1 ']);
		expect(messages.sent).toEqual(['A']);
		expect(jsonOf(run)).toEqual([answered, { ...answered, duplicate: true }, { ...answered, duplicate: true }]);
		expect(hintOf(run)).toBe('1 accepted, 2 duplicates of another item.');
	});

	test('share a refusal and an unknown outcome too', async () => {
		messages.answer = (_, text) => (text === 'A' ? refusal : 'reset');
		const run = await send('A', 'A', 'B', 'B');
		expect(messages.sent).toEqual(['A', 'B']);
		expect(outputOf(run).map((item) => errorOf(item).outcome)).toEqual(['rejected', 'rejected', 'unknown', 'unknown']);
		expect(errorOf(outputOf(run)[3]).description).toMatch(/Item 3 has the same Message Key and recipient/);
	});

	test('are refused where they say something else: which is meant would be a guess', async () => {
		for (const first of [answered, before]) {
			const run = await send(['A', 'k'], ['B', 'k'], ['A', 'k']);
			expect(messages.sent).toEqual(['A']);
			expect(errorOf(outputOf(run)[1])).toMatchObject({
				outcome: 'not_sent',
				category: 'invalid-input',
				to,
				message: "'Message Key' and recipient are the same as in item 1, but the message is different",
			});
			expect([jsonOf(run)[0], jsonOf(run)[2]]).toEqual([first, { ...first, duplicate: true }]);
		}
	});

	test('say each what is wrong with it, if none can be sent', async () => {
		const run = await runMessaging(messages.keyed({ messageKey: 'k' }), [{ json: { to, text: '' } }, { json: { to, text: { a: 1 } } }]);
		expect(outputOf(run).map((item) => errorOf(item).message)).toEqual(["'Text' is empty", "'Text' is not a text: an object"]);
	});

	test('are refused too where the first was sent by an earlier try, and what it said can no longer be told', async () => {
		const settings = messages.keyed({ concurrency: 1 }, stopping);
		const failed = await runMessaging(settings, items('A', ['B', 'A']));
		const parameters = { ...settings.parameters, text: '={{ $itemIndex === 0 ? "" : "C" }}' };
		const retried = await retryFailed({ ...settings, parameters }, failed);
		expect(messages.sent).toEqual(['A']);
		expect(retried.data.resultData.error?.message).toMatch(/the same as in item 1, but the message is different$/);
	});

	test.each([1, 10])('of which the first is invalid: the next that can be sent is the message, %i at once', async (concurrency) => {
		const pairs = Array.from({ length: 60 }, (_, index) => [['', `k${index}`], [`A${index}`, `k${index}`]] as const);
		const run = await runMessaging(messages.keyed({ concurrency }), apart(items(...pairs.flat())));
		expect(hintOf(run)).toBe('60 accepted, 60 not sent.');
		expect(errorOf(outputOf(run)[0]).message).toBe("'Text' is empty");
		// Of the message, and of its content.
		expect(messages.memory.rowCount).toBe(120);
		expect(new Set(messages.sent).size).toBe(60);
	});
});

describe('an option that is wrong', () => {
	const dayOff = new Date(Date.now() + 3 * 86_400_000).toLocaleDateString('en-US', { weekday: 'long', timeZone: 'UTC' }).toLowerCase();
	/** Wrong for the items that say so. */
	const wrong: Array<[string, INodeParameters, string]> = [
		['Do Not Send After', { notAfter: '={{ $json.isWrong ? "soon" : "" }}' }, "'Do Not Send After' in the options is not a date and time"],
		['Quiet Hours', { quietHours: { hours: { from: '', to: '', days: [dayOff], timeZone: '={{ $json.isWrong ? "Nowhere" : "UTC" }}' } } }, "'Quiet Hours' in the options"],
		['Timeout', { timeout: '={{ $json.isWrong ? "short" : 5000 }}' }, "'Timeout' in the options is not a number"],
		['Default Country', { defaultCountry: '={{ $json.isWrong ? "Nowhere" : "US" }}' }, "'Default Country' in the options"],
		['Allowed Recipients', { allowedRecipients: `={{ $json.isWrong ? "" : "${to}" }}` }, "'Allowed Recipients' in the options"],
	];
	const item = (text: string, isWrong: boolean) => ({ json: { to, text, key: text, isWrong } });
	const refused = (says: string) => ({ error: { outcome: 'not_sent', category: 'invalid-input', message: expect.stringContaining(says) } });

	test.each(wrong)('%s is refused although an earlier run or another item has sent the message', async (_name, options, says) => {
		await send('A');
		const run = await runMessaging(messages.keyed(options), [item('A', true), item('B', false), item('B', true)]);
		expect(jsonOf(run)).toMatchObject([refused(says), answered, refused(says)]);
		expect(messages.sent).toEqual(['A', 'B']);
	});

	test.each(wrong)('%s holds no key: the next item that has it right is the message, in a dry run too', async (_name, options, says) => {
		const given = [item('A', true), item('A', false), item('A', true)];
		const dry = await runMessaging(messages.keyed({ ...options, dryRun: true }), given);
		expect(jsonOf(dry)).toMatchObject([refused(says), { valid: true }, refused(says)]);
		expect(jsonOf(await runMessaging(messages.keyed(options), given))).toMatchObject([refused(says), answered, refused(says)]);
		expect(messages.sent).toEqual(['A']);
	});

	test.each(wrong)('%s changes nothing in what an earlier try of the run has sent: the output has its ID, and no try sends it again', async (_name, options) => {
		const answers = [refusal, refusal];
		messages.answer = (_, text) => (text === 'B' ? answers.shift() : undefined);
		const retrying = messages.keyed({ concurrency: 1 }, stopping);
		const failed = await runMessaging(retrying, [item('A', true), item('B', false)]);
		const again = await retryFailed(messages.keyed({ concurrency: 1, ...options }, stopping), failed);
		expect(jsonOf(await retryFailed(retrying, again))).toEqual([answered, answered]);
		expect(messages.sent).toEqual(['A', 'B', 'B', 'B']);
	});
});

test("with an idempotency header the service decides, by the same key in every run, and n8n's database is not asked", async () => {
	const withHeader = (changes: Partial<NodeSettings> = {}) => messages.keyed({ idempotencyHeader: 'Idempotency-Key' }, changes);
	await runMessaging(withHeader(), items('A', 'B'));
	await runMessaging(withHeader({ workflowId: '' }), items('B', 'A'));
	expect(messages.sent).toEqual(['A', 'B', 'B', 'A']);
	const [a, b, ...again] = messages.requests.map(({ headers }) => headers['idempotency-key']);
	expect(again).toEqual([b, a]);
	expect(a).not.toBe(b);
	expect(messages.memory.calls).toBe(0);
});

test('a dry run checks the keys, and does not touch what n8n remembers', async () => {
	const run = await runMessaging(messages.keyed({ dryRun: true }), items('A', ['B', 'A'], 'A', ['C', '']));
	expect(messages.memory.calls).toBe(0);
	expect(jsonOf(run).map(({ valid }) => valid)).toEqual([true, false, true, false]);
	expect(errorOf(outputOf(run)[1]).message).toMatch(/^'Message Key' and recipient are the same as in item 1/);
	await send('A');
	expect(messages.sent).toEqual(['A']);
});

describe('a memory that cannot be used', () => {
	test('sends nothing in a workflow that was never saved, and says so', async () => {
		const run = await runMessaging(messages.keyed({}, { workflowId: '' }), items('A'));
		expect(messages.sent).toEqual([]);
		const error = errorOf(outputOf(run)[0]);
		expect(error).toMatchObject({ outcome: 'not_sent', category: 'service', message: "n8n's database cannot be used to remember which messages were sent" });
		expect(error.description).toMatch(/Save the workflow first.*database is not needed, except for a question\.$/);
	});

	test('ends the run when it is cancelled: nothing was sent', async () => {
		let cancel = () => {};
		messages.memory.trouble = () => {
			cancel();
			throw new Error('SQLITE_BUSY: database is locked');
		};
		const run = startMessaging(messages.keyed(), items('A', 'B'));
		cancel = () => run.cancel();
		await run;
		expect(messages.sent).toEqual([]);
	});
});

describe("a message whose row n8n's database did not settle at once", () => {
	/** A port where nobody listens. */
	const unreached = { credential: { baseUrl: 'http://127.0.0.1:9', apiKey: 'key-123' } };

	test.each<[string, 'read' | 'write', Partial<NodeSettings>, ScriptedAnswer | undefined, object, number]>([
		['accepted', 'read', {}, undefined, answered, 2],
		['accepted', 'write', {}, undefined, answered, 2],
		['rejected', 'read', {}, refusal, { error: { outcome: 'rejected' } }, 0],
		['not sent', 'read', unreached, undefined, { error: { outcome: 'not_sent' } }, 0],
	])('is settled all the same if it was %s and the first %s failed', async (_which, moment, changes, answer, output, rows) => {
		await send('first of the process');
		messages.memory.clear();
		messages.answer = () => answer;
		let isBroken = false;
		messages.memory.trouble = (now) => {
			// Once the message has its row.
			if (now !== moment || isBroken || messages.memory.rowCount === 0) return;
			isBroken = true;
			throw new Error('Connection terminated');
		};
		const run = await runMessaging(messages.keyed({ maxAttempts: 1 }, changes), items('A'));
		expect(jsonOf(run)).toMatchObject([output]);
		expect([isBroken, messages.memory.rowCount]).toEqual([true, rows]);
		expect(hintsOf(run).map(({ message }) => message).join()).not.toContain('database');
	});
});

describe('a message that was refused, and whose row could not be removed', () => {
	const warning = "n8n's database could not be written: a later run may report 1 message as unknown, although this one knows what became of it. To send it again then, change its Message Key.";
	const refusingAndStuck = () => {
		messages.answer = () => {
			messages.memory.trouble = async (moment) => await (moment === 'write' ? Promise.reject(new Error('Connection terminated')) : undefined);
			return refusal;
		};
	};

	test('is said above the output', async () => {
		refusingAndStuck();
		const run = await send('A');
		expect(errorOf(outputOf(run)[0])).toMatchObject({ outcome: 'rejected' });
		expect(hintsOf(run)).toEqual([{ message: warning, type: 'warning', location: 'outputPane' }]);
		messages.memory.trouble = async () => {};
		expect(errorOf(outputOf(await send('A'))[0])).toMatchObject({ outcome: 'unknown' });
	});

	test('is said in the error of a run that stops, and in the log of one that is cancelled', async () => {
		refusingAndStuck();
		const settings = messages.keyed({ concurrency: 1 }, stopping);
		const log: string[] = [];
		const stopped = await listeningTo(editorContext(settings), log, async () => await runMessaging(settings, items('A')));
		expect(stopped.data.resultData.error?.description).toContain(warning);
		expect(log.join()).toContain(warning);
	});
});

test('a message costs four calls of the database, and two to learn that it was sent', async () => {
	await send('first of the process');
	for (const calls of [400, 200]) {
		messages.memory.calls = 0;
		await runMessaging(messages.keyed({ concurrency: 100 }), apart(items(...manyTexts(100))));
		expect(messages.memory.calls).toBeLessThanOrEqual(calls);
	}
});

test('after a stop no further message costs a call', async () => {
	await send('first of the process');
	messages.memory.calls = 0;
	messages.answer = () => refusal;
	await runMessaging(messages.keyed({ concurrency: 1 }, stopping), apart(items(...manyTexts(100))));
	// Look, claim, and two to remove the row.
	expect(messages.memory.calls).toBe(4);
});

describe('n8n runs the node again: the execution has the answers, and the database outlives it', () => {
	const oneByOne = (changes: Partial<NodeSettings> = {}) => messages.keyed({ concurrency: 1 }, { ...stopping, ...changes });
	/** The service refuses B once. */
	const refuseOnce = () => {
		const refusals = [refusal];
		messages.answer = (_, text) => (text === 'B' ? refusals.shift() : undefined);
	};

	test('a retry with another recipient sends to that one: the key of the first try was of somebody else', async () => {
		refuseOnce();
		const failed = await runMessaging(oneByOne(), items('A', 'B'));
		const other = '+12015550199';
		const settings = oneByOne();
		await retryFailed({ ...settings, parameters: { ...settings.parameters, to: other } }, failed);
		expect(messages.posts.map(({ body }) => Reflect.get(Object(body), 'to'))).toEqual([to, to, other, other]);
	});

	test('a retry of a failed execution in another process goes on where it has stopped', async () => {
		refuseOnce();
		const failed = await runMessaging(oneByOne({ workflowId: inProcess('w', 1) }), items('A', 'B', 'A', 'C'));
		const retried = await retryFailed(oneByOne({ workflowId: inProcess('w', 2) }), failed);
		expect(messages.sent).toEqual(['A', 'B', 'B', 'C']);
		expect(jsonOf(retried)).toEqual([answered, answered, { ...answered, duplicate: true }, answered]);
		expect(jsonOf(await runMessaging(processOf(3), items('A', 'B', 'C')))).toEqual([before, before, before]);
	});

	test('an item that shared a message in an earlier try still does, if a stopped try does not get to it', async () => {
		messages.answer = (_, text) => (text === 'B' ? refusal : undefined);
		const failed = await runMessaging(oneByOne(), items('A', 'A', 'B'));
		messages.answer = () => refusal;
		const parameters = { ...oneByOne().parameters, to: '={{ $itemIndex === 0 ? "+12015550199" : $json.to }}' };
		const retried = await retryFailed(oneByOne({ parameters }), failed);
		expect(retried.data.resultData.error?.description).toContain('Of 3 messages: 0 accepted, 1 duplicate of another item, 1 rejected, 1 not started.');
	});

	test('what an earlier try has sent is not built again: no list is read for it', async () => {
		const parameters = templateParameters({ to: '={{ $json.to }}', options: { messageKey: '={{ $json.to }}', concurrency: 1 } });
		const failed = await runMessaging(messages.settings(parameters, stopping), [{ json: { to } }, { json: { to: 'nobody' } }]);
		await retryFailed(messages.settings(parameters, stopping), failed);
		expect(messages.requests.map(({ method }) => method)).toEqual(['GET', 'POST']);
	});

	test('a message that another run had under way is looked up again by the next try', async () => {
		let answer: (given: ScriptedAnswer) => void = () => {};
		messages.answer = async () => await new Promise<ScriptedAnswer>((resolve) => (answer = resolve));
		const other = runMessaging(processOf(10), items('A'));
		while (messages.sent.length === 0) await promisesSettled();
		const failed = await runMessaging(oneByOne({ workflowId: inProcess('w', 11) }), items('A'));
		expect(failed.data.resultData.error?.message).toBe('An earlier run may have sent this message');
		answer({ body: { success: true, message_id: 'm' } });
		await other;
		expect(jsonOf(await retryFailed(oneByOne({ workflowId: inProcess('w', 12) }), failed))).toEqual([before]);
		expect(messages.sent).toEqual(['A']);
	});

	test.each<[string, (given: NodeSettings) => ReturnType<typeof runMessaging>]>([
		['Retry On Fail', async (given) => await runMessaging({ ...given, retryOnFail: true }, items('A', 'B'))],
		['a retry of a failed execution', async (given) => await retryFailed(given, await runMessaging(given, items('A', 'B')))],
	])('%s sends nothing again under a key that depends on the present, and nothing uncertain under another one', async (_how, tryTwice) => {
		let day = 10;
		const nextDay = () => jest.spyOn(Date, 'now').mockReturnValue(Date.UTC(2026, 10, day++));
		nextDay();
		const answers: ScriptedAnswer[] = ['reset'];
		messages.answer = (_, text) => {
			nextDay();
			return text === 'B' ? answers.shift() : undefined;
		};
		const options = { concurrency: 1, maxAttempts: 1, idempotencyHeader: 'Idempotency-Key', messageKey: '={{ $json.text }}-{{ new Date(Date.now()).toISOString().slice(0, 10) }}' };
		const tried = await tryTwice(oneByOne({ parameters: textParameters({ text: '={{ $json.text }}', options }) }));
		jest.restoreAllMocks();
		expect(tried.data.resultData.error).toBeUndefined();
		expect(messages.sent).toEqual(['A', 'B', 'B']);
		const [, key, again] = messages.requests.map(({ headers }) => headers['idempotency-key']);
		expect(again).toBe(key);
	});

	test.each<[string, string | undefined, string, string[]]>([
		['with another key by then it is another message', '={{ $json.text }}', '={{ $json.text }}-again', ['A', 'B', 'A', 'B']],
		['a key that was added by then does not send again what was accepted', undefined, '={{ $json.text }}', ['A', 'B', 'B']],
	])('%s', async (_what, messageKey, laterKey, sent) => {
		refuseOnce();
		const keyed = (key?: string) => {
			const options = { concurrency: 1, ...(key === undefined ? {} : { messageKey: key }) };
			return oneByOne({ parameters: textParameters({ text: '={{ $json.text }}', options }) });
		};
		await retryFailed(keyed(laterKey), await runMessaging(keyed(messageKey), items('A', 'B')));
		expect(messages.sent).toEqual(sent);
	});
});
