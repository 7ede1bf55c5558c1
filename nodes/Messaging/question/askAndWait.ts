import { type IExecuteFunctions, type INodeExecutionData, type INodeProperties, WAIT_INDEFINITELY } from 'n8n-workflow';

import { readDateTime } from '../n8n/dateTime';
import { responseItem } from '../n8n/items';
import { nodeLogPrefix, readOrRefuse, refuseRun } from '../n8n/nodeError';
import { openParameters, type Parameters } from '../n8n/parameters';
import { notSent } from '../request/sendResult';
import type { Link, Message } from '../sending/message';
import { optionsOfOne, sendingOptions } from '../sending/optionFields';
import { isDryRunFor } from '../sending/options';
import { type BuildMessage, sendMessages } from '../sending/sendMessages';
import { type Failure, invalidInput, maskFailure } from '../result/failure';
import { err, ok } from '../result/result';
import { at, firstText, isObject, text } from '../text/json';
import { messageOf } from '../text/wording';
import type { Connection } from '../service/connection';
import { timedOut } from './answer';
import { exampleLink, type LinkParameters, linkWarning } from './link';
import type { Question } from './question';
import { type questionFields, type QuestionInput, readQuestionInput, withToolParameters } from './questionInput';
import { canRecall, nextQuestionId, rememberQuestion } from './questionMemory';
import { pageTexts } from './texts';
import { limitWaitTime, readWaitLimit } from './waitLimit';

/** The options of all messages that matter for a single one, and how long to wait. */
export const questionOptions = {
	...sendingOptions,
	options: [...optionsOfOne, limitWaitTime, pageTexts].sort((a, b) =>
		a.displayName < b.displayName ? -1 : 1,
	),
} as const satisfies INodeProperties;

type AskingParameters = Parameters<(typeof questionFields)[number] | typeof questionOptions>;

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
	const { input, waitEnd, id, link, warning } = prepared.value;
	if (warning !== undefined) context.addExecutionHints({ message: warning, type: 'warning', location: 'outputPane' });
	return await sendMessages(context, messageWith(input, link), connection, {
		link: askOnce,
		wait: async (response, to) =>
			await wait(context, {
				id,
				...input,
				until: waitEnd(Date.now()),
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

const prepareQuestion = (context: IExecuteFunctions) =>
	readOrRefuse(() => {
		const parameters: AskingParameters = openParameters(context)(0);
		const responseType = parameters.value('responseType');
		// The panel shows this field only for approvals.
		const approvalOptions = responseType === 'freeText' ? undefined : parameters.value('approvalOptions');
		const words = at(parameters.field('options', 'pageTexts'), 'values');
		const askedBy = text(at(words, 'askedBy')) ?? sendingNumberName(context);
		const pageTexts = { ...(isObject(words) ? words : {}), askedBy };
		const message = parameters.inParts('message', undefined, withToolParameters(context.getNode().parameters.message));
		const input = readQuestionInput({ message, responseType, approvalOptions, pageTexts });
		if (!input.ok) return input;
		const waitEnd = readWaitLimit(parameters.field('options', 'limitWaitTime'), Date.now(), (value) =>
			readDateTime(value, context.getTimezone()),
		);
		if (!waitEnd.ok) return waitEnd;
		const id = nextQuestionId(context);
		if (!canRecall(context)) return err(noPlaceToRemember(context.getNode().name));
		const signed = context.getSignedResumeUrl({ q: id } satisfies LinkParameters);
		const isDryRun = isDryRunFor(parameters);
		if (!isDryRun.ok) return isDryRun;
		// In a dry run the link leads nowhere.
		const link = isDryRun.value ? exampleLink(signed) : signed;
		return ok({ input: input.value, waitEnd: waitEnd.value, id, link, warning: linkWarning(signed) });
	});

/** The sending number as its list shows it; undefined if it was not chosen from the list. */
function sendingNumberName(context: IExecuteFunctions): string | undefined {
	const chosen = context.getNode().parameters.phoneNumberId;
	return at(chosen, 'mode') === 'list' ? text(at(chosen, 'cachedResultName')) : undefined;
}

/**
 * A question that another run has asked is not asked again, and does not count as asked by this one: the answer goes to
 * that run. `isRetryElsewhere`: what an earlier try has sent was sent by another execution.
 */
const askOnce = (isRetryElsewhere: boolean): Link<Message> => (next) => async (message) => {
	const sent = await next(message);
	const isOfOther = sent?.sentBy === 'earlier run' || (sent?.sentBy === 'earlier try' && isRetryElsewhere);
	if (sent?.outcome === 'accepted') return isOfOther ? askedBefore : sent;
	return sent?.failure.category === 'window-closed' ? { ...sent, failure: adviseTemplate(sent.failure) } : sent;
};

/** What reaches a person whose window is closed: the same question as a template. */
function adviseTemplate(failure: Failure): Failure {
	const remedy = "A text only reaches someone who wrote to you in the last 24 hours. Set 'Send As' to Template to ask this person.";
	return { ...failure, remedy, description: failure.description.replace(failure.remedy ?? '', remedy) };
}

const askedBefore = notSent(
	invalidInput(
		'This question was asked before, by another run',
		"It was not asked again, and the answer goes to the run that asked. To ask again on purpose, run the workflow anew, with another 'Message Key' if you use one.",
	),
);

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
