import type { IExecuteFunctions } from 'n8n-workflow';

import type { Failure } from '../../contract/failure';
import { at, isMissing } from '../../contract/json';
import { expired, invalidNotAfter } from '../../contract/message/notAfter';
import { err, ok, type Result } from '../../contract/result';
import { readDateTime } from '../../n8n/dateTime';
import { readOrRefuse } from '../../n8n/nodeError';
import type { ParameterReader, Parameters } from '../../n8n/parameters';
import type { sendingOptions } from './optionFields';

/** By item index: until when a message may start, in milliseconds since 1970; Infinity without a limit. */
export type LatestStarts = (itemIndex: number) => Result<number, Failure>;

/** Finds an expression that depends on the present: it gives another time at each evaluation. */
const dependsOnTime = /now|today|date\(\s*\)|new date\b(?!\s*\()|\b(?:local|utc)\(/i;

/** Finds an expression that can give another value for each item. */
const dependsOnItem = /\$(?!now\b|today\b)/;

/**
 * Reads until when each message of a run may start. "In an hour" means an hour after the start of the run, so an
 * expression that depends on the present is evaluated now, and not when it is an item's turn.
 */
export function openLatestStarts(context: IExecuteFunctions, parametersOf: ParameterReader): LatestStarts {
	const given = at(context.getNode().parameters, 'options', 'notAfter');
	if (given === undefined) return () => ok(Infinity);
	const timeZone = context.getTimezone();
	const read = (index: number) => readLatestStart(parametersOf(index), timeZone);
	const expression = String(given);
	if (!dependsOnTime.test(expression)) return read;
	if (!dependsOnItem.test(expression)) {
		const forAll = read(0);
		return () => forAll;
	}
	const all = context.getInputData().map((_, index) => read(index));
	return (index) => all[index] ?? ok(Infinity);
}

/** Until when the message of an item may start; refuses an item that is already too late. */
export function startableUntil(latestStarts: LatestStarts, itemIndex: number, now: number): Result<number, Failure> {
	const notAfter = latestStarts(itemIndex);
	return notAfter.ok && now > notAfter.value ? err(expired(notAfter.value)) : notAfter;
}

const readLatestStart = (parameters: Parameters<typeof sendingOptions>, timeZone: string): Result<number, Failure> =>
	readOrRefuse(() => {
		const value = parameters.field('options', 'notAfter');
		if (isMissing(value)) return ok(Infinity);
		const time = readDateTime(value, timeZone);
		return time === undefined ? err(invalidNotAfter(value)) : ok(time);
	});
