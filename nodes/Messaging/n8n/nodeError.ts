import {
	type IExecuteFunctions,
	type IHookFunctions,
	type INode,
	type INodeExecutionData,
	type IWebhookFunctions,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import { categories } from '../result/categories';
import { type Failure, invalidInput, type Outcome } from '../result/failure';
import { err, type Result } from '../result/result';
import { withoutTags } from '../text/html';
import { itemNumber, messageOf } from '../text/wording';
import { failedItem } from './items';

/** A parameter whose expression could not be evaluated. */
const refusedExpression = (error: unknown): Failure =>
	invalidInput(
		messageOf(error),
		'A parameter of this item could not be evaluated. Check the expressions of the node against the data of the item.',
	);

/** Runs a function that reads parameters. Where an expression fails, n8n throws: that becomes a failure with what n8n says. */
export function readOrRefuse<T>(read: () => Promise<Result<T, Failure>>): Promise<Result<T, Failure>>;
export function readOrRefuse<T>(read: () => Result<T, Failure>): Result<T, Failure>;
export function readOrRefuse<T>(
	read: () => Result<T, Failure> | Promise<Result<T, Failure>>,
): Result<T, Failure> | Promise<Result<T, Failure>> {
	const refuse = (error: unknown) => err(refusedExpression(error));
	try {
		const result = read();
		return result instanceof Promise ? result.catch(refuse) : result;
	} catch (error) {
		return refuse(error);
	}
}

type DeclaredFailure = NonNullable<NodeApiError['failure']>;

/** For a message that may have been sent no cause is declared, so that n8n does not repeat it. */
function declare({ category, retryAfterMs }: Failure, outcome: Outcome | undefined): { failure?: DeclaredFailure } {
	const cause: DeclaredFailure['cause'] | undefined = outcome === 'unknown' ? undefined : categories[category].cause;
	if (cause === undefined) return {};
	if (cause === 'credential-invalid' || cause === 'configuration-invalid') return { failure: { cause } };
	return { failure: { cause, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) } };
}

/** The item that an error is about, by its place in the input, and how many there are. */
interface Place {
	readonly index: number;
	/** 1 also if the words of the error name the item. */
	readonly of: number;
}

/**
 * Makes n8n's error of a failure. n8n shows it in the node's panel. `item` and `outcome` are given if the failure
 * belongs to one item and its message.
 */
export function nodeError(node: INode, failure: Failure, item?: Place, outcome?: Outcome): NodeApiError | NodeOperationError {
	const which = item === undefined || item.of === 1 ? '' : `Item ${itemNumber(item.index)}: `;
	const error = errorOf(node, { ...failure, message: `${which}${failure.message}` }, outcome);
	// Hidden from the panel, where n8n would add "[item 2]", counted from 0. n8n itself may write it once more.
	if (item !== undefined) Object.defineProperty(error.context, 'itemIndex', { value: item.index, enumerable: false, writable: true });
	return error;
}

function errorOf(node: INode, failure: Failure, outcome: Outcome | undefined): NodeApiError | NodeOperationError {
	const { httpStatus, code, requestId } = failure;
	// The panel shows line ends as blanks, and all of a list would be one line.
	const [message, description] = [withoutTags(failure.message), withoutTags(failure.description).replaceAll('\n', '<br>')];
	const declared = declare(failure, outcome);
	if (categories[failure.category].fault === 'item') {
		return new NodeOperationError(node, message, { description, ...declared });
	}
	// Not named `code`: for a code that n8n knows, it replaces our message by its own.
	const response = {
		message,
		...(code === undefined ? {} : { serviceCode: withoutTags(code) }),
		...(requestId === undefined ? {} : { requestId: withoutTags(requestId) }),
	};
	return new NodeApiError(node, response, {
		message,
		description,
		...(httpStatus === undefined ? {} : { httpCode: String(httpStatus) }),
		...declared,
	});
}

/** The value of a result. Throws n8n's error if the result is a failure. */
export function orThrow<T>(node: INode, result: Result<T, Failure>): T {
	if (result.ok) return result.value;
	throw nodeError(node, result.error);
}

/**
 * Refuses a whole run before anything was sent. With On Error = continue it gives a failed item for every input item
 * (with `outcome` if items are messages). If the node threw, n8n would pass its input on as if it had been sent.
 * @throws NodeApiError or NodeOperationError, if the run stops at failures
 */
export function refuseRun(context: IExecuteFunctions, failure: Failure, outcome?: Outcome): INodeExecutionData[] {
	if (!context.continueOnFail()) throw nodeError(context.getNode(), failure);
	return context.getInputData().map((_, index) => failedItem({ failure, outcome }, index));
}

type Context = IExecuteFunctions | IHookFunctions | IWebhookFunctions;

const place = (context: Context): string => `"${context.getNode().name}" of workflow ${context.getWorkflow().id ?? ''}`;

/** The beginning of the lines that the Messaging node writes to n8n's log. */
export const nodeLogPrefix = (context: IExecuteFunctions | IWebhookFunctions): string => `Messaging node ${place(context)}`;

/** The beginning of the lines that the Messaging Trigger writes to n8n's log. */
export const triggerLogPrefix = (context: IHookFunctions | IWebhookFunctions): string => `Messaging Trigger ${place(context)}`;
