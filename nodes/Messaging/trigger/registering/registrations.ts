import { maskFailure, type Failure } from '../../contract/failure';
import { at } from '../../contract/json';
import { readConnectionFailure } from '../../contract/response/connectionFailure';
import { isSuccess, readBody, readErrorDetails, type HttpResponse } from '../../contract/response/response';
import { readFailure } from '../../contract/response/responseFailure';
import { err, ok, type Result } from '../../contract/result';
import { isPathPart, slashesAtEnd } from '../../contract/serviceAddress';
import {
	readRegistration,
	webhookList,
	type Registration,
	type RegistrationRequest,
} from '../../contract/webhook/registration';
import {
	unsafeRegistrationId,
	registrationFailure,
	type RegistrationStep,
} from '../../contract/webhook/registrationFailure';
import { joinWords, shorten } from '../../contract/wording';
import type { Connection } from '../../transport/connection';
import { readList } from '../../transport/paging';

const pathOf = ({ account }: Connection): string => account.paths.webhooks.replace(slashesAtEnd, '');

/** All registrations of the account. Records without an ID are left out. */
export async function listRegistrations(
	connection: Connection,
	step: RegistrationStep,
): Promise<Result<readonly Registration[], Failure>> {
	const records = await readList(connection, pathOf(connection), webhookList, Date.now);
	if (!records.ok) return err(failed(connection, step, records.error));
	return ok(records.value.map(readRegistration).filter((one) => one !== undefined));
}

/** A new registration. Its ID is undefined where the response does not give it. */
export interface Added {
	readonly id: string | undefined;
}

/**
 * Registers a webhook. `note` is added to the message when the service refuses. The failure is marked where
 * the service may have registered the webhook all the same.
 */
export async function addRegistration(
	connection: Connection,
	request: RegistrationRequest,
	note: string | undefined,
): Promise<Result<Added, Failure>> {
	const response = await connection.request({ method: 'POST', path: pathOf(connection), body: request });
	if (!response.ok) {
		return err({ ...failed(connection, 'register', readConnectionFailure(response.error)), mayBeRegistered: true });
	}
	const body = readBody(response.value);
	if (isSuccess(response.value) && at(body, 'success') !== false) return ok({ id: readRegistration(body)?.id });
	const failure = refused(connection, 'register', response.value, note);
	return err(response.value.status >= 500 ? { ...failure, mayBeRegistered: true } : failure);
}

/**
 * Removes a registration. One that no longer exists counts as removed. An ID that could address something
 * else is not sent: the request might delete all registrations.
 */
export async function removeRegistration(
	connection: Connection,
	{ id, url }: { readonly id: string; readonly url: string | undefined },
): Promise<Result<true, Failure>> {
	const note = `It has the ID ${shorten(id, 200)}${url === undefined ? '' : ` and the URL ${shorten(url, 200)}`}.`;
	if (!isPathPart(id)) return err(unsafeRegistrationId(note));
	const path = `${pathOf(connection)}/${encodeURIComponent(id)}`;
	const response = await connection.request({ method: 'DELETE', path });
	if (!response.ok) return err(failed(connection, 'remove', readConnectionFailure(response.error), { note }));
	const isGone = response.value.status === 404 || response.value.status === 410;
	return isSuccess(response.value) || isGone ? ok(true) : err(refused(connection, 'remove', response.value, note));
}

function refused(connection: Connection, step: RegistrationStep, response: HttpResponse, note: string | undefined): Failure {
	return failed(connection, step, readFailure(response, Date.now(), isSuccess(response) ? 400 : response.status), {
		words: joinWords(readErrorDetails(response.masked?.() ?? response)),
		note,
	});
}

/** The failure of a registration, masked: the service may repeat secrets, also in URLs and IDs. */
const failed = ({ mask }: Connection, ...[step, failure, more]: Parameters<typeof registrationFailure>): Failure =>
	maskFailure(registrationFailure(step, failure, more), mask);
