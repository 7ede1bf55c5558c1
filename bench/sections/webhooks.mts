import { shutDown } from '../../scripts/n8n/shutdown.mts';
import { listExecutions, outputOf } from '../../scripts/n8n/workflows.mts';
import type { ExpressionEngine } from '../options.mts';
import { settled } from '../instance/settled.mts';
import { startInstance } from '../instance/startInstance.mts';
import { target, together, type SectionResult } from '../result.mts';
import { ratios, rotated, spread } from '../statistics.mts';
import { publishReceivers, receiverNames, triggerName, type ReceiverName, type Receivers } from '../webhooks/receivers.mts';
import { post, postAll, signed, statusOf } from '../webhooks/webhooks.mts';
import type { SectionSettings } from './settings.mts';

const atOnce = 20;
const webhooksOf: Record<ExpressionEngine, number> = { legacy: 300, vm: 100 };
const statusesInOne = 10_000;

const labels: Record<ReceiverName, string> = {
	messaging: 'Messaging Trigger, HMAC checked',
	minimal: 'A community trigger that does nothing',
	credential: 'One that only reads its credential',
	webhookNode: "n8n's Webhook node",
};

/** How many webhooks a second a real n8n takes through a published workflow, and one request that is large. */
export async function measureWebhooks({ engine, rounds, log }: SectionSettings): Promise<SectionResult> {
	log(`webhooks: starting n8n with ${engine} expressions`);
	try {
		const receivers = await publishReceivers(await startInstance({ engine, log }));
		const rates = describeRates(engine, await measureRates(receivers, engine, rounds, log));
		return together([rates, ...(engine === 'legacy' ? [await measureLargeOne(receivers)] : [])]);
	} finally {
		await shutDown();
	}
}

type Rates = Record<ReceiverName, number[]>;

async function measureRates(
	{ all, secret, session }: Receivers,
	engine: ExpressionEngine,
	rounds: number,
	log: SectionSettings['log'],
): Promise<Rates> {
	const rates: Rates = { messaging: [], minimal: [], credential: [], webhookNode: [] };
	let number = 0;
	const run = async (name: ReceiverName, count: number) => {
		// Every status is another one: a repeat would start nothing.
		const webhooks = Array.from({ length: count }, () => signed(statusOf(number++), secret));
		const rate = await postAll(all[name], webhooks, atOnce);
		await settled(session, all[name].workflowId);
		return rate;
	};
	for (const name of receiverNames) await run(name, webhooksOf[engine] / 2);
	for (let round = 0; round < rounds; round++) {
		log(`webhooks, ${engine}: round ${String(round + 1)} of ${String(rounds)}`);
		for (const name of rotated(receiverNames, round)) rates[name].push(await run(name, webhooksOf[engine]));
	}
	return rates;
}

function describeRates(engine: ExpressionEngine, rates: Rates): SectionResult {
	const beside = (name: ReceiverName) => ratios(rates.messaging, rates[name]);
	return {
		tables: [
			{
				title: `Webhooks, ${String(atOnce)} in flight, ${engine} expressions`,
				columns: [{ title: 'webhooks/s', digits: 1 }],
				rows: receiverNames.map((name) => ({ label: labels[name], cells: [spread(rates[name])] })),
			},
		],
		targets: [
			target(`Webhooks, of those of a trigger that does nothing (${engine})`, beside('minimal'), { atLeast: 0.95 }),
			...(engine === 'legacy'
				? [target(`Webhooks, of those of n8n's Webhook node (${engine})`, beside('webhookNode'), { atLeast: 0.95 })]
				: []),
		],
	};
}

/** One request with as many statuses as a service may ever put into one. */
async function measureLargeOne({ all, secret, session }: Receivers): Promise<SectionResult> {
	const statuses = Array.from({ length: statusesInOne }, (_, index) => statusOf(1_000_000 + index));
	const webhook = signed(statuses, secret);
	const milliseconds = await post(all.messaging, webhook);
	await settled(session, all.messaging.workflowId);
	const [newest] = await listExecutions(session, all.messaging.workflowId);
	const items = newest === undefined ? [] : await outputOf(session, newest.id, triggerName);
	return {
		tables: [
			{
				title: `One request with ${String(statusesInOne)} statuses`,
				columns: [
					{ title: 'KiB', digits: 0 },
					{ title: 'ms to the answer', digits: 0 },
					{ title: 'items in the execution', digits: 0 },
				],
				rows: [
					{
						label: labels.messaging,
						cells: [spread([webhook.body.length / 1024]), spread([milliseconds]), spread([items.length])],
					},
				],
			},
		],
		targets: [
			target(`Items of one request with ${String(statusesInOne)} statuses`, [items.length], {
				atLeast: statusesInOne,
				atMost: statusesInOne,
				digits: 0,
			}),
		],
	};
}
