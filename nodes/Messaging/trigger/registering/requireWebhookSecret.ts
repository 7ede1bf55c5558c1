import type { IHookFunctions } from 'n8n-workflow';

import { invalidInput, type Failure } from '../../contract/failure';
import { err, ok, type Result } from '../../contract/result';
import { canVerify } from '../../contract/webhook/signature';
import { describeLines, readSignature, type Signature } from '../../contract/webhook/signatureSettings';
import { capitalize } from '../../contract/wording';
import { orThrow } from '../../n8n/nodeError';
import { triggerLogPrefix } from '../../n8n/logPrefix';

/**
 * Refuses to publish a trigger whose secret can't verify webhooks. Without a secret every webhook would be
 * refused, and with a line that is no key those signed with the right key, and no user would see why. A
 * workflow that is already published keeps running with the usable lines when n8n restarts. The message
 * alone says what to do, since n8n shows no description when a workflow can't be published.
 */
export async function requireWebhookSecret(this: IHookFunctions): Promise<void> {
	orThrow(this.getNode(), checkSecret(this, readSignature(await this.getCredentials('messagingApi'))));
}

function checkSecret(context: IHookFunctions, { scheme, settings, unusableLines }: Signature): Result<undefined, Failure> {
	if (unusableLines.length > 0) {
		const kind = unusableLines.length === 1 ? 'is not a Standard Webhooks key' : 'are not Standard Webhooks keys';
		const refusal = `${describeLines(unusableLines)} of 'Webhook Secret' in the Messaging API credential ${kind} (base64 of at least 16 bytes, with or without whsec_). Paste the whole secret again, alone on its line, or choose another 'Webhook Signature'. ${unsigned}`;
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
