import type { IExecuteFunctions } from 'n8n-workflow';

import type { Failure } from '../../contract/failure';
import { at, text } from '../../contract/json';
import { expired, invalidNotAfter } from '../../contract/message/notAfter';
import { err, ok, type Result } from '../../contract/result';
import { readDateTime } from '../../n8n/dateTime';
import { refusedExpression } from '../../n8n/nodeError';
import type { ParameterReader, Parameters } from '../../n8n/parameters';
import type { sendingOptions } from './optionFields';

/** By item index: until when a message may start, in milliseconds since 1970; Infinity where nothing was set. */
export type LatestStarts = (itemIndex: number) => Result<number, Failure>;

/** An expression that speaks of the present gives another time whenever it is worked out. */
const dependsOnTime = /now|today|date\(\s*\)|new date\b(?!\s*\()|\b(?:local|utc)\(/i;

/** What stands in an expression that is not the same for every item. */
const dependsOnItem = /\$(?!now\b|today\b)/;

/**
 * Reads until when each message of a run may start. "In an hour" means an hour from the start of the
 * run, so what speaks of the present is worked out now, and not when the turn of an item has come.
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

/** The same, for an item that comes up now: one that is too late is refused. */
export function startableUntil(latestStarts: LatestStarts, itemIndex: number, now: number): Result<number, Failure> {
	const notAfter = latestStarts(itemIndex);
	return notAfter.ok && now > notAfter.value ? err(expired(notAfter.value)) : notAfter;
}

function readLatestStart(parameters: Parameters<typeof sendingOptions>, timeZone: string): Result<number, Failure> {
	try {
		const value = parameters.field('options', 'notAfter');
		if (value === undefined || value === null || (typeof value === 'string' && text(value) === undefined)) return ok(Infinity);
		const time = readDateTime(value, timeZone);
		return time === undefined ? err(invalidNotAfter(value)) : ok(time);
	} catch (error) {
		return err(refusedExpression(error));
	}
}
