import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';

import type { Failure } from '../contract/failure';
import type { InvalidInput } from '../contract/invalidInput';

/** Input that can't become a request, as the failure that it is. */
export const refusedInput = ({ message, description }: InvalidInput): Failure => ({
	category: 'invalid-input',
	message,
	description,
});

/** A parameter whose expression could not be worked out. */
export const refusedExpression = (error: unknown): Failure =>
	refusedInput({
		message: error instanceof Error ? error.message : String(error),
		description:
			'A parameter of this item could not be worked out. Check the expressions of the node against the data of the item.',
	});

/** A failure as the error that n8n shows in the panel of the node, for one item where there is one. */
export function nodeError(
	node: INode,
	failure: Failure,
	itemIndex?: number,
): NodeApiError | NodeOperationError {
	const { message, description, httpStatus, code, requestId } = failure;
	const place = itemIndex === undefined ? {} : { itemIndex };
	if (failure.category === 'invalid-input') {
		return new NodeOperationError(node, message, { description, ...place });
	}
	// Under its own name: n8n puts words of its own in place of ours where it knows a `code`.
	const answer = {
		message,
		...(code === undefined ? {} : { serviceCode: code }),
		...(requestId === undefined ? {} : { requestId }),
	};
	return new NodeApiError(node, answer, {
		message,
		description,
		...(httpStatus === undefined ? {} : { httpCode: String(httpStatus) }),
		...place,
	});
}
