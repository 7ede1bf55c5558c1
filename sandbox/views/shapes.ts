import { z } from 'zod';

import { deliveryError, messageKinds } from '../state/message';
import { bubble } from './bubble';

/* What the service tells the inbox page. Times are ISO 8601, by the sandbox's clock. */

/** The contract's statuses. Their list can't be imported here: it is in a file that needs Node, and the page runs in a browser. */
const messageStatus = z.enum(['accepted', 'sent', 'delivered', 'read', 'failed']);

/** A conversation as a row of the chat list. */
export const summary = z.object({
	id: z.string(),
	phone_number_id: z.string(),
	sender: z.string(),
	contact: z.string(),
	preview: z.string(),
	last_at: z.string(),
	/** Greater, the later the last entry came. */
	newest: z.number(),
	/** Whether the preview is of a message, of what the customer wrote, or of a note if nobody has written yet. */
	last_kind: z.enum(['message', 'reply', 'note']),
	/** The status of the last message; null when the customer spoke last. */
	last_status: messageStatus.nullable(),
	failed: z.number(),
	total: z.number(),
	/** The newest template in it. */
	template: z.string().nullable(),
	/** When the window closes; null while it is closed. */
	closes_at: z.string().nullable(),
	revision: z.number(),
});

const messageEntry = z.object({
	type: z.literal('message'),
	id: z.string(),
	kind: z.enum(messageKinds),
	/** The template and its language. */
	template: z.string().nullable(),
	status: messageStatus,
	at: z.string(),
	steps: z.array(z.object({ status: messageStatus, at: z.string() })).readonly(),
	error: deliveryError.nullable(),
	/** What else is to be known of it. */
	note: z.string().nullable(),
	bubble,
	webhooks: z.object({ total: z.number(), delivered: z.number(), waiting: z.number() }),
});

const otherEntry = { id: z.string(), at: z.string(), text: z.string() };

const entryView = z.discriminatedUnion('type', [
	messageEntry,
	z.object({ type: z.literal('reply'), ...otherEntry }),
	z.object({ type: z.literal('note'), ...otherEntry }),
]);

export const conversationView = z.object({
	summary,
	/** Where the entries stand among all of the conversation. */
	start: z.number(),
	entries: z.array(entryView),
});

export const inboxView = z.object({
	now: z.string(),
	/** Whether the clock was moved. */
	moved: z.boolean(),
	/** Why a message can be made to fail, the usual reason first. */
	failures: z.array(deliveryError).readonly(),
	conversations: z.array(summary),
	numbers: z.array(z.object({ id: z.string(), name: z.string(), number: z.string() })),
	registrations: z.number(),
	/** What is played, until it is taken back. */
	faults: z.array(z.object({ kind: z.string(), match: z.record(z.string(), z.string().optional()) })),
	api_key: z.string(),
	/** What is special about the service that is played. */
	service: z.object({
		send_path: z.string(),
		/** The key whose messages are only simulated; null if there is none. */
		test_key: z.string().nullable(),
		/** The paths to enter in n8n's credential, by the labels of its fields; none if its defaults are right. */
		endpoints: z.array(z.object({ label: z.string(), path: z.string() })),
		/** Whether webhooks are registered on this page. */
		has_dashboard: z.boolean(),
	}),
});

/** The URLs that were registered by hand. */
export const registrationsView = z.array(z.object({ id: z.string(), url: z.string() }));

/** What the page is told while it is open: what has changed, or to load everything again. */
export const liveMessage = z.union([
	z.object({ now: z.string(), reload: z.literal(true) }),
	z.object({ now: z.string(), conversations: z.array(summary), registrations: z.number() }),
]);

const webhookAnswer = z.union([
	z.object({ status: z.number(), body: z.string() }),
	z.object({ failure: z.string() }),
]);

const webhookView = z.object({
	delivery_id: z.string(),
	url: z.string(),
	state: z.string(),
	repeat: z.boolean(),
	statuses: z.array(z.string()),
	tries: z.number(),
	next_attempt_at: z.string().nullable(),
	request: z.object({ headers: z.record(z.string(), z.string()), body: z.string() }),
	attempts: z.array(z.object({ at: z.string(), answer: webhookAnswer })).readonly(),
});

export const messageView = z.object({
	message_id: z.string(),
	accepted_at: z.string(),
	steps: messageEntry.shape.steps,
	request: z.unknown(),
	idempotency_key: z.string().nullable(),
	attempts: z.number(),
	webhooks: z.array(webhookView),
});

export type Summary = z.infer<typeof summary>;
export type EntryView = z.infer<typeof entryView>;
export type MessageEntry = z.infer<typeof messageEntry>;
export type ConversationView = z.infer<typeof conversationView>;
export type InboxView = z.infer<typeof inboxView>;
export type RegistrationsView = z.infer<typeof registrationsView>;
export type LiveMessage = z.infer<typeof liveMessage>;
export type WebhookView = z.infer<typeof webhookView>;
export type MessageView = z.infer<typeof messageView>;
