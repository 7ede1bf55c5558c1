import type { IWebhookFunctions } from 'n8n-workflow';

interface Read {
	readonly begunAt: number;
	readonly credential: Promise<unknown>;
}

const underWay = new Map<string, Read>();

/** A read that hangs, as over a connection that is gone, must not hold up those who come later. */
const sharedForMs = 1000;

/**
 * Reads the credential of a trigger. With its default settings n8n makes a V8 isolate for each read, some
 * 30 ms of processor time, so webhooks that arrive while a read of the same credential for the same node is
 * under way share it, with its failure too. Nothing is kept: a changed secret counts from the next read on.
 * @param now in milliseconds
 * @throws what n8n throws
 */
export async function readCredential(context: IWebhookFunctions, now: number): Promise<unknown> {
	const { name, credentials } = context.getNode();
	const key = JSON.stringify([context.getWorkflow().id, name, credentials?.messagingApi?.id, context.getMode()]);
	const shared = underWay.get(key);
	if (shared !== undefined && now - shared.begunAt < sharedForMs) return await shared.credential;

	const read: Read = { begunAt: now, credential: context.getCredentials('messagingApi') };
	underWay.set(key, read);
	try {
		return await read.credential;
	} finally {
		if (underWay.get(key) === read) underWay.delete(key);
	}
}
