import { isAtScale } from '../support/propertyRuns';
import { misreported, openSandboxRun, outcomesIn } from '../support/sandboxRun';
import { hintsOf } from '../support/useService';

/** Many messages through random faults, which a seed decides. What the node says of each is compared with the service's ledger. */

/** Each such response holds the run back for up to a second. */
const pauseRate = isAtScale ? 0.001 : 0.01;

/** A fifth of the requests meets one of these; the first rule that strikes decides. */
const mixedFaults = [
	{ kind: '429', retry_after: 0, rate: pauseRate },
	{ kind: '503', retry_after: 0, rate: pauseRate },
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

// Of 300 each of the frequent faults strikes some.
const messages = isAtScale ? 10_000 : 300;
const recipients = Array.from({ length: messages }, (_, index) => `+1201${String(3_000_000 + index)}`);

test.each([
	// About one in eight requests ends without an answer that can be trusted.
	['no duplicate, no silent loss, each unknown named', '', 0.6, [0.1, 1]],
	// Hardly any: on a busy machine a few more answers come too late.
	['with an idempotency header the unknown ones are sent again until they are known', 'Idempotency-Key', 0.9, [0, 0.04]],
] as const)(`${messages.toLocaleString('en-US')} messages: %s`, async (_what, idempotencyHeader, leastAccepted, [leastUnknown, mostUnknown]) => {
	const sandbox = await openSandboxRun(mixedFaults, 2026);
	// Long enough for a busy machine: only what gets no answer at all may run into it.
	const run = await sandbox.run(recipients, { concurrency: 50, timeout: 4_000, idempotencyHeader }, { onError: 'continueRegularOutput' });
	const outcomes = outcomesIn(run);
	expect(outcomes).toHaveLength(messages);
	expect(misreported(run, recipients, await sandbox.ledger())).toEqual([]);
	const count = (one: string) => outcomes.filter((outcome) => outcome === one).length;
	const [accepted, rejected, unknown] = [count('accepted'), count('rejected'), count('unknown')];
	expect(accepted).toBeGreaterThan(messages * leastAccepted);
	expect(unknown).toBeGreaterThanOrEqual(messages * leastUnknown);
	expect(unknown).toBeLessThan(messages * mostUnknown);
	const words = [`${accepted.toLocaleString('en-US')} accepted`, `${rejected.toLocaleString('en-US')} rejected`];
	if (unknown > 0) words.push(`${unknown.toLocaleString('en-US')} unknown`);
	expect(hintsOf(run)[0]?.message).toContain(`${words.join(', ')}.`);
	await sandbox.close();
}, 300_000);
