import type { IHookFunctions } from 'n8n-workflow';

import { invalidInput } from '../../contract/failure';
import { canVerify } from '../../contract/webhook/signature';
import { readSignature } from '../../contract/webhook/signatureSettings';
import { capitalize } from '../../contract/wording';
import { nodeError } from '../../n8n/nodeError';
import { logPrefix } from '../logPrefix';
import { describeLines } from '../secretLines';

/**
 * Refuses to publish a trigger whose secret can't verify webhooks. Without a secret every webhook would be
 * refused, and with a line that is no key those signed with the right key, and no user would see why. A
 * workflow that is already published keeps running with the usable lines when n8n restarts. The message
 * alone says what to do, since n8n shows no description when a workflow can't be published.
 */
export async function requireWebhookSecret(this: IHookFunctions): Promise<void> {
	const { scheme, settings, unusableLines } = readSignature(await this.getCredentials('messagingApi'));
	if (unusableLines.length > 0) {
		const refusal = `${describeLines(unusableLines)} of 'Webhook Secret' in the Messaging API credential ${unusableLines.length === 1 ? 'is no key' : 'are no keys'} of Standard Webhooks, which is base64 of at least 16 bytes, with or without 'whsec_' before it. Paste the secret from the webhook settings of the service again: in full, not masked, and with nothing else on its line. Or choose 'None' as 'Webhook Signature' if the service does not sign.`;
		if (!isRestart(this) || !canVerify(scheme, settings)) throw refuse(this, capitalize(refusal));
		this.logger.warn(`${logPrefix(this)} ignores what can't verify a webhook: ${refusal}`);
		return;
	}
	if (canVerify(scheme, settings)) return;
	throw refuse(
		this,
		"'Webhook Secret' in the Messaging API credential is empty. Paste the secret from the webhook settings of the service, or choose 'None' as 'Webhook Signature' if the service does not sign.",
	);
}

const isRestart = (context: IHookFunctions): boolean =>
	['init', 'leadershipChange'].includes(context.getActivationMode());

function refuse(context: IHookFunctions, message: string) {
	const description =
		'Without the right secret no webhook can be proven to come from your service, and all would be refused.';
	return nodeError(context.getNode(), invalidInput(message, description));
}
