import { z } from 'zod';

import { e164 } from '../../nodes/Messaging/request/requests';
import { signatureSchemes, type SignatureSchemeName } from '../../nodes/Messaging/webhook/signature';
import { signatureDefaults } from '../../nodes/Messaging/webhook/signatureSettings';

const milliseconds = z.number().int().min(0).max(86_400_000);
const rate = z.number().min(0).max(1);

/** How webhooks are signed. */
export const signatureChoice = z
	.object({
		scheme: z.enum(Object.keys(signatureSchemes) as [SignatureSchemeName, ...SignatureSchemeName[]]),
		header: z.string().min(1),
		prefix: z.string(),
		encoding: z.enum(['hex', 'base64']),
	})
	.strict();

/** The shape of a status webhook's body: flat as by default, the same under `data`, or Meta's nesting. */
export const webhookForm = z.enum(['flat', 'data', 'meta']);

const { scheme, header, prefix, encoding } = signatureDefaults;

/** What a person or a test can change while the service runs. */
export const settingsSchema = z
	.object({
		/** Milliseconds before every answer of the API. */
		latency_ms: milliseconds.default(0),
		/** Send requests a second before 429 is answered; 0 for no limit. */
		rate_limit_per_second: z.number().int().min(0).default(1000),
		/** Whether a repeated `Idempotency-Key` gets the first answer again instead of a second message. */
		idempotency: z.boolean().default(false),
		/** Whether values of placeholders are refused as the platform does: with line breaks, tabs or five blanks, or for a body that is too long. */
		strict_values: z.boolean().default(false),
		/** When an accepted message is reported as sent, delivered and read; null means never by itself. */
		sent_after_ms: milliseconds.nullable().default(200),
		delivered_after_ms: milliseconds.nullable().default(1000),
		read_after_ms: milliseconds.nullable().default(null),
		/** The share of messages that fail instead of being delivered. */
		fail_rate: rate.default(0),
		/** Recipients whose messages always fail, with the error code that is reported. */
		failing: z.record(e164, z.number().int()).default({}),
		/** The share of webhooks that are sent twice. */
		webhook_repeat_rate: rate.default(0),
		/** The share of webhooks that are held back for up to `webhook_hold_ms`, so that later ones overtake them. */
		webhook_reorder_rate: rate.default(0),
		webhook_hold_ms: milliseconds.default(3000),
		/** Statuses within so many milliseconds are sent in one request; 0 sends each in its own. */
		webhook_batch_ms: milliseconds.default(0),
		/** The first wait before a webhook is sent again; each further wait is twice as long, up to five minutes. */
		webhook_retry_ms: milliseconds.min(1).default(1000),
		webhook_form: webhookForm.default('flat'),
		webhook_signature: signatureChoice.default({ scheme, header, prefix, encoding }),
	})
	.strict();

export type Settings = z.infer<typeof settingsSchema>;
export type SignatureChoice = z.infer<typeof signatureChoice>;
export type WebhookForm = z.infer<typeof webhookForm>;

/** A change of some settings. */
export type SettingsChange = z.input<typeof settingsSchema>;
