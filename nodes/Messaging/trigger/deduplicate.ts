import type { IWebhookFunctions } from 'n8n-workflow';

import type { ReadStatus } from './items';
import { eventKey } from './recentEvents';
import { createTriggerMemories } from './triggerMemories';

/** About 90 MB at most, at 130 bytes an event; kept here, since n8n makes a new context for each webhook. */
const memories = createTriggerMemories({ triggers: 1000, eventsOfEach: 100_000, events: 500_000 });

/** A signed request is believed from a tolerance before its time until one after it: as long as twice. */
const rememberMs = (toleranceSeconds: number): number => Math.max(10 * 60, 2 * toleranceSeconds) * 1000;

/**
 * Leaves out what this workflow and node had before, also within one request. Where n8n answers that
 * the workflow did not start, the service sends the events again: then they are new again.
 */
export function deduplicate(
	context: IWebhookFunctions,
	statuses: readonly ReadStatus[],
	now: number,
	toleranceSeconds: number,
): ReadStatus[] {
	const trigger = eventKey(context.getWorkflow().id ?? '', context.getNode().id);
	const memory = memories.open(trigger, now, rememberMs(toleranceSeconds));
	const response = context.getResponseObject();
	const isRefused = () => response.statusCode >= 400;
	// However many the memory holds, none of one request comes twice.
	const noted = new Set<string>();
	const fresh = statuses.filter(({ event }) => {
		const key = eventKey(event.event_id, event.message_id, event.status);
		if (noted.has(key) || !memory.note(key, isRefused)) return false;
		noted.add(key);
		return true;
	});
	const settle = () => {
		if (response.writableEnded) for (const key of noted) memory.settle(key, isRefused);
	};
	response.once('close', settle);
	// A sender that did not wait leaves before n8n has decided: what n8n answers counts all the same, and until
	// it is settled the request and its body are kept.
	response.once('prefinish', settle);
	return fresh;
}
