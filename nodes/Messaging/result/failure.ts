import type { Mask } from '../text/mask';
import { categories, type Category } from './categories';

/** What became of a message that was not accepted. */
export type Outcome =
	/** The request never left n8n: invalid input, or no connection was made. */
	| 'not_sent'
	/** The service responded that it did not take the message. */
	| 'rejected'
	/** The request left, and no clear response came back: the message may or may not arrive. */
	| 'unknown';

/**
 * For what the same refusal comes again at once: only this message, this recipient, or every message of this
 * template, sending number or account. If its category's reason is the pace, it passes by itself.
 */
export type Scope = 'message' | 'recipient' | 'template' | 'number' | 'account';

/** Why something failed, in words for the person who uses the node. */
export interface Failure {
	readonly category: Category;
	/** What happened. */
	readonly message: string;
	/** What to do, and what the service said. */
	readonly description: string;
	/** What to do, alone. */
	readonly remedy?: string | undefined;
	readonly httpStatus?: number | undefined;
	/** The service's own error code. */
	readonly code?: string | undefined;
	readonly requestId?: string | undefined;
	/** How long the service asks to wait, in milliseconds. */
	readonly retryAfterMs?: number | undefined;
	/** When the message may be sent, ISO 8601, if that is known. */
	readonly sendAfter?: string | undefined;
	readonly scope?: Scope | undefined;
	/** Set if a webhook may be registered at the service all the same. */
	readonly mayBeRegistered?: true;
}

/** Whether the service asks to be asked more slowly: such a refusal passes by itself. */
export const isOfPace = ({ category }: Pick<Failure, 'category'>): boolean => categories[category].reason === 'pace';

/**
 * An input that can't become a request; nothing was sent.
 * @param message what is wrong, with the parameter's name in single quotes
 * @param description what to do about it
 */
export const invalidInput = (message: string, description: string): Failure => ({
	category: 'invalid-input',
	message,
	description,
});

/** The failure with the account's secrets masked. Category and numbers come from this package and hold none. */
export function maskFailure(failure: Failure, mask: Mask): Failure {
	const { message, description, code, requestId } = failure;
	return {
		...failure,
		message: mask.text(message),
		description: mask.text(description),
		code: code && mask.text(code),
		requestId: requestId && mask.text(requestId),
	};
}
