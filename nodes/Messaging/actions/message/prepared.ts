import type { Failure } from '../../contract/failure';
import type { InvalidInput } from '../../contract/invalidInput';
import type { Addressing } from '../../contract/message';
import { err, type Result } from '../../contract/result';
import { refusedInput } from '../../transport/nodeError';
import type { Parameters } from '../../transport/parameters';
import { text } from '../../contract/json';

/** Who the item's message goes to and from. */
export const addressing = (parameters: Parameters): Addressing => ({
	to: parameters.value('to'),
	phoneNumberId: parameters.value('phoneNumberId'),
	defaultCountry: text(parameters.collection('options').defaultCountry),
});

/** A built message, or the refusal of its input as a failure. */
export const preparedMessage = <T>(message: Result<T, InvalidInput>): Result<T, Failure> =>
	message.ok ? message : err(refusedInput(message.error));
