import { firstText, isObject } from '../json';

/** A number that messages are sent from. */
export interface SendingNumber {
	/** The API's `phone_number_id`. */
	readonly id: string;
	/** The name and the number, as far as the record has them. */
	readonly label: string;
}

/** Reads a phone number record (API document, "Other records"); undefined when it has no id. */
export function readSendingNumber(record: unknown): SendingNumber | undefined {
	if (!isObject(record)) return undefined;
	const id = firstText(record.id);
	if (id === undefined) return undefined;
	const name = firstText(record.verified_name, record.name, record.display_name);
	const number = firstText(
		record.display_phone_number,
		record.phone_number,
		record.number,
		record.phone,
	);
	const label = [name, number].filter((part) => part !== undefined).join(' · ');
	return { id, label: label === '' ? id : label };
}

/** The sending numbers in a list of records; records without an id are passed over. */
export const readSendingNumbers = (records: readonly unknown[]): readonly SendingNumber[] =>
	records.map(readSendingNumber).filter((number) => number !== undefined);
