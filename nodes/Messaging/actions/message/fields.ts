import type { INodeProperties } from 'n8n-workflow';

import { noSendingNumber } from '../../request/sendingNumber';
import type { Parameters } from '../../n8n/parameters';
import type { Item } from '../../sending/message';
import type { sendingOptions } from '../../sending/optionFields';
import { type Failure, invalidInput } from '../../result/failure';
import { err, ok, type Result } from '../../result/result';
import { findGap, type GivenText } from '../../template/givenText';
import { isMissing, text } from '../../text/json';
import { nothingIn } from '../../text/nothing';
import { describeValue, writtenObject } from '../../text/wording';

/** The number that a message comes from. */
export const sendingNumberField = {
	displayName: 'Sending Number',
	name: 'phoneNumberId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description: 'The number of your account that sends the message',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Choose a sending number…',
			typeOptions: { searchListMethod: 'searchPhoneNumbers', searchable: true },
		},
		{
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. 1906000000000001',
			hint: "The service's ID of the sending number, not the number itself",
		},
	],
} as const satisfies INodeProperties;

/**
 * The recipient. It stands below everything that the editor loads lists and fields for: n8n asks for none while an
 * expression above, such as this one mostly is, can't be evaluated.
 */
export const toField = {
	displayName: 'To',
	name: 'to',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. +1 201 555 0123',
	description: 'The phone number of the recipient, with country code. Spaces, dashes and brackets are removed.',
	builderHint: { propertyHint: 'One number, like +12015550123. If a model or a text from outside gives it, set options.allowedRecipients' },
} as const satisfies INodeProperties;

/** The parameters of an operation that sends: those that all of them have, and its own. */
export type MessageParameters<Own extends INodeProperties = never> = Parameters<
	typeof sendingNumberField | typeof toField | Own | typeof sendingOptions
>;

/** Who the item's message goes to and from, as all send requests say it. */
export function readAddress(item: Item): Result<{ readonly to: string; readonly phone_number_id: string }, Failure> {
	const to = item.to();
	if (!to.ok) return to;
	const phoneNumberId = item.parameters.text('phoneNumberId');
	return phoneNumberId === undefined ? err(noSendingNumber) : ok({ to: to.value, phone_number_id: phoneNumberId });
}

/**
 * Refuses a list, an object, true or false in place of a text, by the label of its field: the message would leave without
 * it. So are a text in which an expression wrote an object, and one that says nothing.
 */
export function findNoText(fields: Readonly<Record<string, unknown>>): Failure | undefined {
	for (const [label, value] of Object.entries(fields)) {
		const gap = isMissing(value) ? undefined : nothingIn(value);
		const failure = refuseOther(label, value);
		if (failure !== undefined) return failure;
		if (gap !== undefined) return invalidInput(`'${label}' is ${gap}`, 'Nothing was sent for this item. Give a text, or leave it empty.');
	}
	return undefined;
}

/** The same for words that a person reads: an expression in them that gives nothing is refused by itself, what a person wrote is not. */
export function findNoWords(fields: Readonly<Record<string, GivenText>>): Failure | undefined {
	for (const [label, given] of Object.entries(fields)) {
		const failure = refuseOther(label, given.value) ?? findGap(label, given);
		if (failure !== undefined) return failure;
	}
	return undefined;
}

function refuseOther(label: string, value: unknown): Failure | undefined {
	if (isMissing(value)) return undefined;
	const given = text(value);
	if (given === undefined && typeof value !== 'number') {
		return invalidInput(`'${label}' is not a text: ${describeValue(value)}`, 'Nothing was sent for this item. Give a text or a number, or leave it empty.');
	}
	const [object] = writtenObject.exec(given ?? '') ?? [];
	if (object === undefined) return undefined;
	return invalidInput(`'${label}' holds ${object}`, 'Nothing was sent for this item. An expression in it gives an object: name one of its fields, such as {{ $json.customer.name }}.');
}
