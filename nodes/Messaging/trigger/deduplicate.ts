import type { IWebhookFunctions } from 'n8n-workflow';

import { hashOf } from '../text/hash';
import { type ReadMessage, type ReadStatus, repeatKey } from '../webhook/readEvents';
import { TriggerMemories } from './recentEvents';

/** Takes at most about 90 MB (130 bytes for each event). Module-wide, since n8n makes a new context for each webhook. */
const memories = new TriggerMemories({ triggers: 1000, eventsOfEach: 100_000, events: 500_000 });

/** A short key for the parts that identify an event or a trigger. */
const shortKey = (...parts: readonly string[]): string => hashOf('base64', ...parts).slice(0, 24);

/** A signature is valid for one tolerance before and after its time, so a repeat can come for twice as long. */
const rememberMs = (toleranceSeconds: number): number => Math.max(10 * 60, 2 * toleranceSeconds) * 1000;

/**
 * Leaves out events that this trigger had before, also within one request. If n8n then responds with an
 * error, no workflow has started and the service sends the events again: they count as new then.
 */
export function deduplicate<E extends ReadStatus | ReadMessage>(
	context: IWebhookFunctions,
	events: readonly E[],
	now: number,
	toleranceSeconds: number,
): E[] {
	const trigger = shortKey(context.getWorkflow().id ?? '', context.getNode().id);
	const memory = memories.open(trigger, now, rememberMs(toleranceSeconds));
	const response = context.getResponseObject();
	const isRefused = () => response.statusCode >= 400;
	// Repeats within one request are found even if the memory is full.
	const noted = new Set<string>();
	const fresh = events.filter((event) => {
		const key = shortKey(...repeatKey(event));
		if (noted.has(key) || !memory.note(key, isRefused)) return false;
		noted.add(key);
		return true;
	});
	const settle = () => {
		if (response.writableEnded) for (const key of noted) memory.settle(key, isRefused);
	};
	response.once('close', settle);
	// A sender may close the connection before n8n responds. n8n's response counts all the same, and it settles
	// the events, so that the request and its body can be freed.
	response.once('prefinish', settle);
	return fresh;
}
