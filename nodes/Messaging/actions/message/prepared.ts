import type { Failure } from '../../contract/failure';
import type { InvalidInput } from '../../contract/invalidInput';
import { text } from '../../contract/json';
import type { Addressing } from '../../contract/message';
import type { SendRequest } from '../../contract/requests';
import { err, ok, type Result } from '../../contract/result';
import type { BinaryFile } from '../../transport/binary';
import { refusedInput } from '../../transport/nodeError';
import type { Prepared } from '../operation';
import type { MessageParameters } from './fields';

/** Who the item's message goes to and from. */
export const addressing = (parameters: MessageParameters): Addressing => ({
	to: parameters.value('to'),
	phoneNumberId: parameters.value('phoneNumberId'),
	defaultCountry: text(parameters.collection('options').defaultCountry),
});

/** A built message, or the refusal of its input as a failure. */
export const preparedMessage = (
	message: Result<SendRequest, InvalidInput>,
	headerFile?: BinaryFile,
): Result<Prepared, Failure> =>
	message.ok ? ok({ request: message.value, headerFile }) : err(refusedInput(message.error));
