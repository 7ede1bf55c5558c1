import { z } from 'zod';

import { groupBy } from '../../nodes/Messaging/text/groupBy';
import { e164 } from '../../nodes/Messaging/message/requests';
import { deliveryStatuses } from '../../nodes/Messaging/webhook/statusEvent';
import { deliveryError, type DeliveryError } from '../state/message';
import { phoneNumbers } from '../fixtures/phoneNumbers';
import type { WebhookForm } from '../state/settings';
import type { ReplyRecord, Report } from './report';

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

type StatusReport = Report & { readonly kind: 'status' };

type Form = (reports: readonly Report[]) => unknown;

/** The statuses among reports: a form that knows nothing else is registered for nothing else. */
const statusesOf = (reports: readonly Report[]): readonly StatusReport[] =>
	reports.filter((report): report is StatusReport => report.kind === 'status');

/** A list where there are several, else the only one. */
const aloneOrList = (bodies: readonly unknown[]): unknown => (bodies.length === 1 ? bodies[0] : bodies);

/** What a webhook's body looks like; a new form is one entry. */
export const forms: Readonly<Record<WebhookForm | 'platform', Form>> = {
	flat: (reports) => aloneOrList(statusesOf(reports).map(({ record }) => record)),
	data: (reports) =>
		aloneOrList(
			statusesOf(reports).map(({ event_id, record }) => ({
				id: event_id,
				type: `message.${record.status}`,
				data: record,
			})),
		),
	meta: (reports) => nested(statusesOf(reports).map(metaChange)),
	// Statuses and what customers write, one change for each sending number.
	platform: (reports) => nested([...groupBy(reports, ({ record }) => record.phone_number_id).values()].map(platformChange)),
};

const nested = (changes: readonly unknown[]) => ({
	object: 'whatsapp_business_account',
	entry: [{ id: '100000000000001', changes }],
});

const metaChange = ({ record }: StatusReport) => ({
	field: 'messages',
	value: {
		messaging_product: 'whatsapp',
		metadata: { phone_number_id: record.phone_number_id },
		statuses: [metaStatus(record)],
	},
});

const metaStatus = (record: StatusRecord) => ({
	id: record.message_id,
	status: record.status,
	timestamp: unixSeconds(record.timestamp),
	recipient_id: record.to?.replace('+', ''),
	recipient_user_id: record.recipient_user_id,
	...(record.error === undefined ? {} : { errors: [metaError(record.error)] }),
});

const unixSeconds = (timestamp: string): string => String(Math.floor(Date.parse(timestamp) / 1000));

const metaError = ({ code, message }: DeliveryError) => ({
	code,
	title: message,
	message,
	error_data: { details: message },
});

/** What is reported of one sending number. */
function platformChange(reports: readonly Report[]) {
	const statuses = statusesOf(reports);
	const replies = reports.flatMap((report) => (report.kind === 'reply' ? [report.record] : []));
	const phoneNumberId = reports[0]?.record.phone_number_id;
	const number = phoneNumbers.find(({ id }) => id === phoneNumberId)?.display_phone_number ?? '';
	return {
		field: 'messages',
		value: {
			messaging_product: 'whatsapp',
			metadata: { display_phone_number: number.replace(/\D/g, ''), phone_number_id: phoneNumberId },
			...(replies.length === 0 ? {} : { contacts: contactsOf(replies), messages: replies.map(platformMessage) }),
			...(statuses.length === 0 ? {} : { statuses: statuses.map(({ record }) => metaStatus(record)) }),
		},
	};
}

const contactsOf = (replies: readonly ReplyRecord[]) =>
	[...groupBy(replies, ({ from }) => from).keys()].map((from) => ({
		profile: { name: `Customer ${from.slice(-4)}` },
		wa_id: from.replace('+', ''),
	}));

const platformMessage = ({ message_id: id, from, text, timestamp }: ReplyRecord) => ({
	from: from.replace('+', ''),
	id,
	timestamp: unixSeconds(timestamp),
	type: 'text',
	text: { body: text },
});
