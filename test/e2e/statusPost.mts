import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';

/** Posts a webhook as a service does that signs with HMAC SHA-256. It has to be taken. */
export async function postSigned(url: string, body: string, secret: string): Promise<void> {
	const signature = createHmac('sha256', secret).update(body).digest('hex');
	const headers = { 'content-type': 'application/json', 'x-webhook-signature': signature };
	const answer = await fetch(url, { method: 'POST', headers, body });
	assert.equal(answer.status, 200);
}
