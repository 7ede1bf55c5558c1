import type { Failure } from '../../contract/failure';
import { text } from '../../contract/json';
import type { Addressing } from '../../contract/message';
import type { SendRequest } from '../../contract/requests';
import { ok, type Result } from '../../contract/result';
import type { BinaryFile } from '../../transport/binary';
import type { Prepared } from '../operation';
import type { MessageParameters } from './fields';

/** Who the item's message goes to and from. */
export const addressing = (parameters: MessageParameters): Addressing => ({
	to: parameters.value('to'),
	phoneNumberId: parameters.value('phoneNumberId'),
	defaultCountry: text(parameters.collection('options').defaultCountry),
});

/** A built message with the file of its header, where it has one. */
export const preparedMessage = (
	message: Result<SendRequest, Failure>,
	headerFile?: BinaryFile,
): Result<Prepared, Failure> =>
	message.ok ? ok({ request: message.value, headerFile }) : message;
