import type { IExecuteFunctions } from 'n8n-workflow';

import { isHeld, isSimulated, type SendResult } from '../request/sendResult';
import { nodeLogPrefix } from '../n8n/nodeError';
import { categories } from '../result/categories';
import type { Failure } from '../result/failure';
import { isHttpUrl } from '../api/serviceAddress';
import { groupBy } from '../text/groupBy';
import { escapeHtml } from '../text/html';
import { firstText } from '../text/json';
import { capitalize, longestName, nameItems, shorten } from '../text/wording';
import { describeRepeats, type Notices } from './links/notice';
import { groupByReason, placesOf } from './reasons';

type Results = ReadonlyArray<SendResult | undefined>;

/** What is counted, in the order in which it is said. A duplicate is a message that was not sent because of its Message Key. */
const kinds = ['accepted', 'duplicate', 'duplicate of another item', 'rejected', 'not sent', 'unknown', 'not started'] as const;

function kindOf(sent: SendResult | undefined): (typeof kinds)[number] {
	if (sent === undefined) return 'not started';
	if (sent.outcome === 'not_sent') return 'not sent';
	if (sent.outcome !== 'accepted') return sent.outcome;
	if (sent.sentBy === 'earlier run') return 'duplicate';
	if (sent.sentBy === 'other item') return 'duplicate of another item';
	return sent.isReplay === true ? 'duplicate' : 'accepted';
}

const countOf = (results: Results, kind: (typeof kinds)[number]): number => results.filter((sent) => kindOf(sent) === kind).length;

const isAccepted = (sent: SendResult | undefined): boolean => sent?.outcome === 'accepted';

const written = (count: number): string => count.toLocaleString('en-US');

/** Counts the messages, as in "9,950 accepted, 42 rejected, 8 unknown". Counts of 0 are left out, except that of the accepted. */
function countOutcomes(results: Results): string {
	return kinds
		.map((kind) => [kind, countOf(results, kind)] as const)
		.filter(([kind, count]) => count > 0 || kind === 'accepted')
		.map(([kind, count]) => inWords(kind, count))
		.join(', ');
}

const inWords = (kind: string, count: number): string => `${written(count)} ${count === 1 ? kind : kind.replace(/^duplicate/, 'duplicates')}`;

/** Shows a text above the output, as HTML. */
export const showHint = (context: IExecuteFunctions, type: 'info' | 'warning', message: string): void =>
	context.addExecutionHints({ message, type, location: 'outputPane' });

/**
 * Shows above the output how the run went: the counts of several messages, what a person has to know of the accepted, and
 * the way to the sandbox's inbox.
 */
export function showSummary(context: IExecuteFunctions, results: Results, baseUrl: string, notices: Notices): void {
	const single = kindOf(results[0]) === 'duplicate' ? `Not sent again: ${sentBefore} under this Message Key.` : '';
	const counts = results.length === 1 ? single : `${countOutcomes(results)}${explainUnknown(results)}${explainDuplicates(results)}${explainNotTried(results)}`;
	const parts = [
		counts,
		explainSimulated(results),
		explainHeld(results),
		explainFallback(results, notices),
		explainRepeats(notices),
		linkToInbox(results, baseUrl),
	];
	const message = parts.filter((part) => part !== '').join(' ');
	const isGood = results.every((sent) => isAccepted(sent) && !wasSimulated(sent)) && notices.repeats().length === 0;
	if (message !== '') showHint(context, isGood ? 'info' : 'warning', message);
	if (results.length > 1) showReasons(context, results);
}

/** How many reasons are named, and how many items of each. */
const [mostReasons, mostItems] = [5, 10];

/** Shows which items failed, and why: in n8n's table that stands far to the right. Those that were not tried are explained by their cause. */
function showReasons(context: IExecuteFunctions, results: Results): void {
	const failed = results.flatMap((sent, index) => (sent === undefined || sent.outcome === 'accepted' || sent.isWithheld === true ? [] : [{ index, failure: sent.failure }]));
	const reasons = groupByReason(failed);
	const lines = reasons.slice(0, mostReasons).map(({ reason, items }) => `${escapeHtml(capitalize(reason))}: ${nameItems(placesOf(items), mostItems)}.`);
	const more = reasons.length - lines.length;
	if (lines.length > 0) showHint(context, 'warning', [...lines, ...(more > 0 ? [`And ${written(more)} more reasons.`] : [])].join('<br>'));
}

const sentBefore = 'it was sent by an earlier run, perhaps a test run,';

/** What the duplicates are: a person who tries the workflow once more has made no others. */
function explainDuplicates(results: Results): string {
	const total = countOf(results, 'duplicate');
	if (total === 0) return '';
	return total === 1
		? ` Duplicate: ${sentBefore} under the same Message Key.`
		: ' Duplicates: they were sent by an earlier run, perhaps a test run, under the same Message Keys.';
}

/** Who got the Fallback Language: an item that names its language in an unusual way would else get another one unseen. */
function explainFallback(results: Results, { inFallback }: Notices): string {
	const sentences = [...inFallback].map(([language, count]) => {
		const which = escapeHtml(shorten(language, longestName));
		if (results.length === 1) return `The message is in the Fallback Language ${which}, since its item names no language of the template.`;
		return `${written(count)} of them ${count === 1 ? 'is' : 'are'} in the Fallback Language ${which}, since ${count === 1 ? 'its item names' : 'their items name'} no language of the template.`;
	});
	return sentences.join(' ');
}

/** Which items sent once more what an item before them sent to the same person. */
function explainRepeats(notices: Notices): string {
	const repeats = notices.repeats();
	if (repeats.length === 0) return '';
	return `Sent more than once: ${describeRepeats(repeats)}. A 'Message Key' sends each message once.`;
}

const wasSimulated = (sent: SendResult | undefined): boolean => sent?.outcome === 'accepted' && isSimulated(sent.response);

/** With an API key for tests nobody gets anything, although all is accepted. */
function explainSimulated(results: Results): string {
	const simulated = results.filter(wasSimulated).length;
	if (simulated === 0) return '';
	const which = results.length === 1 ? 'The message was' : `${written(simulated)} of the accepted were`;
	return `${which} only simulated by the service, which does so with an API key for tests: nothing reaches a phone, and no delivery status comes. To send, use your live API key.`;
}

/** Of accepted messages that the platform holds, nobody knows whether they will be sent. */
function explainHeld(results: Results): string {
	const held = results.filter((sent) => sent?.outcome === 'accepted' && isHeld(sent.response)).length;
	if (held === 0) return '';
	const which = results.length === 1 ? 'The message was' : `${written(held)} of the accepted were`;
	return `${which} held by the platform until it has judged the quality of the template: wait for the delivery status.`;
}

/** A link to the first message in the inbox of a service that has one, as the sandbox does: n8n shows an address in the output as text. */
function linkToInbox(results: Results, baseUrl: string): string {
	const address = firstText(...results.map((sent) => (sent?.outcome === 'accepted' ? sent.response.inbox_url : undefined)));
	if (address === undefined || !isHttpUrl(address)) return '';
	const { origin, username, password } = new URL(address);
	if (origin !== new URL(baseUrl).origin || `${username}${password}` !== '') return '';
	return `<a href="${escapeHtml(address)}" target="_blank">Open in inbox</a>`;
}

function explainUnknown(results: Results): string {
	const unknown = countOf(results, 'unknown');
	if (unknown === 0) return '.';
	const leftOpen = results.filter((sent) => sent?.outcome === 'unknown' && sent.sentBy === 'earlier run').length;
	const some = leftOpen < unknown ? ` (${written(leftOpen)} of an earlier run)` : '';
	if (leftOpen === 0) return '. Unknown: look for them at the service before you send them again.';
	return `${some}: an earlier run was interrupted or got no clear response. Look for them at the service. To send one of them again, change its Message Key.`;
}

/** Why the run kept back messages whose turn it was, and what to do. */
function explainNotTried(results: Results): string {
	const causes = results.flatMap((sent) => (sent?.outcome === 'not_sent' && sent.isWithheld === true ? [sent.failure] : []));
	const sentences = [...groupBy(causes, ({ message }) => message)].map(([message, all]) => {
		const notTried = `${written(all.length)} of them ${all.length === 1 ? 'was' : 'were'} not tried`;
		return ` ${escapeHtml(message)}: ${notTried}. ${all.at(-1)?.remedy ?? ''}`.trimEnd();
	});
	return sentences.join('');
}

/** Says of how many messages the next run knows less than this one, since n8n's database could not be written; empty if of none. */
export function explainUnsettled(count: number): string {
	if (count === 0) return '';
	const [which, it, its] = count === 1 ? ['1 message', 'it', 'its'] : [`${written(count)} messages`, 'them', 'their'];
	return `n8n's database could not be written: a later run may report ${which} as unknown, although this one knows what became of ${it}. To send ${it} again then, change ${its} Message Key.`;
}

/** Logs what a cancelled run can't show: n8n discards the output of a cancelled node. */
export function logUnsettled(context: IExecuteFunctions, unsettled: string): void {
	if (unsettled !== '') context.logger.warn(`${nodeLogPrefix(context)}: ${unsettled}`);
}

/** Logs the counts of a cancelled run: n8n discards the output of a cancelled node. */
export function logCancelled(context: IExecuteFunctions, results: Results): void {
	context.logger.warn(`${nodeLogPrefix(context)} was cancelled: ${countOutcomes(results)}`);
}

/** Whether another try may have another result: not if an earlier one has left it unknown. */
const canChange = (sent: SendResult | undefined): boolean => sent === undefined || (sent.outcome !== 'accepted' && sent.sentBy === undefined);

/** How to send the others although one can't be sent. */
export const wayToContinue = "To send the others all the same, set 'On Error' to Continue, under Settings.";

/** How to see what is wrong with all items, and how to send those that are fine. */
function explainStop({ category }: Failure, results: Results): string {
	const { fault, cause } = categories[category];
	const seeAll = fault === 'item' ? " To see everything that is wrong with the items at once, add 'Dry Run' in the options." : '';
	// What the other messages would meet too: to go on without this one is no way out.
	const isOfAll = fault === 'network' || cause === 'credential-invalid' || cause === 'configuration-invalid';
	const isAnyLeft = results.includes(undefined);
	return isOfAll || !isAnyLeft ? seeAll : `${seeAll} ${wayToContinue}`;
}

/**
 * The end of an error's description: the counts of all messages, and how to continue. Empty for a single message.
 * @param failure what has stopped the run
 */
export function describeOutcomes(results: Results, failure: Failure): string {
	if (results.length === 1) return '';
	const wayOn =
		!results.some(isAccepted) || !results.some(canChange)
			? ''
			: ' To go on without sending the accepted ones again, retry this execution in the list of executions.';
	return ` Of ${written(results.length)} messages: ${countOutcomes(results)}.${explainStop(failure, results)}${wayOn}`;
}
