import type { IRun } from 'n8n-workflow';

import type { SendResult } from '../../nodes/Messaging/request/sendResult';
import { runs } from '../support/propertyRuns';
import { misreported, openSandboxRun, outcomesIn } from '../support/sandboxRun';

type Outcome = SendResult['outcome'];

interface Fault {
	readonly name: string;
	readonly rule: Readonly<Record<string, unknown>>;
	/** What becomes of a message that gets nothing else; accepted if the fault only delays. */
	readonly ends: Outcome;
	/** Whether the node tries again by itself. */
	readonly isTriedAgain: 'yes' | 'with a key' | 'no';
	/** Milliseconds. */
	readonly timeout?: number;
}

/** Milliseconds, for the struck message alone: on a busy machine those beside it may take long. */
const timeout = 3_000;
const longTimeout = 120_000;

const rejected = { ends: 'rejected', isTriedAgain: 'no' } as const;
const rejectedForNow = { ends: 'rejected', isTriedAgain: 'yes' } as const;
const unknown = { ends: 'unknown', isTriedAgain: 'with a key' } as const;
const overdue = { ...unknown, timeout } as const;

/** Every fault of the sandbox; first those that take time, beside which the others run. */
const faults: readonly Fault[] = [
	{ name: 'no answer', rule: { kind: 'no-answer' }, ...overdue },
	{ name: 'no answer to a message that was accepted', rule: { kind: 'no-answer', accept: true }, ...overdue },
	{ name: 'an answer that is slower than the timeout', rule: { kind: 'slow', delay_ms: 60_000 }, ...overdue },
	{ name: 'a body that drips', rule: { kind: 'drip-body', delay_ms: 500 }, ...overdue },
	{ name: 'headers that drip', rule: { kind: 'drip-headers', delay_ms: 500 }, ...overdue },
	{ name: 'a switch of protocols', rule: { kind: '101' }, ...overdue },
	{ name: 'a switch of protocols for a message that was accepted', rule: { kind: '101', accept: true }, ...overdue },
	{ name: '429 with Retry-After in seconds', rule: { kind: '429', retry_after: 0 }, ...rejectedForNow },
	{ name: '429 with Retry-After as a date', rule: { kind: '429', retry_after: 1, retry_after_form: 'date' }, ...rejectedForNow },
	{ name: '429 without Retry-After', rule: { kind: '429' }, ...rejectedForNow },
	{ name: 'a rate-limit code in a 400', rule: { kind: 'error', status: 400, code: 131056 }, ...rejectedForNow },
	{ name: '503 with Retry-After', rule: { kind: '503', retry_after: 0 }, ...rejectedForNow },
	{ name: '503 without Retry-After', rule: { kind: '503' }, ...unknown },
	{ name: '500', rule: { kind: '500' }, ...unknown },
	{ name: '500 of a message that was accepted', rule: { kind: '500', accept: true }, ...unknown },
	{ name: '502 with HTML', rule: { kind: '502' }, ...unknown },
	{ name: 'a reset before accepting', rule: { kind: 'reset-before' }, ...unknown },
	{ name: 'a reset after accepting', rule: { kind: 'reset-after' }, ...unknown },
	{ name: 'a slow answer', rule: { kind: 'slow', delay_ms: 100 }, ends: 'accepted', isTriedAgain: 'no' },
	{ name: 'truncated JSON', rule: { kind: 'truncated' }, ...unknown },
	{ name: '200 with success: false', rule: { kind: 'success-false' }, ...rejected },
	{ name: 'a 400', rule: { kind: 'error', status: 400 }, ...rejected },
	{ name: 'a redirect that keeps the method', rule: { kind: 'redirect', status: 307 }, ...rejected },
	{ name: 'a redirect that does not', rule: { kind: 'redirect', status: 302 }, ...unknown },
];

const modes = ['stop', 'continue', 'Retry On Fail', 'idempotency header'] as const;
type Mode = (typeof modes)[number];

interface Cell {
	readonly fault: Fault;
	readonly mode: Mode;
	/** Whether the fault strikes a message once, or each time that it is sent. */
	readonly duration: 'once' | 'always';
	readonly recipients: readonly string[];
	/** The recipient whose message the fault strikes. */
	readonly struck: string;
}

const combinations = modes.flatMap((mode) => (['once', 'always'] as const).map((duration) => ({ mode, duration })));

/** How many of the combinations each fault meets: two by `npm test`, others from fault to fault, and else all. */
const cellsOfFault = Math.max(2, runs(combinations.length).numRuns);

const cells = faults.flatMap((fault, row) =>
	Array.from({ length: cellsOfFault }, (_, place): Cell => {
		const { mode, duration } = combinations[(row + place * 3) % combinations.length] ?? { mode: 'stop', duration: 'once' };
		const block = row * combinations.length + place;
		const recipients = [1, 2, 3].map((number) => `+1201${String(2_000_000 + block * 10 + number)}`);
		return { fault, mode, duration, recipients, struck: recipients[1] ?? '' };
	}),
);

/** What the struck message has to end as. */
function expected({ fault, mode, duration }: Cell): Outcome {
	if (fault.ends === 'accepted' || duration === 'always') return fault.ends;
	const isTriedAgain = fault.isTriedAgain === 'yes' || (fault.isTriedAgain === 'with a key' && mode === 'idempotency header');
	// n8n runs the node once more, and what can't have been accepted leaves again.
	const isRunAgain = mode === 'Retry On Fail' && fault.ends === 'rejected';
	return isTriedAgain || isRunAgain ? 'accepted' : fault.ends;
}

/** Most cells wait for a time-out or for their next try; so many at once keep the machine busy and no busier. */
const cellsAtOnce = 20;

const finished: Array<{ readonly cell: Cell; readonly run: IRun }> = [];
let ledger: Awaited<ReturnType<Awaited<ReturnType<typeof openSandboxRun>>['ledger']>> = new Map();

beforeAll(async () => {
	const sandbox = await openSandboxRun(
		cells.map(({ fault, duration, struck }) => ({ ...fault.rule, match: { to: struck }, ...(duration === 'once' ? { times: 1 } : {}) })),
	);
	const next = cells.values();
	const runThem = async () => {
		for (const cell of next) {
			const { fault, mode, duration, recipients, struck } = cell;
			const hasKey = mode === 'idempotency header';
			const options = {
				concurrency: 2,
				// The attempt after the fault may come to its timeout too, if the machine is busy.
				maxAttempts: fault.timeout !== undefined && duration === 'once' ? 10 : 2,
				timeout: `={{ $json.to === "${struck}" ? ${fault.timeout ?? longTimeout} : ${longTimeout} }}`,
				idempotencyHeader: hasKey ? 'Idempotency-Key' : '',
			};
			const onError = mode === 'continue' || hasKey ? 'continueRegularOutput' : 'stopWorkflow';
			finished.push({ cell, run: await sandbox.run(recipients, options, { retryOnFail: mode === 'Retry On Fail', onError }) });
		}
	};
	await Promise.all(Array.from({ length: cellsAtOnce }, runThem));
	ledger = await sandbox.ledger();
	await sandbox.close();
}, 300_000);

const countFor = (to: string) => ledger.get(to)?.length ?? 0;

/** Checks what a run reported against the ledger, message by message. */
function check({ cell, run }: (typeof finished)[number]): void {
	const { mode, recipients, struck } = cell;
	for (const to of recipients) expect(countFor(to)).toBeLessThanOrEqual(1);

	const outcome = expected(cell);
	const { error } = run.data.resultData;
	if (error !== undefined) {
		// The run stopped: the description counts what the ledger holds.
		expect(mode).toMatch(/stop|Retry On Fail/);
		expect(outcome).not.toBe('accepted');
		const others = recipients.filter((to) => to !== struck && countFor(to) === 1).length;
		expect(error.description).toContain(`Of ${recipients.length} messages: ${others} accepted, 1 ${outcome === 'unknown' ? 'unknown' : 'rejected'}`);
		if (outcome === 'rejected') expect(countFor(struck)).toBe(0);
		return;
	}
	expect(outcomesIn(run)).toEqual(recipients.map((to) => (to === struck ? outcome : 'accepted')));
	expect(misreported(run, recipients, ledger)).toEqual([]);
}

test.each(faults)('$name', (fault) => {
	const ofFault = finished.filter(({ cell }) => cell.fault === fault);
	expect(ofFault).toHaveLength(cellsOfFault);
	ofFault.forEach(check);
});
