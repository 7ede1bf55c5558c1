import { invalidInput, type Failure } from '../contract/failure';
import { isMissing } from '../contract/json';
import { err, ok, type Result } from '../contract/result';
import { describeValue } from '../contract/wording';

/** A field of the panel that offers a list of values. */
interface OptionsField<Value extends string> {
	readonly displayName: string;
	readonly default: Value;
	readonly options: ReadonlyArray<{ readonly value: Value }>;
}

/**
 * Reads which of its values a field has. An expression can give any value: null, undefined and a
 * blank text stand for the default. A value that the field does not offer is refused, since a guess could send another message than the one that is meant.
 */
export function readOption<const Value extends string>(field: OptionsField<Value>, given: unknown): Result<Value, Failure> {
	const value = isMissing(given) ? field.default : given;
	const chosen = field.options.find((option) => option.value === value);
	if (chosen !== undefined) return ok(chosen.value);
	return err(
		invalidInput(
			`'${field.displayName}' has an unknown value: ${describeValue(value)}`,
			`Use one of: ${field.options.map((option) => option.value).join(', ')}. Nothing was sent.`,
		),
	);
}
