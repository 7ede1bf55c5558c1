import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';

import { invalidInput, type Category, type Failure, type Outcome } from '../contract/failure';
import { err, type Result } from '../contract/result';

/** A parameter whose expression could not be worked out. */
const refusedExpression = (error: unknown): Failure =>
	invalidInput(
		error instanceof Error ? error.message : String(error),
		'A parameter of this item could not be worked out. Check the expressions of the node against the data of the item.',
	);

/** Reads parameters. Where an expression fails, n8n throws: the item is then refused with what n8n says. */
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

/** Why a failure happened, in the words by which n8n decides whether waiting or a person can help. */
const causes = {
	authentication: 'credential-invalid',
	network: 'temporarily-unavailable',
	'not-found': 'configuration-invalid',
	'rate-limited': 'rate-limited',
	service: 'temporarily-unavailable',
	'invalid-input': undefined,
	'invalid-request': undefined,
	'window-closed': undefined,
	'opted-out': undefined,
	expired: undefined,
} as const satisfies Record<Category, DeclaredFailure['cause'] | undefined>;

/** Nothing is declared of a message that may have been sent: nobody may take it for safe to repeat. */
function declare({ category, retryAfterMs }: Failure, outcome: Outcome | undefined): { failure?: DeclaredFailure } {
	const cause = outcome === 'unknown' ? undefined : causes[category];
	if (cause === undefined) return {};
	if (cause === 'credential-invalid' || cause === 'configuration-invalid') return { failure: { cause } };
	return { failure: { cause, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) } };
}

/**
 * A failure as the error that n8n shows in the panel of the node, for one item where there is one.
 * `outcome` is what became of its message, where it has one.
 */
export function nodeError(
	node: INode,
	failure: Failure,
	itemIndex?: number,
	outcome?: Outcome,
): NodeApiError | NodeOperationError {
	const { message, description, httpStatus, code, requestId } = failure;
	const place = { ...declare(failure, outcome), ...(itemIndex === undefined ? {} : { itemIndex }) };
	if (failure.category === 'invalid-input' || failure.category === 'expired') {
		return new NodeOperationError(node, message, { description, ...place });
	}
	// Under its own name: n8n puts words of its own in place of ours where it knows a `code`.
	const response = {
		message,
		...(code === undefined ? {} : { serviceCode: code }),
		...(requestId === undefined ? {} : { requestId }),
	};
	return new NodeApiError(node, response, {
		message,
		description,
		...(httpStatus === undefined ? {} : { httpCode: String(httpStatus) }),
		...place,
	});
}
