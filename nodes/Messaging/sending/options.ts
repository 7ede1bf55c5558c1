import { readOrRefuse } from '../n8n/nodeError';
import type { Parameters } from '../n8n/parameters';
import { type Failure, invalidInput } from '../result/failure';
import { err, readAll, type Result } from '../result/result';
import { type RunOptions, runOptions, type sendingOptions, timeoutLimits } from './optionFields';
import { type GivenOption, readDryRun, readNumber } from './optionReaders';

type OptionParameters = Parameters<typeof sendingOptions>;

/** What is asked of an item's parameters. */
type Asked = Pick<OptionParameters, 'field' | 'hasField' | 'inParts' | 'isExpression'>;

type OptionName = (typeof runOptions)[number]['name'];

const givenIn = (parameters: Asked, name: OptionName): GivenOption => ({
	isAdded: parameters.hasField('options', name),
	isExpression: parameters.isExpression('options', name),
	value: () => parameters.field('options', name),
	inParts: () => parameters.inParts('options', name),
});

/** Reads the options that hold for a whole run, of so many items. Expressions are evaluated for the first item, that of a dry run for all. */
export const readSendingOptions = (parametersOf: (index: number) => OptionParameters, count: number): Result<RunOptions, Failure> =>
	readOrRefuse(() => {
		const options = readOptions(parametersOf(0));
		if (!options.ok || !parametersOf(0).hasField('options', 'dryRun')) return options;
		for (let index = 1; index < count; index++) {
			const isDryRun = isDryRunFor(parametersOf(index));
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
function readOptions(parameters: OptionParameters): Result<RunOptions, Failure>;
function readOptions(parameters: OptionParameters): Result<unknown, Failure> {
	return readAll(Object.fromEntries(runOptions.map(({ name, read }) => [name, () => read(givenIn(parameters, name))])));
}

/** Whether an item is to be shown and not sent. */
export const isDryRunFor = (parameters: Asked): Result<boolean, Failure> => readDryRun(givenIn(parameters, 'dryRun'));

/** How long a request may take, from its start to the last byte of the response, in milliseconds. */
export const readTimeout = (parameters: OptionParameters): Result<number, Failure> =>
	readOrRefuse(() => readNumber(givenIn(parameters, 'timeout'), timeoutLimits));
