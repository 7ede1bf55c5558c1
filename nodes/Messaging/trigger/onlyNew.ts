import type { IWebhookFunctions } from 'n8n-workflow';

import type { StatusEvent } from '../contract/statusEvent';
import type { ReadStatus } from './items';
import { createRecentEvents, keyOf } from './repeats';

/** About 10 MB at most; one memory for all triggers, since n8n makes a new context for each webhook. */
const recentEvents = createRecentEvents(10 * 60 * 1000, 100_000);

/**
 * Leaves out what this workflow and node had before, also within one request. Where n8n answers that
 * the workflow did not start, the service sends the events again: then they are new again.
 */
export function onlyNew(context: IWebhookFunctions, statuses: readonly ReadStatus[], now: number): ReadStatus[] {
	const keyOfEvent = (event: StatusEvent) =>
		keyOf(
			context.getWorkflow().id ?? '',
			context.getNode().id,
			event.event_id,
			event.message_id,
			event.status,
		);
	const response = context.getResponseObject();
	const isRefused = () => response.statusCode >= 400;
	const noted: string[] = [];
	const fresh = statuses.filter(({ event }) => {
		const key = keyOfEvent(event);
		const isNew = recentEvents.note(key, now, isRefused);
		if (isNew) noted.push(key);
		return isNew;
	});
	response.once('close', () => {
		// A sender that did not wait leaves before n8n has decided: what n8n answers counts all the same.
		if (response.writableEnded) for (const key of noted) recentEvents.settle(key, isRefused);
	});
	return fresh;
}
