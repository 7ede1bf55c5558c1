import { NodeOperationError, type IHookFunctions } from 'n8n-workflow';

import { readSignature } from '../contract/account';

/**
 * Keeps a trigger that could believe nothing from being published: with a signature scheme and no
 * secret every webhook would be refused, and nobody would know why no workflow starts.
 */
export async function requireSecret(this: IHookFunctions): Promise<void> {
	const { scheme, settings } = readSignature(await this.getCredentials('messagingApi'));
	if (scheme === 'none' || settings.secrets.length > 0) return;
	throw new NodeOperationError(
		this.getNode(),
		"'Webhook Secret' in the Messaging API credential is empty",
		{
			description:
				"Without it no webhook can be proven to come from your service, and all would be refused. Paste the secret from the webhook settings of the service, or choose 'None' as 'Webhook Signature' if the service does not sign.",
		},
	);
}
