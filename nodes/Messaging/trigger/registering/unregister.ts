import type { IHookFunctions } from 'n8n-workflow';

import type { Failure } from '../../contract/failure';
import { err, type Result } from '../../contract/result';
import { isSameUrl } from '../../contract/webhook/registration';
import { nodeError } from '../../n8n/nodeError';
import type { Connection } from '../../transport/connection';
import { logPrefix } from '../logPrefix';
import { isAutomatic } from '../parameters';
import { openConnection, webhookUrlOf } from './hookContext';
import { openRegistrationMemory, type RememberedRegistration } from './registrationMemory';
import { listRegistrations, removeRegistration } from './registrations';

/**
 * Removes what was registered for this URL, whatever 'Registration' says by now. What could not be
 * removed stays remembered and is reported. Where n8n has kept nothing (it does so for ids of up to
 * 21 characters only, and imported workflows may have longer ones) the URL leads to it.
 */
export async function unregister(this: IHookFunctions): Promise<boolean> {
	const url = webhookUrlOf(this);
	const memory = openRegistrationMemory(this, url);
	const registered = memory.remembered ?? (isAutomatic(this) ? { url } : undefined);
	if (registered === undefined) return true;
	const removed = await removeRemembered(await openConnection(this), registered);
	if (removed.ok) {
		memory.forget();
		return true;
	}
	if (memory.remembered === undefined) {
		this.logger.warn(`${logPrefix(this)} could not find out whether ${url} is still registered at the service`);
		return false;
	}
	// An error would end n8n's way of closing a test half-way; production reports it to the user.
	if (!memory.isTest) throw nodeError(this.getNode(), removed.error);
	this.logger.warn(`${logPrefix(this)}: ${removed.error.message}`);
	return false;
}

async function removeRemembered(
	connection: Connection,
	{ id, url }: RememberedRegistration,
): Promise<Result<unknown, Failure>> {
	if (id !== undefined) return await removeRegistration(connection, { id, url });
	const all = await listRegistrations(connection, 'remove');
	if (!all.ok) return err(all.error);
	const found = all.value.find((one) => isSameUrl(one.url, url));
	return found === undefined ? all : await removeRegistration(connection, found);
}
