import type { Failure } from '../../contract/failure';
import { text } from '../../contract/json';
import type { Addressing } from '../../contract/message/message';
import type { SendRequest } from '../../contract/message/requests';
import { ok, type Result } from '../../contract/result';
import type { BuiltMessage } from '../operation';
import type { MessageParameters } from './fields';

/** Who the item's message goes to and from. */
export const addressing = (parameters: MessageParameters): Addressing => ({
	to: parameters.value('to'),
	phoneNumberId: parameters.value('phoneNumberId'),
	defaultCountry: text(parameters.field('options', 'defaultCountry')),
});

/** A built message with more that is known about it. */
export const builtMessage = (
	message: Result<SendRequest, Failure>,
	more: Omit<BuiltMessage, 'request'> = {},
): Result<BuiltMessage, Failure> => (message.ok ? ok({ request: message.value, ...more }) : message);
