import { at } from '../../nodes/Messaging/text/json';
import { sender } from '../sandbox/support/sandbox';
import { outputOf, runMessaging } from '../support/engine';
import { hintOf } from '../support/keyedService';
import { templateParameters } from '../support/messages';
import { openSandboxRun, type SandboxRun } from '../support/sandboxRun';

const half = 5_000;
const beforePause = 2_500;
const concurrency = 10;

let sandbox: SandboxRun;

beforeEach(async () => {
	sandbox = await openSandboxRun({ settings: { rate_limit_per_second: 0 } });
});

afterEach(() => sandbox.client.sandbox.close());

test('10,000 messages, one of their two templates paused in the middle: the other goes on, and the ledger is exact', async () => {
	const { client } = sandbox;
	await client.control('/faults', { rules: [{ kind: 'paused-template', skip: beforePause, match: { template_name: 'order_update' } }] });
	const input = Array.from({ length: half * 2 }, (_, index) => ({
		to: `+1201${String(3_000_000 + index)}`,
		template: index % 2 === 0 ? 'order_update' : 'welcome',
		order_id: `A-${index}`,
		first_name: 'Ada',
		status: 'packed',
	}));
	const run = await runMessaging(
		{
			credential: { baseUrl: client.sandbox.url, apiKey: client.sandbox.apiKey },
			parameters: templateParameters({
				phoneNumberId: { __rl: true, mode: 'id', value: sender },
				to: '={{ $json.to }}',
				template: { __rl: true, mode: 'name', value: '={{ $json.template }}' },
				variables: { mappingMode: 'autoMapInputData', value: null },
				options: { concurrency },
			}),
			onError: 'continueRegularOutput',
		},
		input.map((json) => ({ json })),
	);

	const output = outputOf(run).map(({ json }) => json);
	expect(output).toHaveLength(input.length);
	const ledger = await sandbox.accepted();
	const counts: Record<string, number> = {};
	const disagreeing = input.filter(({ to, template }, index) => {
		const json = output[index];
		const outcome = String(at(json, 'error', 'outcome') ?? 'accepted');
		const counted = `${template} ${outcome}`;
		counts[counted] = (counts[counted] ?? 0) + 1;
		const ids = (ledger.get(to) ?? []).map(({ messageId }) => messageId);
		return outcome === 'accepted' ? ids.length !== 1 || ids[0] !== json?.message_id : ids.length > 0 || at(json, 'error', 'code') !== '132015';
	});
	expect(disagreeing).toEqual([]);
	expect(ledger.size).toBe(beforePause + half);

	// Once one was refused, only those in flight still arrived: each of them was refused too.
	const rejected = (await sandbox.requests()).length - ledger.size;
	expect(rejected).toBeLessThanOrEqual(concurrency);
	const notSent = half - beforePause - rejected;
	expect(counts).toEqual({ 'welcome accepted': half, 'order_update accepted': beforePause, 'order_update rejected': rejected, 'order_update not_sent': notSent });
	const said = notSent.toLocaleString('en-US');
	expect(hintOf(run)).toMatch(
		`7,500 accepted, ${rejected} rejected, ${said} not sent. The template is paused for low quality: ${said} of them were not tried. Use another template for now.`,
	);
});
