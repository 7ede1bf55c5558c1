import { z } from 'zod';

import { e164 } from '../../nodes/Messaging/request/requests';
import { phoneNumberRecord } from '../fixtures/phoneNumbers';
import { templateRecord } from '../fixtures/templateRecord';
import { registrationRequest } from '../webhooks/registration';

export { pageQuery } from '../forms/pages';

/* What the API answers. The descriptions are for readers of the OpenAPI document. */

export { statusReport } from '../webhooks/forms';

export const templateSendAnswer = z
	.object({
		success: z.literal(true),
		message_id: z.string().describe('Names the message in webhooks'),
		to: e164,
		template: z.string(),
		inbox_url: z.string().url().describe('Where a person sees the message: a field that the sandbox adds'),
		message_status: z
			.literal('held_for_quality_assessment')
			.optional()
			.describe('Present where the message is held until its template was judged: it may never be sent'),
	})
	.strict();

export const sendAnswer = templateSendAnswer.omit({ template: true, message_status: true }).strict();

export const errorAnswer = z
	.object({
		error: z
			.object({
				message: z.string(),
				code: z.number().int().describe("Meta's code for this kind of error"),
				details: z.string().describe('What exactly is wrong'),
			})
			.strict(),
		request_id: z.string(),
	})
	.strict();

const paging = z
	.object({
		cursors: z.object({ before: z.string(), after: z.string() }).strict(),
		next: z.string().optional().describe('Address of the next page; missing on the last'),
	})
	.strict();

export const templatesPage = z.object({ data: z.array(templateRecord.strict()), paging }).strict();

export const phoneNumbersPage = z.object({ data: z.array(phoneNumberRecord.strict()), paging }).strict();

export const mediaAnswer = z
	.object({ media_id: z.string().describe('Used as media_id of a template message') })
	.strict();

export const registrationAnswer = registrationRequest.omit({ secret: true }).extend({
	id: z.string(),
	created_at: z.string(),
	signed: z.boolean().describe('Whether a secret was given; it is never shown'),
});

export const registrationsPage = z
	.object({ data: z.array(registrationAnswer), paging: z.object({}).strict() })
	.strict();
