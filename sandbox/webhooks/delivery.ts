import type { WebhookAnswer } from '../state/dependencies';
import type { Report } from './report';

/** One attempt to send a webhook. */
export interface Attempt {
	/** ISO 8601. */
	readonly at: string;
	readonly headers: Readonly<Record<string, string>>;
	readonly answer: WebhookAnswer;
}

/** A webhook on its way to one registration. */
export interface Delivery {
	readonly delivery_id: string;
	/** The same for every attempt and repeat of one event, as Standard Webhooks requires of `webhook-id`. */
	readonly webhook_id: string;
	readonly registration_id: string;
	readonly url: string;
	readonly reports: readonly Report[];
	/** The exact text that is sent. */
	readonly body: string;
	/** Whether it is the second copy of a webhook, which the settings ask for. */
	readonly repeat: boolean;
	/** The newest attempts. */
	attempts: readonly Attempt[];
	tries: number;
	state: 'waiting' | 'delivered' | 'retrying' | 'given up' | 'cancelled';
	/** When the next attempt is planned, ISO 8601. */
	next_attempt_at: string | null;
}

/** How many attempts of one delivery are kept. */
export const keptAttempts = 20;

/** Deliveries that are kept: three statuses for each message that is kept. */
export const keptDeliveries = 60_000;

/** How long the service repeats attempts, in milliseconds. */
export const retryForMs = 24 * 60 * 60 * 1000;

const longestRetryMs = 5 * 60 * 1000;

/** The wait after the last of so many attempts, in milliseconds: it doubles, up to five minutes. */
export const retryDelay = (firstMs: number, tries: number): number =>
	Math.min(longestRetryMs, firstMs * 2 ** Math.min(tries - 1, 30));

export const isAccepted = (answer: WebhookAnswer): boolean =>
	'status' in answer && answer.status >= 200 && answer.status < 300;
