import fc from 'fast-check';

import { at, firstText } from '../../nodes/Messaging/text/json';
import { seededRandom } from '../../sandbox/seededRandom';
import { createCertificate, trustCertificate } from '../support/certificate.mts';
import { outputOf } from '../support/engine';
import { openSandboxRun } from '../support/sandboxRun';
import { breakNames, startTlsFront, type Break } from '../support/tlsFront.mts';
import { runs } from '../support/propertyRuns';

const recipients = Array.from({ length: 40 }, (_, index) => `+1201${String(4_000_000 + index)}`);

/** What the service itself does wrong; the first rule that strikes decides. */
const faults = [
	{ kind: '429', retry_after: 0, rate: 0.03 },
	{ kind: '500', accept: true, rate: 0.03 },
	{ kind: 'reset-before', rate: 0.03 },
	{ kind: 'reset-after', rate: 0.03 },
	{ kind: 'truncated', rate: 0.03 },
	{ kind: 'drip-body', delay_ms: 100, rate: 0.03 },
	{ kind: 'drip-headers', delay_ms: 100, rate: 0.03 },
	{ kind: '101', rate: 0.02 },
	{ kind: '101', accept: true, rate: 0.03 },
	{ kind: 'no-answer', accept: true, rate: 0.02 },
].map((rule) => ({ ...rule, match: { path: '/v1/messaging/send' } }));

const modes = ['stop', 'continue', 'Retry On Fail', 'idempotency header'] as const;

const certificate = createCertificate();

/** The sandbox over TLS, behind a front that breaks into one connection in four, decided by the seed. */
async function openNight(seed: number) {
	const sandbox = await openSandboxRun({ seed, settings: { idempotency: true, rate_limit_per_second: 0 } });
	await sandbox.client.control('/faults', { rules: faults });
	const random = seededRandom(seed);
	const pick = (): Break | undefined => breakNames[Math.floor(random() * breakNames.length)];
	const front = await startTlsFront({
		certificate,
		target: sandbox.client.sandbox.url,
		version: random() < 0.5 ? 'TLSv1.2' : 'TLSv1.3',
		greets: () => (random() < 0.08 ? 'HTTP/1.1 502 Bad Gateway\r\n\r\n' : undefined),
		breaksOff: (request) => (request.startsWith('POST') && random() < 0.2 ? pick() : undefined),
	});
	return { sandbox, front };
}

/** Runs the node through a night and compares what it reports with what was accepted, message by message. */
async function check({ sandbox, front }: Awaited<ReturnType<typeof openNight>>, mode: (typeof modes)[number]): Promise<void> {
	const hasKey = mode === 'idempotency header';
	const run = await sandbox.run(
		recipients,
		{ concurrency: 10, timeout: 700, maxAttempts: 3, idempotencyHeader: hasKey ? 'Idempotency-Key' : '' },
		{
			credential: { baseUrl: front.url, apiKey: sandbox.client.sandbox.apiKey },
			retryOnFail: mode === 'Retry On Fail',
			onError: mode === 'continue' || hasKey ? 'continueRegularOutput' : 'stopWorkflow',
		},
	);
	const ledger = await sandbox.accepted();
	const idsOf = (to: string): readonly string[] => (ledger.get(to) ?? []).map(({ messageId }) => messageId);
	expect(recipients.filter((to) => idsOf(to).length > 1)).toEqual([]);

	if (run.data.resultData.error !== undefined) {
		// The run stopped at a failure: all that it counts as accepted is in the ledger.
		const counted = Number(/Of 40 messages: (\d+) accepted/.exec(run.data.resultData.error.description ?? '')?.[1] ?? 0);
		expect(ledger.size).toBeGreaterThanOrEqual(counted);
		return;
	}
	const output = outputOf(run);
	expect(output).toHaveLength(recipients.length);
	const disagreeing = recipients.filter((to, index) => {
		const json = output[index]?.json;
		const outcome = firstText(at(json, 'error', 'outcome')) ?? 'accepted';
		const ids = idsOf(to);
		if (outcome === 'accepted') return ids[0] === undefined || ids[0] !== json?.message_id;
		return at(json, 'error', 'to') !== to || (outcome !== 'unknown' && ids.length > 0);
	});
	expect(disagreeing).toEqual([]);
}

beforeAll(() => trustCertificate(certificate));

test('through TLS that breaks, drips and switched protocols nobody gets a message twice, and none that was taken is said not to be', async () => {
	await fc.assert(
		fc.asyncProperty(fc.integer({ min: 1, max: 2 ** 31 - 5 }), async (seed) => {
			await Promise.all(
				modes.map(async (mode, place) => {
					const night = await openNight(seed + place);
					try {
						await check(night, mode);
					} finally {
						await night.front.close();
						await night.sandbox.client.sandbox.close();
					}
				}),
			);
		}),
		// A smaller seed is no simpler night.
		{ ...runs(3), endOnFailure: true },
	);
}, 120_000);
