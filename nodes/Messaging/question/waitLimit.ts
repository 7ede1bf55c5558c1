import type { INodeProperties } from 'n8n-workflow';

import { type Failure, invalidInput } from '../result/failure';
import { err, ok, type Result } from '../result/result';
import { at, numberOf } from '../text/json';
import { capitalize, describeValue } from '../text/wording';

/** When the time to answer is over for a question that is sent at a time, in milliseconds since 1970; null without a limit. */
type WaitEnd = (sentAt: number) => number | null;

/** Milliseconds in each unit, by its value in saved workflows. */
const units = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 } as const;

/** How long the wait is, unless another amount or unit is given. */
const defaultAmount = 1;
const defaultUnit = 'hours';

const interval = 'afterTimeInterval';

/** The option Limit Wait Time. */
export const limitWaitTime = {
	displayName: 'Limit Wait Time',
	name: 'limitWaitTime',
	type: 'fixedCollection',
	default: { values: { limitType: interval, resumeAmount: 45, resumeUnit: 'minutes' } },
	description: 'When the workflow continues without an answer. Without this option it waits until the person answers.',
	options: [
		{
			displayName: 'Values',
			name: 'values',
			values: [
				{
					displayName: 'Limit Type',
					name: 'limitType',
					type: 'options',
					default: interval,
					options: [
						{ name: 'After Time Interval', value: interval, description: 'Some time after the question was sent' },
						{ name: 'At Specified Time', value: 'atSpecifiedTime', description: 'At a date and time' },
					],
					description: 'How to set the end of the wait',
				},
				{
					displayName: 'Amount',
					name: 'resumeAmount',
					type: 'number',
					typeOptions: { minValue: 0, numberPrecision: 2 },
					default: defaultAmount,
					description: 'How long to wait',
					displayOptions: { show: { limitType: [interval] } },
				},
				{
					displayName: 'Unit',
					name: 'resumeUnit',
					type: 'options',
					default: defaultUnit,
					options: Object.keys(units).map((unit) => ({ name: capitalize(unit), value: unit })),
					description: 'The unit of the amount',
					displayOptions: { show: { limitType: [interval] } },
				},
				{
					displayName: 'Max Date and Time',
					name: 'maxDateAndTime',
					type: 'dateTime',
					default: '',
					description: 'When the workflow continues without an answer',
					displayOptions: { show: { limitType: ['atSpecifiedTime'] } },
				},
			],
		},
	],
} as const satisfies INodeProperties;

const isUnit = (unit: unknown): unit is keyof typeof units => typeof unit === 'string' && Object.hasOwn(units, unit);

/** For a longer wait n8n waits without an end, and the largest dates can't be written. */
const longestMs = 100 * 365 * units.days;

const remedy = "Change 'Limit Wait Time' in the options, or remove it to wait without a limit. Nothing was sent.";

const tooLong = invalidInput("'Limit Wait Time' is more than a hundred years", remedy);

/** Reads a date and time, in milliseconds since 1970; undefined for anything else. */
type ReadTime = (value: unknown) => number | undefined;

/** Reads the option Limit Wait Time; `now` in milliseconds. */
export function readWaitLimit(given: unknown, now: number, readTime: ReadTime): Result<WaitEnd, Failure> {
	const values = at(given, 'values');
	if (values === undefined) return ok(() => null);
	// A default stands for a field that was not given, and not for an expression that gives nothing.
	const read = (name: string, standard: unknown): unknown => (Object.hasOwn(Object(values), name) ? at(values, name) : standard);
	const type = read('limitType', interval);
	if (type === 'atSpecifiedTime') return readUntil(at(values, 'maxDateAndTime'), now, readTime);
	if (type !== interval) return err(invalidInput(`'Limit Wait Time' has an unknown limit type: ${describeValue(type)}`, remedy));
	const unit = read('resumeUnit', defaultUnit);
	if (!isUnit(unit)) return err(invalidInput(`'Limit Wait Time' has an unknown unit: ${describeValue(unit)}`, remedy));
	const amount = numberOf(read('resumeAmount', defaultAmount));
	if (Number.isNaN(amount)) return err(invalidInput("'Limit Wait Time' has no amount that can be read", remedy));
	const forMs = amount * units[unit];
	if (forMs > longestMs) return err(tooLong);
	return forMs > 0 ? ok((sentAt) => sentAt + forMs) : err(invalidInput("'Limit Wait Time' must be more than 0", remedy));
}

function readUntil(given: unknown, now: number, readTime: ReadTime): Result<WaitEnd, Failure> {
	const until = readTime(given);
	if (until === undefined) return err(invalidInput("'Limit Wait Time' has no date and time that can be read", remedy));
	if (until > now && until - now <= longestMs) return ok(() => until);
	if (until > now) return err(tooLong);
	return err(invalidInput("'Limit Wait Time' is in the past: nobody could answer in time", remedy));
}
