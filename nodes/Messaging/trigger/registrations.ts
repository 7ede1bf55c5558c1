import type { IHookFunctions } from 'n8n-workflow';

import { orThrow, triggerLogPrefix } from '../n8n/nodeError';
import { readConnectionFailure } from '../api/connectionFailure';
import { type Failure, maskFailure } from '../result/failure';
import { err, ok, type Result } from '../result/result';
import { type HttpResponse, isSuccess, readBody, readErrorDetails } from '../api/response';
import { readFailure } from '../api/responseFailure';
import { isPathPart, slashesAtEnd } from '../api/serviceAddress';
import { at } from '../text/json';
import { joinWords, shorten } from '../text/wording';
import { connect, type Connection } from '../service/connection';
import { readList } from '../service/lists';
import { readRegistration, type Registration, type RegistrationRequest, webhookList } from '../webhook/registration';
import type { RememberedRegistration } from './registrationMemory';
import { registrationFailure, type RegistrationStep, unsafeRegistrationId } from '../webhook/registrationFailure';

const pathOf = ({ account }: Connection): string => account.paths.webhooks.replace(slashesAtEnd, '');

/** All registrations of the account. Records without an ID are left out. */
export async function listRegistrations(
	connection: Connection,
	step: RegistrationStep,
): Promise<Result<readonly Registration[], Failure>> {
	const records = await readList(connection, pathOf(connection), webhookList);
	if (!records.ok) return err(failed(connection, step, records.error));
	return ok(records.value.map(readRegistration).filter((one) => one !== undefined));
}

/**
 * Registers a webhook, and gives the ID of its registration; undefined if the response does not say it. `note` is added to
 * the message when the service refuses. The failure is marked if the service may have registered the webhook all the same.
 */
export async function addRegistration(
	connection: Connection,
	request: RegistrationRequest,
	note: string | undefined,
): Promise<Result<string | undefined, Failure>> {
	const response = await connection.request({ method: 'POST', path: pathOf(connection), body: request });
	if (!response.ok) {
		return err({ ...failed(connection, 'register', readConnectionFailure(response.error)), mayBeRegistered: true });
	}
	const body = readBody(response.value);
	if (isSuccess(response.value) && at(body, 'success') !== false) return ok(readRegistration(body)?.id);
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

/** Opens the connection of the credential. Throws where the credential is not usable. */
export const openConnection = async (context: IHookFunctions): Promise<Connection> =>
	orThrow(context.getNode(), await connect(context));

/** The credential names another service than the one that has the registration: nothing is removed there. */
export function warnIfElsewhere(context: IHookFunctions, remembered: RememberedRegistration | undefined, service: string): void {
	if (remembered === undefined || remembered.service === service) return;
	context.logger.warn(
		`${triggerLogPrefix(context)}: ${remembered.url} may still be registered at ${remembered.service}, which the credential does not name any more: delete it there`,
	);
}
