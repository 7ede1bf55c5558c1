/** A webhook that is about to be sent. The body is sent as it is, since its bytes were signed. */
interface OutgoingWebhook {
	readonly url: string;
	readonly headers: Readonly<Record<string, string>>;
	readonly body: string;
}

/** A receiver's answer to a webhook, or the reason why there was none. */
export type WebhookAnswer =
	| { readonly status: number; readonly body: string }
	| { readonly failure: string };

/**
 * Everything that the service takes from outside: time, chance and the network. A test can replace them
 * and so decide what happens when.
 */
export interface Dependencies {
	/** Real time in milliseconds since 1970. */
	now(): number;
	/** Runs something once after so many milliseconds; the returned function cancels it. */
	wake(afterMs: number, run: () => void): () => void;
	/** The next number of a sequence that the seed decides, from 0 to below 1. */
	random(): number;
	/** An id that no other start of the service has given out. */
	newId(): string;
	/** Posts a webhook. Never throws, and answers in bounded time. */
	post(webhook: OutgoingWebhook): Promise<WebhookAnswer>;
	/** Asks a URL. Never throws, and answers in bounded time. */
	get(url: string): Promise<WebhookAnswer>;
}

/** The inbox page as it is served. */
export interface InboxPage {
	readonly html: string;
	readonly script: string;
	readonly style: string;
}
