import { refusals, type Refusal } from '../forms/refusal';

/** "It lasts 24 hours" (API document, "States and transitions"). */
export const windowMs = 24 * 60 * 60 * 1000;

/** When the window closes by itself, in milliseconds; undefined when it is closed. Times in milliseconds. */
export function closesAt(openedAt: number | undefined, now: number): number | undefined {
	if (openedAt === undefined || now >= openedAt + windowMs) return undefined;
	// After the clock was set back, the customer may have written later than now.
	return Math.min(openedAt, now) + windowMs;
}

/** What is no template only reaches a recipient whose window is open (API document, "Limits"). */
export function checkWindow(openedAt: number | undefined, now: number): Refusal | undefined {
	if (closesAt(openedAt, now) !== undefined) return undefined;
	return refusals.windowClosed('Send a template message to start or reopen the conversation.');
}
