import { retryFailed, runMessaging, startMessaging } from '../support/engine';
import { apart, before, items, useKeyedService } from '../support/keyedService';
import { promisesSettled } from '../support/eventLoop.mts';
import { jsonOf, to } from '../support/useService';

/*
 * The order of the links in sending/sendMessages.ts, as far as a user can tell it and no other test does. Each fails if
 * the two links that it names change places.
 */

const messages = useKeyedService();

const past = '2020-01-01T00:00:00Z';
const refusal = { status: 422, body: {} };
const tooFast = { status: 429, headers: { 'retry-after': '0.001' }, body: {} };

test('keys.look before stillDue: what was sent before is a duplicate, not expired', async () => {
	await runMessaging(messages.keyed(), items('A'));
	const again = await runMessaging(messages.keyed({ notAfter: past }), items('A'));
	expect(jsonOf(again)).toEqual([before]);
});

test('skipSentEarlier before inAttempts: unknown stays unknown over tries, and a refusal in the next try is not repeated', async () => {
	messages.answer = () => (messages.sent.length <= 2 ? 'reset' : refusal);
	const settings = messages.keyed({ idempotencyHeader: 'Idempotency-Key', maxAttempts: 2 }, { onError: 'stopWorkflow' });
	const retried = await retryFailed(settings, await runMessaging(settings, items('A')));
	expect(messages.sent).toEqual(['A', 'A', 'A']);
	expect(retried.data.resultData.error?.description).toMatch(/may or may not have been sent/);
});

test('stopAtFailure before inAttempts: a failed attempt that is repeated stops nothing', async () => {
	messages.answer = (_, text) => (text === 'A' && messages.sent.length === 1 ? tooFast : undefined);
	const run = await runMessaging(messages.keyed({ concurrency: 1 }, { onError: 'stopWorkflow' }), items('A', 'B'));
	expect(messages.sent).toEqual(['A', 'A', 'B']);
	expect(run.data.resultData.error).toBeUndefined();
});

test('conditions before most: who may get nothing says so, also if no place is left', async () => {
	const other = { json: { to: '+13125550188', text: 'B', key: 'B' } };
	const run = await runMessaging(messages.keyed({ maxMessages: 1, allowedRecipients: to, concurrency: 1 }), [...items('A'), other]);
	expect(jsonOf(run)).toMatchObject([{ success: true }, { error: { message: expect.stringContaining("'Allowed Recipients'") } }]);
});

test('inAttempts before keys.claim: a message that waits for its turn has no row yet', async () => {
	let rows = Infinity;
	let cancel = () => {};
	messages.answer = () => {
		rows = messages.memory.rowCount;
		cancel();
		return undefined;
	};
	const run = startMessaging(messages.keyed({ concurrency: 3, messagesPerSecond: 0.01 }), apart(items('A', 'B', 'C')));
	cancel = () => run.cancel();
	await run;
	expect(messages.sent).toEqual(['A']);
	expect(rows).toBe(1);
});

test('keys.look before inAttempts: a key stays marked between the attempts, and is free after the last', async () => {
	await runMessaging(messages.keyed(), items('the first of the process'));
	messages.memory.calls = 0;
	messages.answer = () => (messages.requests.length < 4 ? tooFast : refusal);
	await runMessaging(messages.keyed(), items('A'));
	expect(messages.requests).toHaveLength(4);
	// Look, claim, and two to remove the row.
	expect(messages.memory.calls).toBe(4);
	// Of the first one and its content.
	expect(messages.memory.rowCount).toBe(2);
});

test('keys.claim before stillDue: a message whose row is made while another one fails does not leave', async () => {
	await runMessaging(messages.keyed(), items('the first of the process'));
	let rows = 0;
	let refused = () => {};
	const failed = new Promise<void>((resolve) => {
		refused = resolve;
	});
	messages.answer = (_, text) => (text === 'A' ? refusal : undefined);
	messages.memory.trouble = async (moment) => {
		if (moment === 'write' && ++rows === 2) await failed;
		// The row of A is looked at to be removed.
		if (moment === 'read' && messages.sent.includes('A')) void promisesSettled().then(refused);
	};
	await runMessaging(messages.keyed({ concurrency: 2 }, { onError: 'stopWorkflow' }), apart(items('A', 'B')));
	expect(messages.sent).toEqual(['the first of the process', 'A']);
});
