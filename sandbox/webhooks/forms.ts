import { z } from 'zod';

import { e164 } from '../../nodes/Messaging/message/requests';
import { deliveryStatuses } from '../../nodes/Messaging/webhook/statusEvent';
import { deliveryError, type DeliveryError } from '../state/message';
import type { WebhookForm } from '../state/settings';

/** One status as it is reported by default. */
export const statusReport = z
	.object({
		message_id: z.string(),
		status: z.enum(deliveryStatuses),
		to: e164.optional(),
		recipient_user_id: z.string().optional().describe('In place of to, for a person who shows no phone number'),
		phone_number_id: z.string(),
		timestamp: z.string(),
		error: deliveryError.optional(),
	})
	.strict();

export type StatusRecord = z.infer<typeof statusReport>;

/** A status and the id of its event. */
export interface StatusReport {
	readonly event_id: string;
	readonly record: StatusRecord;
}

type Form = (reports: readonly StatusReport[]) => unknown;

/** A list where there are several, else the only one. */
const aloneOrList = (bodies: readonly unknown[]): unknown => (bodies.length === 1 ? bodies[0] : bodies);

/** What a webhook's body looks like; a new form is one entry. */
export const forms: Readonly<Record<WebhookForm, Form>> = {
	flat: (reports) => aloneOrList(reports.map(({ record }) => record)),
	data: (reports) =>
		aloneOrList(
			reports.map(({ event_id, record }) => ({
				id: event_id,
				type: `message.${record.status}`,
				data: record,
			})),
		),
	meta: (reports) => ({
		object: 'whatsapp_business_account',
		entry: [{ id: '100000000000001', changes: reports.map(metaChange) }],
	}),
};

const metaChange = ({ record }: StatusReport) => ({
	field: 'messages',
	value: {
		messaging_product: 'whatsapp',
		metadata: { phone_number_id: record.phone_number_id },
		statuses: [
			{
				id: record.message_id,
				status: record.status,
				timestamp: String(Math.floor(Date.parse(record.timestamp) / 1000)),
				recipient_id: record.to?.replace('+', ''),
				recipient_user_id: record.recipient_user_id,
				...(record.error === undefined ? {} : { errors: [metaError(record.error)] }),
			},
		],
	},
});

const metaError = ({ code, message }: DeliveryError) => ({
	code,
	title: message,
	message,
	error_data: { details: message },
});
