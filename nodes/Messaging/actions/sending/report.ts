import type { IExecuteFunctions } from 'n8n-workflow';

import type { SendResult } from '../../contract/message/sendResult';

type Outcomes = ReadonlyArray<SendResult | undefined>;

const countOf = (outcomes: Outcomes, wanted: SendResult['outcome'] | undefined): number =>
	outcomes.reduce((count, sent) => count + (sent?.outcome === wanted ? 1 : 0), 0);

/** "9,950 accepted, 42 rejected, 8 unknown": what there is none of is left out, but for the accepted. */
export function countOutcomes(outcomes: Outcomes): string {
	const counted: ReadonlyArray<readonly [number, string]> = [
		[countOf(outcomes, 'rejected'), 'rejected'],
		[countOf(outcomes, 'not_sent'), 'not sent'],
		[countOf(outcomes, 'unknown'), 'unknown'],
		[countOf(outcomes, undefined), 'not started'],
	];
	const others = counted.filter(([count]) => count > 0);
	return [[countOf(outcomes, 'accepted'), 'accepted'] as const, ...others]
		.map(([count, word]) => `${count.toLocaleString('en-US')} ${word}`)
		.join(', ');
}

/** Shows on the node how a run of several messages went. */
export function showSummary(context: IExecuteFunctions, outcomes: Outcomes): void {
	const isGood = countOf(outcomes, 'accepted') === outcomes.length;
	if (outcomes.length === 1) return;
	const unknown = countOf(outcomes, 'unknown') === 0 ? '' : ' Unknown: look for them at the service before you send them again.';
	context.addExecutionHints({
		message: `${countOutcomes(outcomes)}.${unknown}`,
		type: isGood ? 'info' : 'warning',
		location: 'outputPane',
	});
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
