import type { IExecuteFunctions } from 'n8n-workflow';

import { expired, invalidNotAfter } from '../../request/notAfter';
import { notSent } from '../../request/sendResult';
import type { Clock } from '../../n8n/clock';
import { readDateTime } from '../../n8n/dateTime';
import { readOrRefuse } from '../../n8n/nodeError';
import type { ParameterReader, Parameters } from '../../n8n/parameters';
import type { Failure } from '../../result/failure';
import { err, ok, type Result } from '../../result/result';
import { at, isMissing } from '../../text/json';
import type { Condition } from '../message';
import type { sendingOptions } from '../optionFields';

/** A message starts by the time in 'Do Not Send After', or not at all. */
export function onlyInTime(context: IExecuteFunctions, parametersOf: ParameterReader, clock: Pick<Clock, 'date'>): Condition | undefined {
	const given = at(context.getNode().parameters, 'options', 'notAfter');
	if (given === undefined) return undefined;
	const latestStart = openLatestStarts(String(given), context, parametersOf);
	return {
		read: ({ index }) => latestStart(index),
		link: (next) => async (message) => {
			const latest = latestStart(message.index);
			if (!latest.ok) return notSent(latest.error);
			return clock.date() > latest.value ? notSent(expired(latest.value)) : await next({ ...message, notAfter: latest.value });
		},
	};
}

/** Finds an expression that depends on the present: it gives another time at each evaluation. */
const dependsOnTime = /now|today|date\(\s*\)|new date\b(?!\s*\()|\b(?:local|utc)\(/i;

/** Finds an expression that can give another value for each item. */
const dependsOnItem = /\$(?!now\b|today\b)/;

/**
 * Reads until when each message of a run may start, by its index, in milliseconds since 1970. "In an hour" means an hour
 * after the start of the run, so an expression that depends on the present is evaluated now, and not when it is an item's
 * turn.
 */
function openLatestStarts(expression: string, context: IExecuteFunctions, parametersOf: ParameterReader): (index: number) => Result<number, Failure> {
	const timeZone = context.getTimezone();
	const read = (index: number) => readLatestStart(parametersOf(index), timeZone);
	if (!dependsOnTime.test(expression)) return read;
	if (!dependsOnItem.test(expression)) {
		const forAll = read(0);
		return () => forAll;
	}
	const all = context.getInputData().map((_, index) => read(index));
	return (index) => all[index] ?? ok(Infinity);
}

const readLatestStart = (parameters: Parameters<typeof sendingOptions>, timeZone: string): Result<number, Failure> =>
	readOrRefuse(() => {
		const value = parameters.field('options', 'notAfter');
		if (isMissing(value)) return ok(Infinity);
		const time = readDateTime(value, timeZone);
		return time === undefined ? err(invalidNotAfter(value)) : ok(time);
	});
