import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { maskFailure } from '../result/failure';
import { ok, valueOf } from '../result/result';
import { exampleNumber } from '../request/recipient';
import { maskSendResult, maybeSent, type SendResult } from '../request/sendResult';
import { systemClock } from '../n8n/clock';
import { readOrRefuse, refuseRun } from '../n8n/nodeError';
import { openParameters } from '../n8n/parameters';
import type { Connection } from '../service/connection';
import { openRun, type Run } from '../service/run';
import { messageOf } from '../text/wording';
import { type Attempts, openAttempts } from './attempts';
import { dryRun } from './dryRun';
import { finish, outputOf, type Wait } from './finish';
import { allowedRecipients } from './links/allowedRecipients';
import { inParallel } from './inParallel';
import { inTurn } from './inTurn';
import { build } from './links/build';
import { idempotencyKey, replays } from './links/idempotencyKey';
import { inAttempts } from './links/inAttempts';
import { countIn, mostMessages } from './links/mostMessages';
import { type Notices, openNotices } from './links/notice';
import { onlyInTime } from './links/onlyInTime';
import { post } from './links/post';
import { quietHours } from './links/quietHours';
import { rightOptions } from './links/rightOptions';
import { sameKey } from './links/sameKey';
import { skipSentEarlier } from './links/skipSentEarlier';
import { stillDue } from './links/stillDue';
import { stopAtFailure } from './links/stopAtFailure';
import { stopAfterFailures } from './links/stopAfterFailures';
import { stopForAll } from './links/stopForAll';
import { upload } from './links/upload';
import { chain, type Condition, hasMessageKey, type Item, type Link, type Message, openMessage, type Ready, type Send } from './message';
import type { RunOptions } from './optionFields';
import { readSendingOptions } from './options';
import { openRecognition, type Recognition } from './recognition';
import { explainUnsettled } from './report';
import { type ItemResult, itemResult, openRunMemory, type RunMemory } from './runMemory';

/** Reads an item's parameters and makes the content of its message of them, or says why that is not possible. Sends nothing. */
export type BuildMessage = (item: Item, run: Run) => ReturnType<Message['content']>;

/** What a question needs besides: a message whose run waits for the answer. */
export interface Question {
	/** Kept around all other links. `isRetryElsewhere`: another execution may have asked this question. */
	link(isRetryElsewhere: boolean): Link<Message>;
	readonly wait: Wait;
}

/** What the promises of a run are kept with. */
export interface RunParts {
	readonly connection: Connection;
	readonly run: Run;
	readonly attempts: Attempts;
	readonly recognition: Recognition;
	readonly memory: Pick<RunMemory, 'isEmpty' | 'recall'>;
	readonly notices: Notices;
	/** To whom, when and until when a message may start. */
	readonly conditions: readonly Condition[];
	/** The link that says how many messages may leave, if that is limited. */
	readonly most: Link<Message> | undefined;
	readonly question: Link<Message> | undefined;
	/** On Error = stop. */
	readonly stopsAtFailure: boolean;
	readonly options: Pick<RunOptions, 'stopAfterFailures'>;
}

/** The order in which a message passes the promises of a run. */
export function sendingChain({ connection, run, attempts, recognition, memory, notices, conditions, most, question, stopsAtFailure, options }: RunParts): Send<Message> {
	const { byKey, byService, byRows, mayRepeat, mayRepeatEarlier } = recognition;
	const forAll = stopForAll(connection.account);
	const failures = options.stopAfterFailures > 0 ? stopAfterFailures(options.stopAfterFailures) : undefined;
	const perItem: ReadonlyArray<Link<Message> | undefined> = [
		// A question that another run has asked is not asked again.
		question,
		// On Error = stop: after a message that was not accepted, none starts.
		stopsAtFailure ? stopAtFailure(attempts.stop) : undefined,
		// What is wrong in an option is said of a duplicate too.
		byKey ? rightOptions(conditions, (message) => memory.recall(message) !== undefined) : undefined,
		// Items of the run with the same key are one message.
		byKey ? sameKey : undefined,
		// What the service recognizes as sent by another run is a duplicate.
		byService && replays,
		// What an earlier try of the run has sent is not sent again.
		skipSentEarlier(memory, mayRepeatEarlier),
		// What any run has sent under the key is not sent again.
		byRows?.look,
		// It goes to whom it may, in time and outside of its quiet hours, or stays.
		...conditions.map(({ link }) => link),
		// There is a place left for it.
		most,
	];
	const perAttempt: ReadonlyArray<Link<Ready> | undefined> = [
		// What leaves is looked at: what the output says of it as a whole.
		notices.link,
		// The service can recognize the message.
		byService && idempotencyKey(byService),
		// What is refused for all is not tried for each.
		forAll,
		// After too many failures in a row none starts.
		failures?.count,
		// Its header's file goes first.
		upload(run, attempts.signal),
		// Its turn, the pace, the pauses, the attempts.
		inAttempts(attempts, mayRepeat),
		// What was found out while it waited.
		forAll,
		failures?.check,
		// Its key is marked right before the first attempt.
		byRows?.claim,
		// Marking and waiting take time.
		stillDue(attempts),
	];
	return chain(perItem, build(attempts.signal)(chain(perAttempt, post(connection))));
}

/** Sends one message per input item, and gives one output item per input item, in the same order. */
export async function sendMessages(
	context: IExecuteFunctions,
	buildMessage: BuildMessage,
	connection: Connection,
	question?: Question,
): Promise<INodeExecutionData[]> {
	const count = context.getInputData().length;
	if (count === 0) return [];
	const parametersOf = openParameters(context);
	const options = readSendingOptions(parametersOf, count);
	if (!options.ok) return refuseRun(context, maskFailure(options.error, connection.mask), 'not_sent');
	const attempts = openAttempts({ ...options.value, clock: systemClock, cancel: context.getExecutionCancelSignal() });
	try {
		const { baseUrl } = connection.account;
		const run = openRun(inTurn(connection, attempts));
		const messageAt = (index: number): Message => openMessage(parametersOf(index), async (item) => await buildMessage(item, run), baseUrl);
		const conditions = [allowedRecipients(parametersOf), onlyInTime(context, parametersOf, systemClock), quietHours(context, parametersOf, systemClock)]
			.filter((condition) => condition !== undefined);
		const { maxMessages } = options.value;
		const hasKeys = hasMessageKey(parametersOf(0));
		const notices = openNotices(count > 1 && !hasKeys);
		if (options.value.dryRun) {
			const most = maxMessages > 0 ? mostMessages(maxMessages, countIn({}), () => false) : undefined;
			const links = [rightOptions(conditions, () => false), sameKey, ...conditions.map(({ link }) => link), most];
			const chainTo = (show: Send<Ready>) => chain(links, build(attempts.signal)(show));
			// What an item would say to anybody, also if nobody can tell to whom.
			const contentAt = async (index: number) => await readOrRefuse(async () => await buildMessage({ parameters: parametersOf(index), to: () => ok(exampleNumber) }, run));
			return await dryRun(context, connection, { messageAt, contentAt, chainTo, notices, asItem: options.value.dryRunReport });
		}

		const header = options.value.idempotencyHeader;
		const memory = openRunMemory(context, baseUrl, header);
		const isQuestion = question !== undefined;
		const recognition = openRecognition(context, { hasKeys, header, isQuestion, memory, cancelled: attempts.cancelled });
		if (!recognition.ok) return refuseRun(context, maskFailure(recognition.error, connection.mask), 'not_sent');
		const send = sendingChain({
			connection,
			run,
			attempts,
			recognition: recognition.value,
			memory,
			notices,
			conditions,
			// What an earlier try may have sent was counted by it.
			most: maxMessages > 0 ? mostMessages(maxMessages, countIn(context.getContext('node')), (message) => memory.recall(message) !== undefined) : undefined,
			question: question?.link(memory.isOfOtherExecution),
			stopsAtFailure: !context.continueOnFail(),
			options: options.value,
		});
		const results: Array<ItemResult | undefined> = Array.from({ length: count }, () => undefined);
		const open = (index: number): Message => memory.asBefore(messageAt(index));
		// Messages to the same person leave one after the other, as they stand in the input.
		await inParallel(options.value.concurrency, count, open, recipientOf, async (message) => {
			const sent = attempts.signal.aborted ? undefined : await send(message).catch(unexpected);
			// What a stopped run did not get to, an earlier try may have sent.
			const known = sent ?? memory.recall(message);
			if (known !== undefined) results[message.index] = itemResult(message, maskSendResult(known, connection.mask));
		});
		const unsettled = explainUnsettled((await recognition.value.byRows?.close()) ?? 0);
		finish(context, memory, results, { baseUrl, notices, unsettled });
		return await outputOf(results, question?.wait);
	} finally {
		attempts.close();
	}
}

/** Whom a message goes to, in E.164 form; undefined if that can't be read. */
export const recipientOf = (message: Message): string | undefined => valueOf(message.to());

/** No link throws. If one does all the same, the other messages go on, and nobody may send this one again. */
const unexpected = (error: unknown): SendResult =>
	maybeSent({ category: 'service', message: 'The node could not handle this item', description: `n8n's log may say more. (${messageOf(error)})` });
