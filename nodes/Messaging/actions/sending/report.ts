import type { IExecuteFunctions } from 'n8n-workflow';

import type { SendResult } from '../../contract/message/sendResult';

type SentBy = NonNullable<Extract<SendResult, { outcome: 'accepted' }>['sentBy']>;

type Outcomes = ReadonlyArray<SendResult | undefined>;

const countOf = (outcomes: Outcomes, wanted: SendResult['outcome'] | undefined): number =>
	outcomes.reduce((count, sent) => count + (sent?.outcome === wanted ? 1 : 0), 0);

const countSentBy = (outcomes: Outcomes, wanted: SentBy | undefined): number =>
	outcomes.reduce((count, sent) => count + (sent?.outcome === 'accepted' && sent.sentBy === wanted ? 1 : 0), 0);

/** How many an earlier run has marked, without saying what became of them. */
const countLeftOpen = (outcomes: Outcomes): number =>
	outcomes.reduce((count, sent) => count + (sent?.outcome === 'unknown' && sent.failure.isOfEarlierRun === true ? 1 : 0), 0);

/**
 * "9,950 accepted, 42 rejected, 8 unknown": what there is none of is left out, but for the accepted.
 * With a Message Key those that this run did not have to send are counted on their own.
 */
export function countOutcomes(outcomes: Outcomes): string {
	const counted: ReadonlyArray<readonly [count: number, word: string, plural?: string]> = [
		[countSentBy(outcomes, 'earlier run'), 'duplicate', 'duplicates'],
		[countSentBy(outcomes, 'other item'), 'duplicate of another item', 'duplicates of another item'],
		[countOf(outcomes, 'rejected'), 'rejected'],
		[countOf(outcomes, 'not_sent'), 'not sent'],
		[countOf(outcomes, 'unknown'), 'unknown'],
		[countOf(outcomes, undefined), 'not started'],
	];
	const others = counted.filter(([count]) => count > 0);
	return [[countSentBy(outcomes, undefined), 'accepted'] as const, ...others]
		.map(([count, word, plural = word]) => `${count.toLocaleString('en-US')} ${count === 1 ? word : plural}`)
		.join(', ');
}

/** Shows on the node how a run of several messages went. */
export function showSummary(context: IExecuteFunctions, outcomes: Outcomes): void {
	const isGood = countOf(outcomes, 'accepted') === outcomes.length;
	if (outcomes.length === 1) return;
	context.addExecutionHints({
		message: `${countOutcomes(outcomes)}${explainUnknown(outcomes)}`,
		type: isGood ? 'info' : 'warning',
		location: 'outputPane',
	});
}

function explainUnknown(outcomes: Outcomes): string {
	const unknown = countOf(outcomes, 'unknown');
	const leftOpen = countLeftOpen(outcomes);
	const some = leftOpen < unknown ? ` (${leftOpen.toLocaleString('en-US')} of an earlier run)` : '';
	if (unknown === 0) return '.';
	if (leftOpen === 0) return '. Unknown: look for them at the service before you send them again.';
	return `${some}: an earlier run was interrupted or got no clear response. Look for them at the service. To send one of them again, change its Message Key.`;
}

/** n8n's database could not be written when a run ended: the next one will know less than this one. */
export function logUnwritten(context: IExecuteFunctions, count: number): void {
	if (count === 0) return;
	const { name } = context.getNode();
	const workflow = String(context.getWorkflow().id);
	context.logger.warn(
		`Messaging node "${name}" of workflow ${workflow}: n8n's database could not be written. The next run will report ${count} messages as unknown, whatever their outcome was`,
	);
}

/** n8n throws away the output of a cancelled node: what was accepted stands in the log alone. */
export function logCancelled(context: IExecuteFunctions, outcomes: Outcomes): void {
	const { name } = context.getNode();
	const workflow = String(context.getWorkflow().id);
	context.logger.warn(`Messaging node "${name}" of workflow ${workflow} was cancelled: ${countOutcomes(outcomes)}`);
}

/** What became of the run's other messages and how to go on, as the end of a description; nothing where there was only one. */
export function describeOutcomes(outcomes: Outcomes): string {
	if (outcomes.length === 1) return '';
	const wayOn =
		countOf(outcomes, 'accepted') === 0
			? ''
			: ' To go on without sending the accepted ones again, retry this execution in the list of executions.';
	return ` Of ${outcomes.length.toLocaleString('en-US')} messages: ${countOutcomes(outcomes)}.${wayOn}`;
}
