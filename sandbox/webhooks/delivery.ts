import type { WebhookAnswer } from '../dependencies';
import type { StatusReport } from './forms';

/** One try at handing over a webhook. */
export interface Attempt {
	/** ISO 8601. */
	readonly at: string;
	readonly headers: Readonly<Record<string, string>>;
	readonly answer: WebhookAnswer;
}

/** A webhook on its way to one registration. */
export interface Delivery {
	readonly delivery_id: string;
	/** The same for every try and repeat of one event, as Standard Webhooks wants its `webhook-id`. */
	readonly webhook_id: string;
	readonly registration_id: string;
	readonly url: string;
	readonly reports: readonly StatusReport[];
	/** The exact text that is sent. */
	readonly body: string;
	/** Whether it is sent although it was sent already. */
	readonly repeat: boolean;
	/** The newest tries. */
	attempts: readonly Attempt[];
	tries: number;
	state: 'waiting' | 'delivered' | 'retrying' | 'given up' | 'cancelled';
	/** When the next try is planned, ISO 8601. */
	next_attempt_at: string | null;
}

/** Tries of one delivery that are kept. */
export const keptAttempts = 20;

/** Deliveries that are kept: three statuses for each message that is kept. */
export const keptDeliveries = 60_000;

/** How long the service goes on trying, in milliseconds. */
export const retryForMs = 24 * 60 * 60 * 1000;

const longestRetryMs = 5 * 60 * 1000;

/** The wait after the so-manieth try, in milliseconds: doubling, up to five minutes. */
export const retryDelay = (firstMs: number, tries: number): number =>
	Math.min(longestRetryMs, firstMs * 2 ** Math.min(tries - 1, 30));

export const isAccepted = (answer: WebhookAnswer): boolean =>
	'status' in answer && answer.status >= 200 && answer.status < 300;
