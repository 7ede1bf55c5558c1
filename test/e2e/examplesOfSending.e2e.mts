import assert from 'node:assert/strict';
import { test } from 'node:test';
import { finished, importExample, run, runWell } from './exampleRuns.mts';
import { answer, linksSentTo, start, waiting } from './question.mts';
import { tell, withFaults } from './sandboxControl.mts';
import type { World } from './world.mts';

const shop = '1906000000000001';
const byHand = 'When clicking ‘Execute workflow’';

/** The examples that send, run as their notes say. */
export function sendingExampleTests(world: World): void {
	const accepted = async (to: string) =>
		(await world.service.acceptedFor(to)).map(({ kind, body }) => ({ kind, text: body.text, variables: body.variables }));

	void test('the text example sends a text in an open window, the template in a closed one, and stops for other reasons', async () => {
		const { id } = await importExample(world, 'text-or-template');
		const to = '+12015550183';
		await runWell(world, id, byHand);
		const variables = { header: { order_id: 'A-1001' }, body: { first_name: 'Ada', status: 'ready for pick-up' } };
		const template = { kind: 'template', text: undefined, variables };
		assert.deepEqual(await accepted(to), [template]);

		await tell(world, 'reply', { from: to, to: shop, text: 'Hello' });
		await runWell(world, id, byHand);
		const text = { kind: 'text', text: 'Hi Ada, your order A-1001 is ready for pick-up.', variables: undefined };
		assert.deepEqual(await accepted(to), [template, text]);

		const blocked = [{ kind: 'error', status: 400, message: 'This number is blocked', match: { to } }];
		const stopped = await withFaults(world, blocked, () => run(world, id, byHand));
		assert.equal(stopped.status, 'error');
		assert.match(stopped.why, /This number is blocked/);
		assert.equal((await accepted(to)).length, 2);

		// n8n would put words of its own in the place of a message with a code such as ECONNRESET.
		const lost = await withFaults(world, [{ kind: 'reset-after', match: { to } }], () => run(world, id, byHand));
		assert.match(lost.failure ?? '', /^The connection to the service broke off/);
		assert.match(lost.why, /may or may not have been sent/);
	});

	void test('the discount example says hello first, then asks, and sends the offer once the boss has approved', async () => {
		const { id } = await importExample(world, 'ask-before-a-discount');
		const [boss, customer] = ['+12015550196', '+12015550197'];
		await runWell(world, id, byHand);
		assert.deepEqual((await accepted(boss)).map(({ kind }) => kind), ['template']);
		await tell(world, 'reply', { from: boss, to: shop, text: 'Hello' });

		for (const [place, choice] of (['decline', 'approve'] as const).entries()) {
			const executionId = await start(world, id, byHand);
			const link = (await linksSentTo(world, boss, place + 1)).at(-1) ?? '';
			await waiting(world, executionId);
			assert.equal((await answer(link, { answer: choice })).status, 200);
			const { status, failure } = await finished(world, executionId);
			assert.deepEqual([status, failure], ['success', undefined], choice);
			assert.equal((await accepted(customer)).length, place);
		}
		assert.deepEqual((await accepted(customer))[0]?.variables, { body: { first_name: 'Ada', promo_code: 'SPRING20' } });

		const lost = await withFaults(world, [{ kind: 'reset-after', match: { to: boss } }], () => run(world, id, byHand));
		assert.match(lost.failure ?? '', /^The connection to the service broke off/);
		assert.match(lost.why, /may or may not have been sent/);
	});

	void test('the broadcast example reports what became of each, lists the unknown, and writes to nobody twice a week', async () => {
		const { id } = await importExample(world, 'broadcast-with-report');
		const people = ['84', '85', '86', '87', '88'].map((end) => `+120155501${end}`);
		const rules = [
			{ kind: 'error', status: 400, message: 'Number is not on WhatsApp', match: { to: '+12015550185' } },
			{ kind: 'reset-after', match: { to: '+12015550186' } },
		];
		const done = await withFaults(world, rules, () => runWell(world, id, byHand));
		const [report] = done.output('Report');
		assert.deepEqual(report && { ...report, others: undefined }, { accepted: 3, duplicate: 0, not_sent: 1, rejected: 1, unknown: 1, others: undefined });
		assert.deepEqual(done.output('Unknown: look before sending again').map(({ to }) => to), ['+1 201 555 0186']);
		assert.deepEqual(await world.service.countsFor(people), [1, 0, 1, 1, 1]);
		assert.deepEqual((await accepted('+12015550184'))[0]?.variables, { body: { first_name: 'Ada', promo_code: 'SPRING20' } });

		// Once more in the same week: only whoever was refused.
		const [again] = (await runWell(world, id, byHand)).output('Report');
		assert.deepEqual(again && { ...again, others: undefined }, { accepted: 1, duplicate: 3, not_sent: 1, rejected: 0, unknown: 1, others: undefined });
		assert.deepEqual(await world.service.countsFor(people), [1, 1, 1, 1, 1]);
	});
}
