import { readIdempotencyHeader } from '../contract/idempotencyHeader';
import { invalidInput, type Failure } from '../contract/failure';
import { firstText } from '../contract/json';
import { err, ok, type Result } from '../contract/result';
import type { Parameters } from '../transport/parameters';

/** The options that hold for a whole run. */
export interface SendingOptions {
	readonly dryRun: boolean;
	readonly concurrency: number;
	/** 0 is no limit. */
	readonly messagesPerSecond: number;
	readonly maxAttempts: number;
	/** Name of the header that carries a message's key; undefined where there is none. */
	readonly idempotencyHeader: string | undefined;
}

type Read<T> = Result<T, Failure>;

/** Reads the options of a run. An expression in them is worked out for the first item. */
export function readSendingOptions(parameters: Parameters): Read<SendingOptions> {
	const options = parameters.collection('options');
	const concurrency = readNumber('Concurrency', options.concurrency ?? 10, { from: 1, to: 100, whole: true });
	if (!concurrency.ok) return concurrency;
	const messagesPerSecond = readNumber('Messages per Second', options.messagesPerSecond ?? 0, { from: 0, to: 10_000 });
	if (!messagesPerSecond.ok) return messagesPerSecond;
	const maxAttempts = readNumber('Max Attempts', options.maxAttempts ?? 4, { from: 1, to: 10, whole: true });
	if (!maxAttempts.ok) return maxAttempts;
	const idempotencyHeader = readIdempotencyHeader(options.idempotencyHeader);
	if (!idempotencyHeader.ok) return idempotencyHeader;
	return ok({
		dryRun: options.dryRun === true,
		concurrency: concurrency.value,
		messagesPerSecond: messagesPerSecond.value,
		maxAttempts: maxAttempts.value,
		idempotencyHeader: idempotencyHeader.value,
	});
}

/** How long to wait for the answer to a request, in milliseconds. */
export const readTimeout = (parameters: Parameters): Read<number> =>
	readNumber('Timeout', parameters.collection('options').timeout ?? 30_000, { from: 1, to: 3_600_000 });

interface Range {
	readonly from: number;
	readonly to: number;
	readonly whole?: boolean;
}

function readNumber(label: string, value: unknown, { from, to, whole = false }: Range): Read<number> {
	const number = Number(firstText(value)?.trim() ?? NaN);
	if (number >= from && number <= to && (!whole || Number.isInteger(number))) return ok(number);
	return err(invalidInput(
		`'${label}' in the options is not a ${whole ? 'whole ' : ''}number from ${from} to ${to}`,
		'Change the option, or remove it to use its default.',
	));
}
