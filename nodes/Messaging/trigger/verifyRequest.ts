import type { IWebhookFunctions } from 'n8n-workflow';

import { secretsOf } from '../api/account';
import { err, ok, type Result } from '../result/result';
import type { Headers } from '../api/headers';
import { type Mask, maskFor } from '../text/mask';
import { signedEventId, verifySignature } from '../webhook/signature';
import { describeLines, readSignature } from '../webhook/signatureSettings';
import { readCredential } from './readCredential';
import type { WebhookRefusal } from './webhookRefusal';

/** A request that is verified to come from the service. */
export interface VerifiedRequest {
	/** The event ID that the signature covers, if it covers one. */
	readonly signedId: string | undefined;
	/** How many seconds a signed timestamp may differ from now. */
	readonly toleranceSeconds: number;
	/** Masks the credential's secrets in the request's content. */
	readonly mask: Mask;
}

/**
 * Verifies the raw bytes of a request. Fails closed: if the credential can't be read, nothing is verified.
 * As that may pass, the response is then one after which services send the webhook again.
 */
export async function verifyRequest(
	context: IWebhookFunctions,
	headers: Headers,
	rawBody: Uint8Array,
): Promise<Result<VerifiedRequest, WebhookRefusal>> {
	const now = Date.now();
	const credential = await credentialOf(context);
	if (!credential.ok) return credential;
	const { scheme, settings, unusableLines } = readSignature(credential.value);
	const verdict = verifySignature(scheme, settings, headers, rawBody, now);
	if (verdict === 'verified') {
		return ok({
			signedId: signedEventId(scheme, headers),
			toleranceSeconds: settings.toleranceSeconds,
			mask: maskFor(secretsOf(credential.value)),
		});
	}
	const ignored = unusableLines.length === 0 ? '' : ` (ignored, since not a key: ${describeLines(unusableLines)} of 'Webhook Secret')`;
	return err({ status: 401, reason: `${verdict}${ignored}` });
}

/** The credential of the trigger, or why no request can be verified now. */
export async function credentialOf(context: IWebhookFunctions): Promise<Result<unknown, WebhookRefusal>> {
	try {
		return ok(await readCredential(context));
	} catch (error) {
		if (isGone(context, error)) return err({ status: 401, reason: 'the credential was deleted, or none is chosen' });
		const reason = `the credential could not be read${codeOf(error)}, for example because n8n's database is not available; the service may send the webhook again`;
		return err({ status: 503, reason });
	}
}

/**
 * Whether there certainly is no credential, so that sending the webhook again would not help: none is chosen
 * in the node, or n8n has not found it. n8n's error for that can only be recognized by its class.
 */
const isGone = (context: IWebhookFunctions, error: unknown): boolean =>
	context.getNode().credentials?.messagingApi === undefined ||
	(error instanceof Error && error.constructor.name === 'CredentialNotFoundError');

/** The error's code, without its message, which may quote secrets. */
function codeOf(error: unknown): string {
	const code = error instanceof Error && 'code' in error ? error.code : undefined;
	return typeof code === 'string' && /^[A-Z0-9_]{2,40}$/.test(code) ? ` (${code})` : '';
}
