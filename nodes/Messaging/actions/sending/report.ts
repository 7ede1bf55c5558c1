import type { IExecuteFunctions } from 'n8n-workflow';

import type { SendResult } from '../../contract/message/sendResult';
import { nodeLogPrefix } from '../../n8n/logPrefix';

type SentBy = NonNullable<Extract<SendResult, { outcome: 'accepted' }>['sentBy']>;

type Outcomes = ReadonlyArray<SendResult | undefined>;

const countOf = (outcomes: Outcomes, wanted: SendResult['outcome'] | undefined): number =>
	outcomes.reduce((count, sent) => count + (sent?.outcome === wanted ? 1 : 0), 0);

const countSentBy = (outcomes: Outcomes, wanted: SentBy | undefined): number =>
	outcomes.reduce((count, sent) => count + (sent?.outcome === 'accepted' && sent.sentBy === wanted ? 1 : 0), 0);

/** How many messages an earlier run has marked and not settled. */
const countLeftOpen = (outcomes: Outcomes): number =>
	outcomes.reduce((count, sent) => count + (sent?.outcome === 'unknown' && sent.failure.isOfEarlierRun === true ? 1 : 0), 0);

/**
 * Counts the messages, as in "9,950 accepted, 42 rejected, 8 unknown". Counts of 0 are left out, except that of the
 * accepted. Duplicates, which this run did not send because of their Message Key, are counted separately.
 */
function countOutcomes(outcomes: Outcomes): string {
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

/** Shows the counts of a run of several messages above the output. */
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

/** Logs that n8n's database could not be written at the end of a run: the next run then knows less than this one. */
export function logUnwritten(context: IExecuteFunctions, count: number): void {
	if (count === 0) return;
	context.logger.warn(
		`${nodeLogPrefix(context)}: n8n's database could not be written. The next run will report ${count} messages as unknown, whatever their outcome was`,
	);
}

/** Logs the counts of a cancelled run: n8n discards the output of a cancelled node. */
export function logCancelled(context: IExecuteFunctions, outcomes: Outcomes): void {
	context.logger.warn(`${nodeLogPrefix(context)} was cancelled: ${countOutcomes(outcomes)}`);
}

/** The end of an error's description: the counts of all messages, and how to continue. Empty for a single message. */
export function describeOutcomes(outcomes: Outcomes): string {
	if (outcomes.length === 1) return '';
	const wayOn =
		countOf(outcomes, 'accepted') === 0
			? ''
			: ' To go on without sending the accepted ones again, retry this execution in the list of executions.';
	return ` Of ${outcomes.length.toLocaleString('en-US')} messages: ${countOutcomes(outcomes)}.${wayOn}`;
}
