import type { IHookFunctions } from 'n8n-workflow';

import { nodeError, triggerLogPrefix } from '../n8n/nodeError';
import type { Failure } from '../result/failure';
import { err, type Result } from '../result/result';
import type { Connection } from '../service/connection';
import { isSameUrl } from '../webhook/registration';
import { isAutomatic } from './parameters';
import { openRegistrationMemory, type RememberedRegistration } from './registrationMemory';
import { listRegistrations, openConnection, removeRegistration, warnIfElsewhere } from './registrations';

/**
 * Removes the registration for this URL, even if 'Registration' has been changed since. If that fails, the
 * registration stays remembered and the failure is reported. If n8n has remembered nothing (it keeps nothing
 * for workflow IDs of more than 21 characters, which imported workflows may have), it is found by its URL.
 */
export async function unregister(this: IHookFunctions): Promise<boolean> {
	const memory = openRegistrationMemory(this);
	const { url } = memory;
	if (memory.remembered === undefined && !isAutomatic(this)) return true;
	const connection = await openConnection(this);
	warnIfElsewhere(this, memory.remembered, connection.account.baseUrl);
	const removed = await removeRemembered(connection, memory.remembered, url);
	if (removed.ok) {
		memory.forget();
		return true;
	}
	if (memory.remembered === undefined) {
		this.logger.warn(`${triggerLogPrefix(this)} could not find out whether ${url} is still registered at the service`);
		return false;
	}
	// Not thrown for a test: the error would keep n8n from ending it. In production n8n shows it to the user.
	if (!memory.isTest) throw nodeError(this.getNode(), removed.error);
	this.logger.warn(`${triggerLogPrefix(this)}: ${removed.error.message}`);
	return false;
}

async function removeRemembered(
	connection: Connection,
	remembered: RememberedRegistration | undefined,
	url: string,
): Promise<Result<unknown, Failure>> {
	const isHere = remembered?.service === connection.account.baseUrl;
	if (isHere && remembered.id !== undefined) return await removeRegistration(connection, { id: remembered.id, url: remembered.url });
	const all = await listRegistrations(connection, 'remove');
	if (!all.ok) return err(all.error);
	const found = all.value.find((one) => isSameUrl(one.url, remembered?.url ?? url));
	return found === undefined ? all : await removeRegistration(connection, found);
}
