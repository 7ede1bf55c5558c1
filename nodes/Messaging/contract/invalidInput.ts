import { err, type Result } from './result';

/**
 * Why an input can't become a request. Nothing was sent.
 * `message` says what is wrong and names the parameter in single quotes,
 * `description` says the way out.
 */
export interface InvalidInput {
	readonly message: string;
	readonly description: string;
}

export const invalid = (message: string, description: string): Result<never, InvalidInput> =>
	err({ message, description });
