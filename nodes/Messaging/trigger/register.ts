import type { IHookFunctions } from 'n8n-workflow';

import { orThrow, triggerLogPrefix } from '../n8n/nodeError';
import { type Failure, invalidInput } from '../result/failure';
import { err, ok, type Result } from '../result/result';
import { capitalize } from '../text/wording';
import type { Connection } from '../service/connection';
import { isSameUrl, type Registration, reportsWanted, unreachableFromOutside } from '../webhook/registration';
import { canVerify, isUsableSecret, signatureSchemes } from '../webhook/signature';
import { describeLines, readSignature, type Signature } from '../webhook/signatureSettings';
import { chosenEvents, isAutomatic } from './parameters';
import { openRegistrationMemory, type RememberedRegistration } from './registrationMemory';
import { addRegistration, listRegistrations, openConnection, removeRegistration, warnIfElsewhere } from './registrations';

/**
 * Whether the service already reports to this URL. The node's own registration is found by its ID, any other
 * by its URL. A registration with other events or another URL is removed, so that a new one can be made.
 */
export async function isRegistered(this: IHookFunctions): Promise<boolean> {
	await requireWebhookSecrets(this);
	if (!isAutomatic(this)) return false;
	const memory = openRegistrationMemory(this);
	const { url } = memory;
	const connection = await openConnection(this);
	const { baseUrl: service } = connection.account;
	const all = orThrow(this.getNode(), await listRegistrations(connection, 'register'));

	warnIfElsewhere(this, memory.remembered, service);
	const ours = ownAmong(all, memory.remembered, service);
	const sameUrl = all.filter((one) => isSameUrl(one.url, url));
	const found = ours === undefined ? sameUrl : [ours, ...sameUrl.filter(({ id }) => id !== ours.id)];
	const kept = found.find((one) => reportsWanted(one, url, chosenEvents(this)));
	for (const outdated of found.filter((one) => one !== kept)) {
		orThrow(this.getNode(), await removeRegistration(connection, outdated));
	}
	if (kept === undefined) {
		memory.forget();
		return false;
	}
	memory.remember(service, kept.id);
	warnUnlessReachable(this, url);
	return true;
}

/** Registers the URL at the service, unless the user does it by hand. */
export async function register(this: IHookFunctions): Promise<boolean> {
	// The service gets the first secret: the new one while the user changes it.
	const [secret] = await requireWebhookSecrets(this);
	if (!isAutomatic(this)) return true;
	const memory = openRegistrationMemory(this);
	const { url } = memory;
	const connection = await openConnection(this);
	const { baseUrl: service } = connection.account;
	warnUnlessReachable(this, url);

	const request = { url, events: chosenEvents(this), ...(secret === undefined ? {} : { secret }) };
	const added = await addRegistration(connection, request, unreachableFromOutside(url));
	// Remembered, so that n8n removes a registration that this attempt may have left before the next attempt.
	if (!added.ok && added.error.mayBeRegistered === true) memory.remember(service, undefined);
	const id = orThrow(this.getNode(), added) ?? (await findByUrl(connection, url))?.id;
	memory.remember(service, id);
	if (id === undefined) {
		this.logger.warn(
			`${triggerLogPrefix(this)} registered ${url}, but the service did not return its ID: delete the registration there by hand once you unpublish the workflow`,
		);
	}
	return true;
}

async function findByUrl(connection: Connection, url: string): Promise<Registration | undefined> {
	const all = await listRegistrations(connection, 'register');
	return all.ok ? all.value.find((one) => isSameUrl(one.url, url)) : undefined;
}

/** The node's own registration. If the service shows no URL for it, it has the remembered one; with another URL it is somebody else's. */
function ownAmong(all: readonly Registration[], remembered: RememberedRegistration | undefined, service: string): Registration | undefined {
	if (remembered?.service !== service) return undefined;
	const own = all.find(({ id, url = remembered.url }) => id === remembered.id && isSameUrl(url, remembered.url));
	return own && { ...own, url: remembered.url };
}

/** Warns only, since the service may be on the same network. */
function warnUnlessReachable(context: IHookFunctions, url: string): void {
	const reason = unreachableFromOutside(url);
	if (reason === undefined) return;
	context.logger.warn(`${triggerLogPrefix(context)}: ${reason} Set WEBHOOK_URL of n8n to its public address if the service is on the internet.`);
}

/**
 * Refuses to publish a trigger whose secret can't verify webhooks. Without a secret every webhook would be
 * refused, and with a line that is no key those signed with the right key, and no user would see why. A
 * workflow that is already published keeps running with the usable lines when n8n restarts. The message
 * alone says what to do, since n8n shows no description when a workflow can't be published. Gives the usable lines.
 */
async function requireWebhookSecrets(context: IHookFunctions): Promise<readonly string[]> {
	const signature = readSignature(await context.getCredentials('messagingApi'));
	orThrow(context.getNode(), checkSecret(context, signature));
	return signature.settings.secrets.filter((secret) => isUsableSecret(signature.scheme, secret));
}

function checkSecret(context: IHookFunctions, { scheme, settings, unusableLines }: Signature): Result<undefined, Failure> {
	const { label, keys } = signatureSchemes[scheme];
	if (keys !== undefined && unusableLines.length > 0) {
		const kind = unusableLines.length === 1 ? `is not a ${label} key` : `are not ${label} keys`;
		const refusal = `${describeLines(unusableLines)} of 'Webhook Secret' in the Messaging API credential ${kind} (${keys.look}). Paste the whole secret again, alone on its line, or choose another 'Webhook Signature'. ${unsigned}`;
		if (!isRestart(context) || !canVerify(scheme, settings)) return refuse(capitalize(refusal));
		context.logger.warn(`${triggerLogPrefix(context)} ignores a part of the webhook secret: ${refusal}`);
		return ok(undefined);
	}
	if (canVerify(scheme, settings)) return ok(undefined);
	return refuse(
		`'Webhook Secret' in the Messaging API credential is empty. Paste the secret from the webhook settings of the service. ${unsigned}`,
	);
}

const unsigned = "If the service does not sign webhooks, set 'Webhook Signature' to 'None'.";

const isRestart = (context: IHookFunctions): boolean =>
	['init', 'leadershipChange'].includes(context.getActivationMode());

const refuse = (message: string): Result<never, Failure> =>
	err(invalidInput(message, 'Without the right secret no webhook can be verified, and all would be refused.'));
