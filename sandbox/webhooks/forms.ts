import type { DeliveryStatus } from '../../nodes/Messaging/webhook/statusEvent';
import type { DeliveryError } from '../state/message';
import type { WebhookForm } from '../state/settings';

/** One status as it is reported by default. */
export interface StatusRecord {
	readonly message_id: string;
	readonly status: DeliveryStatus;
	/** Missing for a person who shows no number. */
	readonly to?: string;
	readonly recipient_user_id?: string;
	readonly phone_number_id: string;
	/** ISO 8601. */
	readonly timestamp: string;
	readonly error?: DeliveryError;
}

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
