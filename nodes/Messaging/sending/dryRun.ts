import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { sendPathOf } from '../message/messageKinds';
import { countryOf } from '../message/recipient';
import { maskSendResult } from '../message/sendResult';
import { failedItem, responseItem } from '../n8n/items';
import { nodeError } from '../n8n/nodeError';
import type { Account } from '../api/account';
import { type Failure, invalidInput } from '../api/failure';
import { type Preview, previewHtml } from '../template/preview';
import { groupBy } from '../text/groupBy';
import { escapeHtml } from '../text/html';
import type { JsonObject } from '../text/json';
import { listedEntries } from '../text/wording';
import type { Connection } from '../service/connection';
import { describeRepeats, type Notices } from './links/notice';
import { showFindings, showHint } from './report';
import type { Content, Message, Ready, Send } from './message';
import { type ItemResult, itemResult } from './runMemory';

/**
 * Passes each message through the links that need no service, and shows it in place of sending it. Gives the request of
 * each item.
 * @param chainTo the chain that ends in what shows a message
 * @throws one error that names all invalid items, if the run stops at failures
 */
export async function dryRun(
	context: IExecuteFunctions,
	{ account, mask }: Connection,
	messageAt: (index: number) => Message,
	chainTo: (show: Send<Ready>) => Send<Message>,
	notices: Notices,
): Promise<INodeExecutionData[]> {
	const doubts: Doubt[] = [];
	let firstPreview: { readonly index: number; readonly html: string } | undefined;
	const show: Send<Ready> = async (message) => {
		const preview = previewOf(message);
		if (preview !== undefined) firstPreview ??= { index: message.index, html: previewHtml(preview, mask.text) };
		const { request } = message;
		const doubtful = (message.warnings?.() ?? []).map(mask.text);
		doubts.push(...doubtful.map((warning) => ({ index: message.index, warning })));
		const first = notices.note(message);
		const warnings = first === undefined ? doubtful : [...doubtful, `This is the message of item ${first} to the same recipient: both would leave`];
		const response = {
			valid: true,
			request: describeRequest(message, account),
			recipient: { number: request.body.to, country: countryOf(request.body.to) },
			...(preview === undefined ? {} : { preview }),
			...(warnings.length === 0 ? {} : { warnings }),
		};
		return { outcome: 'accepted', response };
	};
	const send = chainTo(show);
	const results: ItemResult[] = [];
	for (const index of context.getInputData().keys()) {
		const message = messageAt(index);
		const sent = await send(message);
		// The run was cancelled.
		if (sent === undefined) break;
		results.push(itemResult(message, maskSendResult(sent, mask)));
	}
	refuseInvalid(context, results);
	showFindings(context, results.map(({ sent }) => sent));
	showWarnings(context, doubts, notices.repeats());
	if (firstPreview !== undefined) showPreview(context, firstPreview.html, results.length === 1 ? undefined : firstPreview.index);
	return results.map(({ sent, to }, index) =>
		sent.outcome === 'accepted' ? responseItem(sent.response, index) : failedItem({ ...sent, to }, index),
	);
}

/** What a person should look at, and the item that it is about. */
interface Doubt {
	readonly index: number;
	readonly warning: string;
}

/** How many items of a doubt are named. */
const namedItems = 5;

/** Shows above the output what a person should look at, with the items. */
function showWarnings(context: IExecuteFunctions, doubts: readonly Doubt[], repeats: readonly number[]): void {
	if (doubts.length === 0 && repeats.length === 0) return;
	const groups = [...groupBy(doubts, ({ warning }) => warning)];
	const listed = groups.slice(0, listedEntries).map(([warning, all]) => escapeHtml(`${warning} (${itemsOf(all.map(({ index }) => index))})`));
	const more = groups.length - listed.length;
	if (more > 0) listed.push(`And ${more} more.`);
	// Nothing tells a message that is meant twice from a row that is there twice.
	if (repeats.length > 0) listed.push(`Without a 'Message Key' these would be sent more than once: ${describeRepeats(repeats)}`);
	showHint(context, 'warning', `Look at this before you send: ${listed.join('<br>')}`);
}

function itemsOf(indexes: readonly number[]): string {
	if (indexes.length === 1) return `item ${String(indexes[0])}`;
	const more = indexes.length > namedItems ? ', …' : '';
	return `${indexes.length.toLocaleString('en-US')} items: ${indexes.slice(0, namedItems).join(', ')}${more}`;
}

/** Shows the first message that can be sent above the output, as its recipient would read it. */
function showPreview(context: IExecuteFunctions, html: string, index: number | undefined): void {
	const which = index === undefined ? 'The message' : `The message of item ${index}`;
	showHint(context, 'info', `${which} as it would arrive:<br>${html}`);
}

/** The message as its recipient would read it; undefined for a template whose words are not known. */
function previewOf({ request, preview }: Content): Preview | undefined {
	switch (request.kind) {
		case 'template':
			return preview?.();
		case 'text':
			return { body: request.body.text };
		case 'media': {
			const { media_url, filename = media_url, caption } = request.body;
			return { header: filename, ...(caption === undefined ? {} : { body: caption }) };
		}
	}
}

/** The request that would be sent, with the name of the file that would be uploaded before it. */
function describeRequest({ request, headerFile }: Content, account: Account): JsonObject {
	const { kind, body } = request;
	const path = sendPathOf(account, kind);
	if (headerFile === undefined) return { method: 'POST', path, body };
	const { fileName, mimeType, size } = headerFile;
	return { method: 'POST', path, body, upload: { fileName, mimeType, size: size ?? null } };
}

function refuseInvalid(context: IExecuteFunctions, results: readonly ItemResult[]): void {
	const invalid = results.flatMap(({ sent }, index) => (sent.outcome === 'accepted' ? [] : [{ index, failure: sent.failure }]));
	const [first] = invalid;
	if (first !== undefined && !context.continueOnFail()) {
		throw nodeError(context.getNode(), describeInvalid(invalid, results.length), first.index);
	}
}

function describeInvalid(invalid: ReadonlyArray<{ readonly index: number; readonly failure: Failure }>, count: number): Failure {
	const lines = invalid.slice(0, listedEntries).map(({ index, failure }) => `Item ${index}: ${failure.message}. ${failure.description}`);
	const more = invalid.length - lines.length;
	return invalidInput(
		`${invalid.length} of ${count} items cannot be sent as they are`,
		[...lines, ...(more > 0 ? [`And ${more} more.`] : [])].join('\n'),
	);
}
