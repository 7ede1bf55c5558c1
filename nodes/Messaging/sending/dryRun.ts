import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { sendPathBelow } from '../request/messageKinds';
import { countryOf, isMobile } from '../request/recipient';
import type { SendRequest } from '../request/requests';
import { isOutOfTime } from '../request/notAfter';
import { maskSendResult, notSent } from '../request/sendResult';
import { failedItem, responseItem } from '../n8n/items';
import { nodeError } from '../n8n/nodeError';
import type { Account } from '../api/account';
import { type Failure, invalidInput, maskFailure } from '../result/failure';
import type { Result } from '../result/result';
import { previewHtml } from '../template/preview';
import { escapeHtml } from '../text/html';
import type { JsonObject } from '../text/json';
import type { Mask } from '../text/mask';
import { itemNumber } from '../text/wording';
import type { Connection } from '../service/connection';
import { describeDoubts, describeFaults, describeFindings, type Findings, reportItem } from './dryRunReport';
import type { Notices } from './links/notice';
import { showHint, wayToContinue } from './report';
import type { Content, Message, Ready, Send } from './message';
import { type ItemResult, itemResult } from './runMemory';

/** What a dry run does its work with. */
interface DryRun {
	readonly messageAt: (index: number) => Message;
	/** What an item says, as if its recipient were right. */
	readonly contentAt: (index: number) => ReturnType<Message['content']>;
	/** The chain that ends in what shows a message. */
	readonly chainTo: (show: Send<Ready>) => Send<Message>;
	readonly notices: Notices;
	/** Whether the report is put out as one more item. */
	readonly asItem: boolean;
}

/**
 * Passes each message through the links that need no service, and shows it in place of sending it. Gives the request of
 * each item.
 * @throws one error that names all invalid items, if the run stops at failures
 */
export async function dryRun(
	context: IExecuteFunctions,
	{ account, mask }: Connection,
	{ messageAt, contentAt, chainTo, notices, asItem }: DryRun,
): Promise<INodeExecutionData[]> {
	const doubts: Array<Findings['doubts'][number]> = [];
	const faults: Array<Findings['faults'][number]> = [];
	const ready: SendRequest[] = [];
	let firstPreview: { readonly index: number; readonly html: string } | undefined;
	const show: Send<Ready> = async (message) => {
		const preview = message.preview?.();
		if (preview !== undefined) firstPreview ??= { index: message.index, html: previewHtml(preview, mask.text) };
		const { request } = message;
		ready.push(request);
		const doubtful = [...doubtRecipient(request.body.to), ...(message.warnings?.() ?? [])].map(mask.text);
		doubts.push(...doubtful.map((warning) => ({ index: message.index, warning })));
		const first = notices.note(message);
		const warnings = first === undefined ? doubtful : [...doubtful, `This is the message of item ${itemNumber(first)} to the same recipient: both would leave`];
		const response = {
			valid: true,
			to: request.body.to,
			...(warnings.length === 0 ? {} : { warnings }),
			...(preview === undefined ? {} : { preview }),
			recipient: { number: request.body.to, country: countryOf(request.body.to) },
			request: describeRequest(message, account),
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
		const found = sent.outcome === 'accepted' ? [] : await faultsIn(sent.failure, message, async () => await contentAt(index));
		const [first, ...others] = found;
		results.push(itemResult(message, maskSendResult(first === undefined ? sent : notSent(first), mask)));
		faults.push(...others.map((failure) => ({ index, failure: maskFailure(failure, mask) })));
	}
	const findings: Findings = { results, faults, ready, doubts, repeats: notices.repeats() };
	refuseInvalid(context, findings);
	showFindings(context, findings, mask);
	if (firstPreview !== undefined) showPreview(context, firstPreview.html, results.length === 1 ? undefined : firstPreview.index);
	const output = results.map(({ sent, to }, index) =>
		sent.outcome === 'accepted' ? responseItem(sent.response, index) : failedItem({ ...sent, to }, index),
	);
	// It belongs to no item of the input.
	return asItem ? [...output, { json: { dryRunReport: mask.object(reportItem(findings)) } }] : output;
}

/** All that is wrong with an item: a run that sends names the first fault, and a person would meet one after the other. */
async function faultsIn(known: Failure, message: Message, contentOf: Message['content']): Promise<Failure[]> {
	const own: ReadonlyArray<Result<unknown, Failure>> = [message.to(), message.identity()];
	// Else the content is what was refused, or must not be read for somebody to whom nothing may go.
	const isContentOpen = isOutOfTime(known) || own.some((one) => !one.ok);
	const read = isContentOpen ? [...own, await contentOf()] : own;
	const byMessage = new Map(read.flatMap((one) => (one.ok ? [] : [[one.error.message, one.error] as const])));
	byMessage.delete(known.message);
	const others = [...byMessage.values()];
	// Whoever is asleep now would be refused tomorrow.
	return isOutOfTime(known) && others.length > 0 ? others : [known, ...others];
}

/** What a person should know of a recipient that can be a phone number, but perhaps not one for messages. */
const doubtRecipient = (to: string): string[] => (isMobile(to) ? [] : ['The recipient is not known as a mobile number: a landline gets no messages']);

/** Shows above the output what was found in several items, or what to look at in a single one. */
function showFindings(context: IExecuteFunctions, findings: Findings, mask: Mask): void {
	const lines = findings.results.length === 1 ? describeDoubts(findings) : describeFindings(findings);
	if (lines.length === 0) return;
	const isGood = findings.results.every(({ sent }) => sent.outcome === 'accepted') && describeDoubts(findings).length === 0;
	showHint(context, isGood ? 'info' : 'warning', lines.map((line) => escapeHtml(mask.text(line))).join('<br>'));
}

/** Shows the first message that can be sent above the output, as its recipient would read it. */
function showPreview(context: IExecuteFunctions, html: string, index: number | undefined): void {
	const which = index === undefined ? 'The message' : `The message of item ${itemNumber(index)}`;
	showHint(context, 'info', `${which} as it would arrive:<br>${html}`);
}

/** The request that would be sent, with the name of the file that would be uploaded before it. */
function describeRequest({ request, headerFile }: Content, account: Account): JsonObject {
	const { kind, body } = request;
	const path = sendPathBelow(account.paths.send, kind);
	if (headerFile === undefined) return { method: 'POST', path, body };
	const { fileName, mimeType, size } = headerFile;
	return { method: 'POST', path, body, upload: { fileName, mimeType, size: size ?? null } };
}

function refuseInvalid(context: IExecuteFunctions, findings: Findings): void {
	const { results } = findings;
	const invalid = results.flatMap(({ sent }, index) => (sent.outcome === 'accepted' ? [] : [index]));
	const [first] = invalid;
	if (first === undefined || context.continueOnFail()) return;
	const failure = invalidInput(
		`${invalid.length} of ${results.length} items cannot be sent as they are`,
		[...describeFaults(findings), ...describeDoubts(findings), ...(results.length === 1 ? [] : [wayToContinue])].join('\n'),
	);
	throw nodeError(context.getNode(), failure, { index: first, of: 1 });
}
