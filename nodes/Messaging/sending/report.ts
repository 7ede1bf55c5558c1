import type { IExecuteFunctions } from 'n8n-workflow';

import { isHeld, type SendResult } from '../message/sendResult';
import { nodeLogPrefix } from '../n8n/nodeError';
import type { Failure } from '../api/failure';
import { isHttpUrl } from '../api/serviceAddress';
import { escapeHtml } from '../text/html';
import { firstText } from '../text/json';

type Results = ReadonlyArray<SendResult | undefined>;

const countIf = (results: Results, isMeant: (sent: SendResult) => boolean): number =>
	results.reduce((count, sent) => count + (sent !== undefined && isMeant(sent) ? 1 : 0), 0);

const countOf = (results: Results, outcome: SendResult['outcome']): number => countIf(results, (sent) => sent.outcome === outcome);

const countDuplicates = (results: Results, sentBy: SendResult['sentBy']): number =>
	countIf(results, (sent) => sent.outcome === 'accepted' && sent.sentBy === sentBy);

/**
 * Counts the messages, as in "9,950 accepted, 42 rejected, 8 unknown". Counts of 0 are left out, except that of the
 * accepted. Duplicates, which this run did not send because of their Message Key, are counted separately.
 */
function countOutcomes(results: Results): string {
	const duplicates = countDuplicates(results, 'earlier run');
	const ofOthers = countDuplicates(results, 'other item');
	const counted: ReadonlyArray<readonly [count: number, word: string, plural?: string]> = [
		[duplicates, 'duplicate', 'duplicates'],
		[ofOthers, 'duplicate of another item', 'duplicates of another item'],
		[countOf(results, 'rejected'), 'rejected'],
		[countOf(results, 'not_sent'), 'not sent'],
		[countOf(results, 'unknown'), 'unknown'],
		[results.length - countIf(results, () => true), 'not started'],
	];
	const others = counted.filter(([count]) => count > 0);
	return [[countOf(results, 'accepted') - duplicates - ofOthers, 'accepted'] as const, ...others]
		.map(([count, word, plural = word]) => `${count.toLocaleString('en-US')} ${count === 1 ? word : plural}`)
		.join(', ');
}

/**
 * Shows above the output how the run went: the counts of several messages, what a person has to know of the accepted, and
 * the way to the sandbox's inbox.
 */
export function showSummary(context: IExecuteFunctions, results: Results, baseUrl: string): void {
	const isGood = countOf(results, 'accepted') === results.length;
	const isOldNews = results.length === 1 && countDuplicates(results, 'earlier run') === 1;
	const single = isOldNews ? 'Not sent again: this Message Key was used before.' : '';
	const counts = results.length === 1 ? single : `${countOutcomes(results)}${explainUnknown(results)}${explainNotTried(results)}`;
	const message = [counts, explainHeld(results), linkToInbox(results, baseUrl)].filter((part) => part !== '').join(' ');
	if (message === '') return;
	context.addExecutionHints({ message, type: isGood ? 'info' : 'warning', location: 'outputPane' });
}

/** How many reasons a dry run names. */
const namedReasons = 6;

/** Shows above the output what a dry run found in several items: how many can be sent, and why the others can't, most frequent first. */
export function showFindings(context: IExecuteFunctions, results: readonly SendResult[]): void {
	if (results.length === 1) return;
	const duplicates = countDuplicates(results, 'other item');
	const ready = countOf(results, 'accepted') - duplicates;
	const reasons = new Map<string, number>();
	for (const sent of results) {
		const reason = sent.outcome === 'accepted' ? undefined : reasonOf(sent.failure);
		if (reason !== undefined) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
	}
	const listed = [...reasons].sort(([, one], [, other]) => other - one);
	const rest = listed.slice(namedReasons).reduce((sum, [, count]) => sum + count, 0);
	const counted: ReadonlyArray<readonly [what: string, count: number]> = [
		[duplicates === 1 ? 'duplicate of another item' : 'duplicates of another item', duplicates],
		...listed.slice(0, namedReasons),
		['for other reasons', rest],
	];
	const found = counted.filter(([, count]) => count > 0).map(([what, count]) => `, ${count.toLocaleString('en-US')} ${what}`);
	const message = `Dry run: ${ready.toLocaleString('en-US')} ready${found.join('')}.`;
	context.addExecutionHints({ message: escapeHtml(message), type: listed.length === 0 ? 'info' : 'warning', location: 'outputPane' });
}

/** Why an item can't be sent, in few words that are the same for all such items. */
function reasonOf({ category, message }: Failure): string {
	if (category === 'quiet-hours') return 'in quiet hours';
	if (category === 'expired') return 'too late';
	return `refused (${message.replace(/: ".*$/s, '')})`;
}

/** Of accepted messages that the platform holds, nobody knows whether they will be sent. */
function explainHeld(results: Results): string {
	const held = countIf(results, (sent) => sent.outcome === 'accepted' && isHeld(sent.response));
	if (held === 0) return '';
	const which = results.length === 1 ? 'The message was' : `${held.toLocaleString('en-US')} of the accepted were`;
	return `${which} held by the platform until it has judged the quality of the template: wait for the delivery status.`;
}

/** A link to the first message in the inbox of a service that has one, as the sandbox does: n8n shows an address in the output as text. */
function linkToInbox(results: Results, baseUrl: string): string {
	const address = firstText(...results.map((sent) => (sent?.outcome === 'accepted' ? sent.response.inbox_url : undefined)));
	if (address === undefined || !isHttpUrl(address) || new URL(address).origin !== new URL(baseUrl).origin) return '';
	return `<a href="${escapeHtml(address)}" target="_blank">Open in inbox</a>`;
}

function explainUnknown(results: Results): string {
	const unknown = countOf(results, 'unknown');
	const leftOpen = countIf(results, (sent) => sent.outcome === 'unknown' && sent.sentBy === 'earlier run');
	const some = leftOpen < unknown ? ` (${leftOpen.toLocaleString('en-US')} of an earlier run)` : '';
	if (unknown === 0) return '.';
	if (leftOpen === 0) return '. Unknown: look for them at the service before you send them again.';
	return `${some}: an earlier run was interrupted or got no clear response. Look for them at the service. To send one of them again, change its Message Key.`;
}

/** Why messages were not tried, and what to do: the service refused another one for a whole template, sending number or account. */
function explainNotTried(results: Results): string {
	const causes = new Map<string, { readonly count: number; readonly failure: Failure }>();
	for (const sent of results) {
		if (sent?.outcome !== 'not_sent' || sent.failure.scope === undefined) continue;
		const { failure } = sent;
		causes.set(failure.message, { count: (causes.get(failure.message)?.count ?? 0) + 1, failure });
	}
	return [...causes.values()]
		.map(({ count, failure }) => ` ${escapeHtml(failure.message)}: ${count.toLocaleString('en-US')} of them ${count === 1 ? 'was' : 'were'} not tried. ${failure.remedy ?? ''}`.trimEnd())
		.join('');
}

/** Logs that n8n's database could not be written at the end of a run: the next run then knows less than this one. */
export function logUnsettled(context: IExecuteFunctions, count: number): void {
	if (count === 0) return;
	context.logger.warn(
		`${nodeLogPrefix(context)}: n8n's database could not be written. The next run may report ${count === 1 ? '1 message' : `${count} messages`} as unknown, whatever the outcome was`,
	);
}

/** Logs the counts of a cancelled run: n8n discards the output of a cancelled node. */
export function logCancelled(context: IExecuteFunctions, results: Results): void {
	context.logger.warn(`${nodeLogPrefix(context)} was cancelled: ${countOutcomes(results)}`);
}

/** Whether another try may have another result: not if an earlier one has left it unknown. */
const canChange = (sent: SendResult | undefined): boolean => sent === undefined || (sent.outcome !== 'accepted' && sent.sentBy === undefined);

/** The end of an error's description: the counts of all messages, and how to continue. Empty for a single message. */
export function describeOutcomes(results: Results): string {
	if (results.length === 1) return '';
	const wayOn =
		countOf(results, 'accepted') === 0 || !results.some(canChange)
			? ''
			: ' To go on without sending the accepted ones again, retry this execution in the list of executions.';
	return ` Of ${results.length.toLocaleString('en-US')} messages: ${countOutcomes(results)}.${wayOn}`;
}
