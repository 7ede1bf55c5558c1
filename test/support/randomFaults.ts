import { at, firstText } from '../../nodes/Messaging/text/json';
import { outputOf } from './engine';
import { openSandboxRun, type SandboxRun } from './sandboxRun';

/** A fifth of the requests meets one of these; the first rule that strikes decides. */
const mixedFaults = [
	{ kind: '429', retry_after: 0, rate: 0.01 },
	{ kind: '503', retry_after: 0, rate: 0.01 },
	{ kind: '500', rate: 0.04 },
	{ kind: '500', accept: true, rate: 0.03 },
	{ kind: '502', rate: 0.03 },
	{ kind: 'reset-before', rate: 0.02 },
	{ kind: 'reset-after', rate: 0.02 },
	{ kind: 'truncated', rate: 0.02 },
	{ kind: 'no-answer', accept: true, rate: 0.001 },
	{ kind: 'drip-body', delay_ms: 100, rate: 0.001 },
	{ kind: 'drip-headers', delay_ms: 100, rate: 0.001 },
	{ kind: '101', accept: true, rate: 0.001 },
	{ kind: 'success-false', rate: 0.01 },
	{ kind: 'error', status: 400, rate: 0.01 },
	{ kind: 'error', status: 400, code: 131056, rate: 0.005 },
	{ kind: 'redirect', status: 307, rate: 0.005 },
].map((rule) => ({ ...rule, match: { method: 'POST' } }));

const recipientsOf = (messages: number) =>
	Array.from({ length: messages }, (_, index) => `+1201${String(3_000_000 + index)}`);

/**
 * Tests two runs of so many messages with random faults, which a seed decides. What the node reports of each
 * message is compared with the service's ledger.
 */
export function testRandomFaults(messages: number, withHeader: number): void {
	let sandbox: SandboxRun;

	beforeEach(async () => {
		sandbox = await openSandboxRun({ seed: 2026, settings: { idempotency: true, rate_limit_per_second: 0 } });
		await sandbox.client.control('/faults', { rules: mixedFaults });
	});

	afterEach(async () => {
		await sandbox.client.sandbox.close();
	});

	test(`${messages.toLocaleString('en-US')} messages through random faults: no duplicate, no silent loss, each unknown named`, async () => {
		const { accepted = 0, unknown = 0 } = await runAll(sandbox, recipientsOf(messages), {});
		// About one in eight requests ends without an answer that can be trusted.
		expect(unknown).toBeGreaterThan(messages / 10);
		expect(accepted).toBeGreaterThan(messages * 0.6);
	}, 300_000);

	test(`${withHeader.toLocaleString('en-US')} with an idempotency header: the unknown ones are sent again until they are known`, async () => {
		const { accepted = 0, unknown = 0 } = await runAll(sandbox, recipientsOf(withHeader), { idempotencyHeader: 'Idempotency-Key' });
		// Hardly any: on a busy machine a few more answers come too late.
		expect(unknown).toBeLessThan(withHeader / 25);
		expect(accepted).toBeGreaterThan(withHeader * 0.9);
	}, 300_000);
}

/** Runs all messages, and counts what was reported after it was compared with the ledger, one by one. */
async function runAll(
	sandbox: SandboxRun,
	recipients: readonly string[],
	options: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, number>>> {
	const run = await sandbox.run(
		recipients,
		// Long enough for a busy machine: only what gets no answer at all may run into it.
		{ concurrency: 50, timeout: 4_000, ...options },
		{ onError: 'continueRegularOutput' },
	);
	const ledger = await sandbox.accepted();
	const output = outputOf(run);
	expect(output).toHaveLength(recipients.length);

	const counts: Record<string, number> = { accepted: 0, rejected: 0, unknown: 0 };
	const disagreeing = recipients.filter((to, index) => {
		const json = output[index]?.json;
		const outcome = firstText(at(json, 'error', 'outcome')) ?? 'accepted';
		counts[outcome] = (counts[outcome] ?? 0) + 1;
		const ids = (ledger.get(to) ?? []).map(({ messageId }) => messageId);
		if (outcome === 'accepted') return ids.length !== 1 || ids[0] !== json?.message_id;
		if (at(json, 'error', 'to') !== to) return true;
		return outcome === 'unknown' ? ids.length > 1 : ids.length > 0;
	});
	expect(disagreeing).toEqual([]);

	const [hint] = run.data.resultData.runData.messaging?.at(-1)?.hints ?? [];
	const [accepted, rejected, unknown] = ['accepted', 'rejected', 'unknown'].map((outcome) =>
		(counts[outcome] ?? 0).toLocaleString('en-US'),
	);
	const words = unknown === '0' ? '' : `, ${unknown} unknown`;
	expect(hint?.message).toContain(`${accepted} accepted, ${rejected} rejected${words}.`);
	return counts;
}
