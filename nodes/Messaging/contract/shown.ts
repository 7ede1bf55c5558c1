import type { Answer } from './answer';
import type { Failure } from './failure';
import type { Headers } from './headers';
import type { Mask } from './mask';
import type { Sent } from './sendOutcome';
import type { StatusEvent } from './statusEvent';

/*
 * What leaves the package: it goes through here last, when everything has been decided by what the
 * service said word for word.
 */

/** An answer that can also be read without the account's secrets, whole, before anything of it is cut off. */
export const withShown = (answer: Answer, mask: Mask): Answer => ({
	...answer,
	shown: () => ({ ...answer, headers: shownHeaders(answer.headers, mask), text: mask.body(answer.text) }),
});

function shownHeaders(headers: Headers, mask: Mask): Headers {
	const shown = (value: Headers[string]): Headers[string] =>
		typeof value === 'string' ? mask.text(value) : value?.map((one) => mask.text(one));
	return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, shown(value)]));
}

/** A failure as a person may see it. Its category and its numbers are this package's own. */
export function shownFailure(failure: Failure, mask: Mask): Failure {
	const { message, description, code, requestId } = failure;
	return {
		...failure,
		message: mask.text(message),
		description: mask.text(description),
		...(code === undefined ? {} : { code: mask.text(code) }),
		...(requestId === undefined ? {} : { requestId: mask.text(requestId) }),
	};
}

/** What became of a message, as it is given out and as it is kept in the execution's data. */
export const shownOutcome = (sent: Sent, mask: Mask): Sent =>
	sent.outcome === 'accepted'
		? { ...sent, response: mask.object(sent.response) }
		: { ...sent, failure: shownFailure(sent.failure, mask) };

/** A delivery report as a workflow receives it. Its status and its time are this package's own. */
export function shownEvent(event: StatusEvent, mask: Mask): StatusEvent {
	const textOf = (value: string | null) => (value === null ? null : mask.text(value));
	return {
		...event,
		event_id: mask.text(event.event_id),
		message_id: mask.text(event.message_id),
		to: textOf(event.to),
		phone_number_id: textOf(event.phone_number_id),
		error: event.error && { code: codeOf(event.error.code, mask), message: textOf(event.error.message) },
	};
}

/** A number stays one unless it is a secret. */
function codeOf(code: string | number | null, mask: Mask): string | number | null {
	const shown = mask.text(String(code));
	return shown === String(code) ? code : shown;
}
