import { type ConnectionFailure, readConnectionFailure } from '../api/connectionFailure';
import { type Failure, maskFailure, type Outcome } from '../result/failure';
import { headerValue } from '../api/headers';
import { type HttpResponse, isSuccess, readBody } from '../api/response';
import { readFailure } from '../api/responseFailure';
import { readVerdict } from '../api/verdict';
import { at, booleanOf, firstText, isObject, type JsonObject } from '../text/json';
import type { Mask } from '../text/mask';

/** What became of one message. */
export type SendResult = (
	| { readonly outcome: 'accepted'; readonly response: JsonObject }
	| { readonly outcome: Outcome; readonly failure: Failure }
) & {
	/** Set if this item did not send the message itself in this try: who did, or may have done. */
	readonly sentBy?: 'earlier try' | 'earlier run' | 'other item';
	/** Set if the service says that it repeats its response to an earlier request. */
	readonly isReplay?: boolean;
	/** Set if the service has another request with the same key: what it repeats later is its response to that one. */
	readonly isUnderWay?: boolean;
	/** Set if the run kept back a message whose turn it was: no request was made for this result. */
	readonly isWithheld?: boolean;
};

/** The result of a message that never left. */
export const notSent = (failure: Failure): SendResult => ({ outcome: 'not_sent', failure });

/** The result of a message that the run keeps back at its turn. What an attempt before it had as its result still counts. */
export const withheld = (failure: Failure): SendResult => ({ ...notSent(failure), isWithheld: true });

const mayHaveArrived =
	'The message may or may not have been sent. Look for it at the service before you send it again, or the recipient may get it twice.';

const slowService = "If the service is slow, give it more time in the option 'Timeout'.";

/** The message ID, under the names that services use. */
export const messageIdOf = (body: unknown): string | undefined =>
	firstText(
		at(body, 'message_id'),
		at(body, 'id'),
		at(body, 'messageId'),
		at(body, 'data', 'message_id'),
		at(body, 'messages', 0, 'id'),
	);

/**
 * Reads the response to a send request (API document, "Template send response").
 * `to` is the recipient as sent; `now` in milliseconds; `hasKey`: the service can recognize the message.
 */
export function readSendResponse(response: HttpResponse, to: string, now: number, hasKey = false): SendResult {
	const { status } = response;
	if (isSuccess(response)) {
		const sent = readSuccess(response, to, now);
		return hasKey && saysReplayed(response.headers) ? { ...sent, isReplay: true } : sent;
	}
	const failure = readFailure(response, now);
	if (status === 409 && hasKey && saysNothing(failure)) return { ...maybeSent(underWay(failure)), isUnderWay: true };
	const refused = (status >= 400 && status < 500) || status === 307 || status === 308 || isUnavailableForNow(failure);
	return refused ? { outcome: 'rejected', failure } : maybeSent(failure);
}

/** Whether the service responded with 503 and Retry-After: it took nothing, and says when it will. */
export const isUnavailableForNow = ({ httpStatus, retryAfterMs }: Failure): boolean => httpStatus === 503 && retryAfterMs !== undefined;

/** The names under which services say so, with or without `X-` before them. */
const replayHeader = /^(?:x-)?idempoten(?:t|cy)-replay(?:ed)?$/i;

const saysReplayed = (headers: HttpResponse['headers']): boolean =>
	Object.keys(headers).some((name) => replayHeader.test(name) && /^(?:true|1|yes)$/i.test(headerValue(headers, name) ?? ''));

/** Whether neither a code nor words say why. */
const saysNothing = ({ category, scope }: Failure): boolean => category === 'invalid-request' && scope === undefined;

/** The service has a request with the same key already, of another run or of an attempt whose response was lost. */
const underWay = ({ description, remedy = '', ...failure }: Failure): Failure => ({
	...failure,
	category: 'service',
	message: 'The service has this message under way, or has it already',
	description: `${description.slice(0, description.length - remedy.length)}Another request has the same idempotency key, and its outcome is not known yet.`,
});

/** Reads a failed connection to the outcome of the message. */
export function readSendConnectionFailure(connection: ConnectionFailure): SendResult {
	const read = readConnectionFailure(connection);
	const isLate = connection.waitedMs !== undefined;
	const failure = isLate ? { ...read, description: `${read.description} ${slowService}` } : read;
	return connection.isUnsent ? notSent(failure) : maybeSent(failure);
}

function readSuccess(response: HttpResponse, to: string, now: number): SendResult {
	if (response.text.trim() === '') {
		return { outcome: 'accepted', response: { success: true, message_id: null, to } };
	}
	const body = readBody(response);
	const verdict = isObject(body) ? readVerdict(body) : 'unclear';
	if (isObject(body) && verdict === 'failed') {
		const failure = readFailure(response, now, 400);
		// A bare `id` may be that of the request or of the error.
		const isTaken = body.success === true || messageIdOf({ ...body, id: undefined }) !== undefined;
		return isTaken
			? maybeSent({ ...failure, message: "The service's response contradicts itself: it accepts the message and refuses it" })
			: { outcome: 'rejected', failure };
	}
	const messageId = messageIdOf(body);
	if (isObject(body) && verdict === 'good' && (body.success === true || messageId !== undefined)) {
		const missingId = messageId !== undefined && firstText(body.message_id) === undefined;
		return { outcome: 'accepted', response: missingId ? { ...body, message_id: messageId } : body };
	}
	return maybeSent({
		category: 'service',
		message: "The service's response could not be read",
		description: 'The service responded with success, but the response does not say what became of the message.',
		httpStatus: response.status,
	});
}

/** The result of a message that may have been accepted, whatever the failure says. */
export const maybeSent = (failure: Failure): SendResult => ({
	outcome: 'unknown',
	failure: { ...failure, description: `${mayHaveArrived} ${failure.description}` },
});

/** The result with the account's secrets masked, as it is put out and kept in the execution's data. */
export const maskSendResult = (sent: SendResult, mask: Mask): SendResult =>
	sent.outcome === 'accepted'
		? { ...sent, response: mask.object(sent.response) }
		: { ...sent, failure: maskFailure(sent.failure, mask) };

/**
 * Whether the platform holds an accepted message until it has judged the quality of its template. It is sent
 * then, or never.
 */
export const isHeld = (response: JsonObject): boolean =>
	[response, at(response, 'data'), at(response, 'messages', 0)].some(
		(place) => firstText(at(place, 'message_status'))?.toLowerCase() === 'held_for_quality_assessment',
	);

/** Whether the service only checked an accepted message, since the API key is one for tests: nothing reaches a phone. */
export const isSimulated = (response: JsonObject): boolean =>
	[response, at(response, 'data')].some((place) => booleanOf(at(place, 'sandbox')) === true || firstText(at(place, 'status'))?.toLowerCase() === 'simulated');
