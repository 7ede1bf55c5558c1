import { sleep, type IWebhookFunctions } from 'n8n-workflow';

interface Read {
	/** Milliseconds of a clock that never goes back; in the future while the read still gathers. */
	readonly begunAt: number;
	readonly credential: Promise<unknown>;
}

/** The newest read that ended. */
interface Ended {
	readonly at: number;
	readonly tookMs: number;
}

const underWay = new Map<string, Read>();
const ended = new Map<string, Ended>();

/** A read that hangs, as over a connection that is gone, must not hold up those who come later. */
const sharedForMs = 1000;

/** How long a read waits for others that will share it, where one has just ended. */
const gatherMs = ({ tookMs }: Ended): number => Math.min(4 * tookMs, 400);

/**
 * Reads the credential of a trigger. With its default settings n8n makes a V8 isolate for each read, some
 * 30 ms of processor time, so webhooks that arrive while a read of the same credential for the same node is
 * under way share it, with its failure too. Where webhooks come so fast that one read follows another, a read
 * waits for a few times as long as the last one took, so that more of them share it; one that comes a moment
 * later waits for nobody. Nothing is kept: a changed secret counts from the next read on.
 * @throws what n8n throws
 */
export async function readCredential(context: IWebhookFunctions): Promise<unknown> {
	const now = performance.now();
	const { name, credentials } = context.getNode();
	const key = JSON.stringify([context.getWorkflow().id, name, credentials?.messagingApi?.id, context.getMode()]);
	const shared = underWay.get(key);
	if (shared !== undefined && now - shared.begunAt < sharedForMs) return await shared.credential;

	const last = ended.get(key);
	const waitMs = last !== undefined && now - last.at < gatherMs(last) ? gatherMs(last) : 0;
	const read: Read = { begunAt: now + waitMs, credential: readAfter(context, waitMs) };
	underWay.set(key, read);
	try {
		return await read.credential;
	} finally {
		const at = performance.now();
		ended.set(key, { at, tookMs: at - read.begunAt });
		if (underWay.get(key) === read) underWay.delete(key);
	}
}

async function readAfter(context: IWebhookFunctions, waitMs: number): Promise<unknown> {
	if (waitMs > 0) await sleep(waitMs);
	return await context.getCredentials('messagingApi');
}
