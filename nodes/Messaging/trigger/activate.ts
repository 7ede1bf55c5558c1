import type { IHookFunctions } from 'n8n-workflow';

import { readSignature } from '../contract/account';
import { canVerify } from '../contract/signature';
import { nodeError, refusedInput } from '../transport/nodeError';

/**
 * Keeps a trigger that could believe nothing from being published: with a signature scheme and no
 * secret every webhook would be refused, and nobody would know why no workflow starts. The message
 * alone says the way out, since n8n shows no description where a workflow can't be published.
 */
export async function requireSecret(this: IHookFunctions): Promise<void> {
	const { scheme, settings } = readSignature(await this.getCredentials('messagingApi'));
	if (canVerify(scheme, settings)) return;
	const lack = settings.secrets.length === 0 ? 'is empty' : 'holds no key';
	const message = `'Webhook Secret' in the Messaging API credential ${lack}. Paste the secret from the webhook settings of the service, or choose 'None' as 'Webhook Signature' if the service does not sign.`;
	const description =
		'Without it no webhook can be proven to come from your service, and all would be refused.';
	throw nodeError(this.getNode(), refusedInput({ message, description }));
}
