import { sleep, type IWebhookFunctions } from 'n8n-workflow';

interface Read {
	/** In milliseconds of `performance.now()`. In the future while the read waits for others to share it. */
	readonly begunAt: number;
	readonly credential: Promise<unknown>;
}

/** The last read that has ended. */
interface LastRead {
	readonly at: number;
	readonly tookMs: number;
}

const underWay = new Map<string, Read>();
const lastReads = new Map<string, LastRead>();

/** How long others may share a read: one that hangs, for example on a lost connection, must not block later webhooks. */
const sharedForMs = 1000;

/** How long a read waits for others to share it, if another read has just ended. */
const gatherMs = ({ tookMs }: LastRead): number => Math.min(4 * tookMs, 400);

/**
 * Reads the credential of a trigger. Each read takes n8n about 30 ms of processor time, since with its
 * default settings it makes a V8 isolate. So webhooks that arrive during a read of the same credential for
 * the same node share it, and its failure too. If one read follows right after another, it first waits for a
 * few times the duration of the last one, so that more webhooks can share it. The credential is not kept: a
 * changed secret counts from the next read on.
 * @throws what n8n throws
 */
export async function readCredential(context: IWebhookFunctions): Promise<unknown> {
	const now = performance.now();
	const { name, credentials } = context.getNode();
	const key = JSON.stringify([context.getWorkflow().id, name, credentials?.messagingApi?.id, context.getMode()]);
	const shared = underWay.get(key);
	if (shared !== undefined && now - shared.begunAt < sharedForMs) return await shared.credential;

	const last = lastReads.get(key);
	const waitMs = last !== undefined && now - last.at < gatherMs(last) ? gatherMs(last) : 0;
	const read: Read = { begunAt: now + waitMs, credential: readAfter(context, waitMs) };
	underWay.set(key, read);
	try {
		return await read.credential;
	} finally {
		const at = performance.now();
		lastReads.set(key, { at, tookMs: at - read.begunAt });
		// Also if it is another read by now, since this one hung: who comes then only reads once more.
		underWay.delete(key);
	}
}

async function readAfter(context: IWebhookFunctions, waitMs: number): Promise<unknown> {
	if (waitMs > 0) await sleep(waitMs);
	return await context.getCredentials('messagingApi');
}
