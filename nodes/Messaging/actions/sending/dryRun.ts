import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { invalidInput, maskFailure, type Failure } from '../../contract/failure';
import type { JsonObject } from '../../contract/json';
import { keyOfOtherMessage } from '../../contract/message/duplicate';
import { err, ok, type Result } from '../../contract/result';
import { mapPreview, previewHtml, type Preview } from '../../contract/template/preview';
import { listedEntries } from '../../contract/wording';
import { systemClock } from '../../delivery/clock';
import { failedItem, responseItem } from '../../n8n/items';
import { nodeError } from '../../n8n/nodeError';
import type { Parameters } from '../../n8n/parameters';
import type { BuiltMessage } from '../operation';
import type { Run } from '../run';
import { buildMessage, recipientOfItem } from './buildMessage';
import { startableUntil } from './latestStarts';
import type { MessageIdentities } from './messageKey/messageIdentities';
import { fingerprint } from './prepareMessage';
import type { SendingRun } from './sendingRun';

interface Checked {
	readonly parameters: Parameters;
	/** The request as it is shown, or why there is none. */
	readonly prepared: Result<JsonObject, Failure>;
	/** The message as its recipient would read it, where that is known. */
	readonly preview?: Preview | undefined;
}

/**
 * Builds every message and sends none. Gives the request of each item.
 * @throws one error that names all invalid items, where the run stops at failures
 */
export async function dryRun({
	context,
	parametersOf,
	operation,
	run,
	identityOf,
	latestStarts,
}: SendingRun): Promise<INodeExecutionData[]> {
	const checked: Checked[] = [];
	const checkKey = keyCheck(identityOf);
	for (const index of context.getInputData().keys()) {
		const parameters = parametersOf(index);
		const notAfter = startableUntil(latestStarts, index, systemClock.date());
		const built = checkKey(index, notAfter.ok ? await buildMessage(parameters, operation, run) : notAfter);
		checked.push({ parameters, ...shown(built, run) });
	}
	const [first, ...others] = checked.filter(({ prepared }) => !prepared.ok);
	if (first !== undefined && !context.continueOnFail()) {
		const failure = describeInvalid([first, ...others], checked.length);
		throw nodeError(context.getNode(), failure, first.parameters.itemIndex);
	}
	showPreview(context, checked);
	return checked.map(outputItem);
}

/** Refuses the items that a run would refuse for their Message Key. What n8n's database remembers is not looked up. */
function keyCheck(identityOf: MessageIdentities) {
	/** The first item of each identity, and the fingerprint of its message. */
	const firsts = new Map<string, { readonly index: number; readonly message: string }>();
	return (index: number, built: Result<BuiltMessage, Failure>): Result<BuiltMessage, Failure> => {
		const identity = identityOf(index);
		if (!identity.ok) return identity;
		if (!built.ok || identity.value === undefined) return built;
		const message = fingerprint(built.value);
		const first = firsts.get(identity.value) ?? { index, message };
		firsts.set(identity.value, first);
		return first.message === message ? built : err(keyOfOtherMessage(first.index));
	};
}

/** Shows the first message that can be sent above the output, as its recipient would read it. */
function showPreview(context: IExecuteFunctions, checked: readonly Checked[]): void {
	const first = checked.find(({ preview }) => preview !== undefined);
	if (first?.preview === undefined) return;
	const which = checked.length === 1 ? 'The message' : `The message of item ${first.parameters.itemIndex}`;
	context.addExecutionHints({
		message: `${which} as it would arrive:<br>${previewHtml(first.preview)}`,
		type: 'info',
		location: 'outputPane',
	});
}

function shown(built: Result<BuiltMessage, Failure>, { connection }: Run): Pick<Checked, 'prepared' | 'preview'> {
	const { mask } = connection;
	if (!built.ok) return { prepared: err(maskFailure(built.error, mask)) };
	const preview = built.value.preview?.();
	return {
		prepared: ok(mask.object(describeRequest(built.value))),
		preview: preview && mapPreview(preview, mask.text),
	};
}

function outputItem({ parameters, prepared, preview }: Checked): INodeExecutionData {
	const { itemIndex } = parameters;
	if (prepared.ok) return responseItem({ valid: true, request: prepared.value, ...(preview === undefined ? {} : { preview }) }, itemIndex);
	const to = recipientOfItem(parameters);
	return failedItem({ outcome: 'not_sent', failure: prepared.error, to }, itemIndex);
}

/** The request that would be sent, with the name of the file that would be uploaded before it. */
function describeRequest({ request, headerFile }: BuiltMessage): JsonObject {
	const { path, body } = request;
	if (headerFile === undefined) return { method: 'POST', path, body };
	const { fileName, mimeType, size } = headerFile;
	return { method: 'POST', path, body, upload: { fileName, mimeType, size: size ?? null } };
}

function describeInvalid(invalid: readonly Checked[], count: number): Failure {
	const lines = invalid.slice(0, listedEntries).map(({ parameters, prepared }) => {
		const problem = prepared.ok ? '' : `${prepared.error.message}. ${prepared.error.description}`;
		return `Item ${parameters.itemIndex}: ${problem}`;
	});
	const more = invalid.length - lines.length;
	return invalidInput(
		`${invalid.length} of ${count} items cannot be sent as they are`,
		[...lines, ...(more > 0 ? [`And ${more} more.`] : [])].join('\n'),
	);
}
