import type { Failure } from '../../contract/failure';
import { noSendingNumber } from '../../contract/message/sendingNumber';
import { err, ok, type Result } from '../../contract/result';
import type { Message } from '../../sending/message';

/** Who the item's message goes to and from, as all send requests say it. */
export function readAddress(message: Message): Result<{ readonly to: string; readonly phone_number_id: string }, Failure> {
	const to = message.to();
	if (!to.ok) return to;
	const phoneNumberId = message.parameters.text('phoneNumberId');
	return phoneNumberId === undefined ? err(noSendingNumber) : ok({ to: to.value, phone_number_id: phoneNumberId });
}
