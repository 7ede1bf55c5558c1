import { readIdempotencyHeader } from '../message/idempotencyHeader';
import { isGivenByModel } from '../n8n/givenByModel';
import { readOrRefuse } from '../n8n/nodeError';
import type { Parameters } from '../n8n/parameters';
import { err, type Failure, invalidInput, ok, readAll, type Result } from '../api/failure';
import { booleanOf, numberOf } from '../text/json';
import { numberOptions, type sendingOptions } from './optionFields';

type OptionParameters = Parameters<typeof sendingOptions>;

/** Reads the options that hold for a whole run, of so many items. Expressions are evaluated for the first item, that of a dry run for all. */
export const readSendingOptions = (parametersOf: (index: number) => OptionParameters, count: number) =>
	readOrRefuse(() => {
		const options = readOptions(parametersOf(0));
		if (!options.ok || !parametersOf(0).hasField('options', 'dryRun')) return options;
		for (let index = 1; index < count; index++) {
			const isDryRun = readDryRun(parametersOf(index));
			if (!isDryRun.ok) return isDryRun;
			if (isDryRun.value !== options.value.dryRun) return err(mixedDryRun);
		}
		return options;
	});

const mixedDryRun = invalidInput(
	"'Dry Run' in the options is not the same for all items",
	'Nothing was sent, because a run is a dry run as a whole. Separate the items with a Filter or If node before this one.',
);

/** Reads each option by itself: an expression that fails in an option of single items, such as the Message Key, must not refuse the run. */
const readOptions = (parameters: OptionParameters) =>
	readAll({
		concurrency: () => readNumber('concurrency', parameters),
		messagesPerSecond: () => readNumber('messagesPerSecond', parameters),
		maxAttempts: () => readNumber('maxAttempts', parameters),
		maxMessages: () => readMaxMessages(parameters),
		stopAfterFailures: () => readNumber('stopAfterFailures', parameters),
		/** Name of the header that carries a message's idempotency key; undefined if none is set. */
		idempotencyHeader: () => readHeader(parameters),
		dryRun: () => readDryRun(parameters),
		/** Whether a dry run gives its report as an item too. */
		dryRunReport: () => ok(booleanOf(parameters.field('options', 'dryRunReport')) === true),
		/** Used when the output is made. If its expression fails, the run has to be refused now. */
		includeInputFields: () => ok(parameters.field('options', 'includeInputFields')),
	});

/**
 * An expression that gives nothing is refused, unlike a field that was left empty: without the header the service would
 * not recognize what it got under it, and a message that was sent before would leave again.
 */
function readHeader(parameters: OptionParameters): Result<string | undefined, Failure> {
	const header = readIdempotencyHeader(parameters.field('options', 'idempotencyHeader'));
	if (!header.ok || header.value !== undefined || !parameters.isExpression('options', 'idempotencyHeader')) return header;
	return err(invalidInput(
		"'Idempotency Header' in the options gives nothing",
		'Nothing was sent, because the service would not recognize a message that it got before. Correct its expression, or remove the option to send without a header.',
	));
}

function readMaxMessages(parameters: OptionParameters): Result<number, Failure> {
	if (!isGivenByModel(parameters.inParts('options', 'maxMessages'))) return readNumber('maxMessages', parameters);
	return err(invalidInput(
		`'${numberOptions.maxMessages.label}' in the options is given by the model`,
		'Nothing was sent. How many messages a model may send is not for itself to say. Write the number into the option, or take it from another node.',
	));
}

/** What is neither true nor false is refused: the messages would leave. */
export function readDryRun(parameters: Pick<OptionParameters, 'field' | 'hasField'>): Result<boolean, Failure> {
	if (!parameters.hasField('options', 'dryRun')) return ok(false);
	const given = booleanOf(parameters.field('options', 'dryRun'));
	if (given !== undefined) return ok(given);
	return err(invalidInput("'Dry Run' in the options is neither true nor false", 'Nothing was sent. Change its expression, or remove the option to send.'));
}

/** How long a request may take, from its start to the last byte of the response, in milliseconds. */
export const readTimeout = (parameters: OptionParameters): Result<number, Failure> =>
	readOrRefuse(() => readNumber('timeout', parameters));

/** An option that was added has to give a number: without one, a pace would be no limit. */
function readNumber(name: keyof typeof numberOptions, parameters: OptionParameters): Result<number, Failure> {
	const { label, value, from, to, whole } = numberOptions[name];
	const number = parameters.hasField('options', name) ? numberOf(parameters.field('options', name)) : value;
	if (number >= from && number <= to && (!whole || Number.isInteger(number))) return ok(number);
	return err(invalidInput(
		`'${label}' in the options is not a ${whole ? 'whole ' : ''}number from ${from} to ${to}`,
		'Change the option, or remove it to use its default.',
	));
}
