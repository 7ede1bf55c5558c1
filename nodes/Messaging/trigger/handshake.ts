import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { verifyTokenOf } from '../api/account';
import { findWrongToken, readHandshake } from '../webhook/handshake';
import { credentialOf } from './verifyRequest';
import { refuse } from './webhookRefusal';

/**
 * Answers a service that asks the webhook URL before it registers it: 200 with the challenge if the token is that of the
 * credential, else 403. Never starts the workflow, and a test goes on listening.
 */
export async function answerHandshake(this: IWebhookFunctions): Promise<IWebhookResponseData> {
	const asked = readHandshake(this.getQueryData());
	if (!asked.ok) return refuse(this, { status: 403, reason: asked.error });
	const credential = await credentialOf(this);
	if (!credential.ok) return refuse(this, credential.error);
	const wrong = findWrongToken(asked.value.token, verifyTokenOf(credential.value));
	if (wrong !== undefined) return refuse(this, { status: 403, reason: wrong });
	this.getResponseObject()
		// As text, and read as nothing else: it repeats what was asked.
		.writeHead(200, { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' })
		.end(asked.value.challenge);
	return { noWebhookResponse: true };
}
