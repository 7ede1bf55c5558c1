import { type Failure, invalidInput } from '../result/failure';
import { err, ok, type Result } from '../result/result';
import { readIdempotencyHeader } from '../request/idempotencyHeader';
import type { InParts } from '../n8n/expressionParts';
import { isGivenByModel } from '../n8n/givenByModel';
import { booleanOf, numberOf } from '../text/json';

/** What an option of sending holds. */
export interface GivenOption {
	/** Whether the user added it, also an empty one. */
	readonly isAdded: boolean;
	readonly isExpression: boolean;
	value(): unknown;
	/** Its value, and what each `{{ }}` in it gives. */
	inParts(): InParts;
}

/** A number among the options: its label, default and limits. */
export interface NumberLimits {
	readonly label: string;
	readonly value: number;
	readonly from: number;
	readonly to: number;
	readonly whole: boolean;
}

/** An option that was added has to give a number: without one, a pace would be no limit. */
export function readNumber({ isAdded, value }: GivenOption, { label, value: usual, from, to, whole }: NumberLimits): Result<number, Failure> {
	const number = isAdded ? numberOf(value()) : usual;
	if (number >= from && number <= to && (!whole || Number.isInteger(number))) return ok(number);
	return err(invalidInput(
		`'${label}' in the options is not a ${whole ? 'whole ' : ''}number from ${from} to ${to}`,
		'Change the option, or remove it to use its default.',
	));
}

/** A number that limits a model, which must not give it. */
export function readOwnNumber(given: GivenOption, limits: NumberLimits): Result<number, Failure> {
	if (!isGivenByModel(given.inParts())) return readNumber(given, limits);
	return err(invalidInput(
		`'${limits.label}' in the options is given by the model`,
		'Nothing was sent. How many messages a model may send is not for itself to say. Write the number into the option, or take it from another node.',
	));
}

/**
 * Name of the header that carries a message's idempotency key; undefined if none is set. An expression that gives nothing is
 * refused, unlike a field that was left empty: without the header the service would not recognize what it got under it, and
 * a message that was sent before would leave again.
 */
export function readHeader({ isExpression, value }: GivenOption): Result<string | undefined, Failure> {
	const header = readIdempotencyHeader(value());
	if (!header.ok || header.value !== undefined || !isExpression) return header;
	return err(invalidInput(
		"'Idempotency Header' in the options gives nothing",
		'Nothing was sent, because the service would not recognize a message that it got before. Correct its expression, or remove the option to send without a header.',
	));
}

/** What is neither true nor false is refused: the messages would leave. */
export function readDryRun({ isAdded, value }: GivenOption): Result<boolean, Failure> {
	if (!isAdded) return ok(false);
	const given = booleanOf(value());
	if (given !== undefined) return ok(given);
	return err(invalidInput("'Dry Run' in the options is neither true nor false", 'Nothing was sent. Change its expression, or remove the option to send.'));
}

export const readSwitch = ({ value }: GivenOption): Result<boolean, Failure> => ok(booleanOf(value()) === true);
