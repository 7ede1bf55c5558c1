import { type IExecuteFunctions, type INodeExecutionData, WAIT_INDEFINITELY } from 'n8n-workflow';

import { readDateTime } from '../n8n/dateTime';
import { responseItem } from '../n8n/items';
import { nodeLogPrefix, readOrRefuse, refuseRun } from '../n8n/nodeError';
import { openParameters, type Parameters } from '../n8n/parameters';
import { readDryRun } from '../sending/options';
import { type BuildMessage, sendMessages } from '../sending/sendMessages';
import { err, type Failure, invalidInput, maskFailure, ok, type Result } from '../api/failure';
import { at, firstText, isObject, type JsonObject, text } from '../text/json';
import { messageOf } from '../text/wording';
import type { Connection } from '../service/connection';
import { timedOut } from './answer';
import { askOnce } from './askOnce';
import type { questionFields, questionOptions } from './fields';
import { exampleLink, type LinkParameters, linkWarning } from './link';
import type { Question } from './question';
import { type QuestionInput, readQuestionInput, withToolParameters } from './questionInput';
import { canRecall, nextQuestionId, rememberQuestion } from './questionMemory';
import { readWaitLimit, waitEnd, type WaitLimit } from './waitLimit';

type AskingParameters = Parameters<(typeof questionFields)[number] | typeof questionOptions>;

/** A question that is ready to be sent. */
interface PreparedQuestion {
	readonly input: QuestionInput;
	readonly limit: WaitLimit;
	readonly id: string;
	/** The link to the page where the person answers; in a dry run an example that leads nowhere. */
	readonly link: string;
	readonly warning: string | undefined;
}

/**
 * Sends a question like any other message, and lets the execution wait until it is answered or the time is over.
 * Nothing may throw after the message was sent: n8n would send the question again.
 * @param messageWith gives what builds the message with a link
 */
export async function askAndWait(
	context: IExecuteFunctions,
	connection: Connection,
	messageWith: (input: QuestionInput, link: string) => BuildMessage,
): Promise<INodeExecutionData[]> {
	const count = context.getInputData().length;
	if (count === 0) return [];
	const prepared = count === 1 ? prepareQuestion(context) : err(moreThanOne(count));
	if (!prepared.ok) return refuseRun(context, maskFailure(prepared.error, connection.mask), 'not_sent');
	const { input, limit, id, link, warning } = prepared.value;
	if (warning !== undefined) context.addExecutionHints({ message: warning, type: 'warning', location: 'outputPane' });
	return await sendMessages(context, messageWith(input, link), connection, {
		link: askOnce,
		wait: async (response, to) =>
			await wait(context, {
				id,
				...input,
				until: waitEnd(limit, Date.now()),
				messageId: firstText(response.message_id) ?? null,
				to: to ?? null,
			}),
	});
}

const moreThanOne = (count: number): Failure =>
	invalidInput(
		`${count} items came in, but Send and Wait asks one question at a time`,
		"Nothing was sent. Put a 'Loop Over Items' node with a batch size of 1 before this one. The node then asks about one item after the other.",
	);

const noPlaceToRemember = (node: string): Failure =>
	invalidInput(
		`Send and Wait does not work in a node named "${node}"`,
		'Nothing was sent. Give the node another name, such as "Ask": n8n cannot use this name in an expression.',
	);

const prepareQuestion = (context: IExecuteFunctions): Result<PreparedQuestion, Failure> =>
	readOrRefuse(() => {
		const parameters: AskingParameters = openParameters(context)(0);
		const responseType = parameters.value('responseType');
		// The panel shows this field only for approvals.
		const approvalOptions = responseType === 'freeText' ? undefined : parameters.value('approvalOptions');
		const pageTexts = { askedBy: sendingNumberName(context), ...given(parameters.field('options', 'pageTexts')) };
		const input = readQuestionInput({ message: questionText(context, parameters), responseType, approvalOptions, pageTexts });
		if (!input.ok) return input;
		const limit = readWaitLimit(parameters.field('options', 'limitWaitTime'), Date.now(), (value) =>
			readDateTime(value, context.getTimezone()),
		);
		if (!limit.ok) return limit;
		const id = nextQuestionId(context);
		if (!canRecall(context)) return err(noPlaceToRemember(context.getNode().name));
		const signed = context.getSignedResumeUrl({ q: id } satisfies LinkParameters);
		const isDryRun = readDryRun(parameters);
		if (!isDryRun.ok) return isDryRun;
		const link = isDryRun.value ? exampleLink(signed) : signed;
		return ok({ input: input.value, limit: limit.value, id, link, warning: linkWarning(signed) });
	});

/** The texts of the page that a user has given; empty ones count as not given. */
function given(pageTexts: unknown): JsonObject {
	const values = at(pageTexts, 'values');
	return isObject(values) ? Object.fromEntries(Object.entries(values).filter(([, value]) => text(value) !== undefined)) : {};
}

/** The sending number as its list shows it; undefined if it was not chosen from the list. */
function sendingNumberName(context: IExecuteFunctions): string | undefined {
	const chosen = context.getNode().parameters.phoneNumberId;
	return at(chosen, 'mode') === 'list' ? text(at(chosen, 'cachedResultName')) : undefined;
}

function questionText(context: IExecuteFunctions, parameters: AskingParameters): unknown {
	const readable = withToolParameters(context.getNode().parameters.message);
	return readable === undefined ? parameters.value('message') : context.evaluateExpression(readable, 0);
}

/** Lets the execution wait. Gives the item that the node shows meanwhile. */
async function wait(context: IExecuteFunctions, question: Question): Promise<INodeExecutionData> {
	const { messageId, to, until } = question;
	try {
		rememberQuestion(context, question);
		passOnAtTimeOut(context, question);
		await context.putExecutionToWait(until === null ? WAIT_INDEFINITELY : new Date(until));
	} catch (error) {
		// The output then says that nobody has approved.
		context.logger.error(`${nodeLogPrefix(context)} could not wait for an answer: ${messageOf(error)}`);
		return responseItem(timedOut(question), 0);
	}
	return responseItem({ message_id: messageId, to }, 0);
}

/**
 * Replaces the input of the node by the output of a time-out. When the wait is over, n8n passes the input on
 * unchanged: an item with another `approved` in it would look like an answer.
 */
function passOnAtTimeOut(context: IExecuteFunctions, question: Question): void {
	const entry = context.getExecuteData();
	entry.data = { main: [[responseItem(timedOut(question), 0)]] };
	// n8n disables the node object when the execution continues. Other runs of the node may be queued with the same
	// object, and would then pass their input on without asking.
	entry.node = { ...entry.node };
}
