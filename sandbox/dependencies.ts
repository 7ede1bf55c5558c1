/** A webhook as it leaves: the body's exact bytes are what was signed. */
export interface OutgoingWebhook {
	readonly url: string;
	readonly headers: Readonly<Record<string, string>>;
	readonly body: string;
}

/** What a receiver made of a webhook: its answer, or why there was none. */
export type WebhookAnswer =
	| { readonly status: number; readonly body: string }
	| { readonly failure: string };

/**
 * Everything the service takes from outside itself. Time, chance and the network come in here, so
 * that the service itself is plain logic and a test decides what happens when.
 */
export interface Dependencies {
	/** Real time in milliseconds since 1970. */
	now(): number;
	/** Runs something once after so many milliseconds; the answer cancels it. */
	wake(afterMs: number, run: () => void): () => void;
	/** The next number of a sequence that the seed decides, from 0 to below 1. */
	random(): number;
	/** An id that no other start of the service has given out. */
	newId(): string;
	/** Posts a webhook. Never throws, and answers in bounded time. */
	post(webhook: OutgoingWebhook): Promise<WebhookAnswer>;
}

/** The inbox page as it is served. */
export interface InboxPage {
	readonly html: string;
	readonly script: string;
	readonly style: string;
}
