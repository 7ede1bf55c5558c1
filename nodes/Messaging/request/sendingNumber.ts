import { invalidInput } from '../result/failure';
import { firstText, isObject } from '../text/json';

/** The item gives no sending number. */
export const noSendingNumber = invalidInput("'Sending Number' is not set", 'Choose it from the list, or give its ID.');

/** A number that messages are sent from. */
export interface SendingNumber {
	/** The API's `phone_number_id`. */
	readonly id: string;
	/** The name and the number, if the record has them, else the ID. */
	readonly label: string;
}

/** Reads a phone number record (API document, "Other records"); undefined when it has no ID. */
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

/** The sending numbers in a list of records. Records without an ID are left out. */
export const readSendingNumbers = (records: readonly unknown[]): readonly SendingNumber[] =>
	records.map(readSendingNumber).filter((number) => number !== undefined);
