import { z } from 'zod';

import { groupBy } from '../../nodes/Messaging/text/groupBy';
import { e164 } from '../../nodes/Messaging/request/requests';
import { deliveryStatuses } from '../../nodes/Messaging/webhook/statusEvent';
import { deliveryError, type DeliveryError } from '../state/message';
import { phoneNumbers } from '../fixtures/phoneNumbers';
import type { WebhookForm } from '../state/settings';
import { eventOf, type ReplyRecord, type Report } from './report';

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

/** The statuses among reports. */
const statusesOf = (reports: readonly Report[]): readonly StatusReport[] =>
	reports.filter((report): report is StatusReport => report.kind === 'status');

/** A list where there are several, else the only one. */
const aloneOrList = (bodies: readonly unknown[]): unknown => (bodies.length === 1 ? bodies[0] : bodies);

/** What a webhook's body looks like; a new form is one entry. */
export const forms: Readonly<Record<WebhookForm | 'platform', Form>> = {
	flat: (reports) => aloneOrList(reports.map(({ record }) => record)),
	data: (reports) =>
		aloneOrList(
			reports.map((report) => ({
				id: report.event_id,
				type: `message.${eventOf(report)}`,
				data: report.record,
			})),
		),
	meta: (reports) => nested(reports.map((report) => (report.kind === 'status' ? metaChange(report) : platformChange([report])))),
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
	return {
		field: 'messages',
		value: {
			messaging_product: 'whatsapp',
			metadata: { display_phone_number: digitsOf(phoneNumberId), phone_number_id: phoneNumberId },
			...(replies.length === 0 ? {} : { contacts: contactsOf(replies), messages: replies.map(platformMessage) }),
			...(statuses.length === 0 ? {} : { statuses: statuses.map(({ record }) => metaStatus(record)) }),
		},
	};
}

const contactsOf = (replies: readonly ReplyRecord[]) =>
	[...groupBy(replies, ({ from }) => from)].map(([from, [reply]]) => ({
		profile: { name: reply?.from_name },
		wa_id: from.replace('+', ''),
	}));

const platformMessage = ({ message_id: id, from, type, text, button_id: payload, reply_to: answered, phone_number_id: number, timestamp }: ReplyRecord) => ({
	from: from.replace('+', ''),
	id,
	timestamp: unixSeconds(timestamp),
	type,
	...(type === 'text' ? { text: { body: text } } : { button: { payload, text } }),
	...(answered === undefined ? {} : { context: { from: digitsOf(number), id: answered } }),
});

/** The digits of a sending number. */
const digitsOf = (phoneNumberId: string | undefined): string =>
	(phoneNumbers.find(({ id }) => id === phoneNumberId)?.display_phone_number ?? '').replace(/\D/g, '');
