import { invalid, type InvalidInput } from './invalidInput';
import { at, isObject, readJson, type JsonObject } from './json';
import { readPlaceholderValue } from './placeholderValue';
import { nestValues } from './placeholders';
import { ok, type Result } from './result';
import { columnId, keyOf, placeholderName, type Placeholder } from './section';

/** What a template expects and the values that an item brings for it, as one `variables` object. */
export type VariablesResult = Result<JsonObject | undefined, InvalidInput>;

const list = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(', ');

/**
 * The `variables` object from values by column id. Every expected placeholder needs a value, and a
 * value for a placeholder that the template doesn't have is refused: the template has changed since
 * the fields were filled, and a message with the wrong words must not leave.
 * Undefined when the template has no placeholders ("omitted entirely").
 */
export function fillByColumn(
	placeholders: readonly Placeholder[],
	values: Readonly<Record<string, unknown>>,
): VariablesResult {
	const columns = new Set(placeholders.map(columnId));
	const surplus = Object.keys(values).filter(
		(id) => !columns.has(id) && readPlaceholderValue(values[id]) !== undefined,
	);
	return fill(placeholders, (placeholder) => at(values, columnId(placeholder)), surplus);
}

/**
 * The `variables` object from the columns of an input item: the column named like the column id,
 * else like the key alone where only one placeholder has that key, in any letter case.
 */
export function fillFromInput(
	placeholders: readonly Placeholder[],
	input: Readonly<Record<string, unknown>>,
): VariablesResult {
	const byName = new Map(Object.entries(input).map(([name, value]) => [name.toLowerCase(), value]));
	const keys = placeholders.map((placeholder) => keyOf(placeholder).toLowerCase());
	const names = (placeholder: Placeholder): string[] => {
		const key = keyOf(placeholder).toLowerCase();
		const isOnly = keys.filter((other) => other === key).length === 1;
		return [columnId(placeholder).toLowerCase(), ...(isOnly ? [key] : [])];
	};
	return fill(placeholders, (placeholder) => {
		const name = names(placeholder).find((one) => byName.has(one));
		return name === undefined ? undefined : byName.get(name);
	});
}

/**
 * The `variables` object as a user wrote it in JSON. Expected placeholders (where they are known)
 * need a value; anything more is sent as given.
 */
export function readVariablesJson(
	given: unknown,
	placeholders: readonly Placeholder[] | undefined,
): VariablesResult {
	const parsed = typeof given === 'string' ? readVariablesText(given) : ok(given ?? {});
	if (!parsed.ok) return parsed;
	const variables = parsed.value;
	if (!isObject(variables)) {
		return invalid(
			"'Variables (JSON)' is not an object",
			'Write an object of sections, such as { "body": { "first_name": "Ada" } }.',
		);
	}
	const filled = fill(placeholders ?? [], (placeholder) => at(variables, ...placeholder.path));
	if (!filled.ok) return filled;
	return ok(Object.keys(variables).length === 0 ? undefined : merge(variables, filled.value ?? {}));
}

function readVariablesText(text: string): Result<unknown, InvalidInput> {
	if (text.trim() === '') return ok({});
	const parsed = readJson(text);
	return parsed.ok
		? parsed
		: invalid("'Variables (JSON)' is not valid JSON", 'Look for a missing quote, comma or bracket.');
}

/** What was given, with the read values in the places of expected placeholders. */
function merge(given: JsonObject, read: JsonObject): JsonObject {
	const merged = Object.entries(given).map(([key, value]): [string, unknown] => {
		const replacement = at(read, key);
		if (replacement === undefined) return [key, value];
		return [key, isObject(value) && isObject(replacement) ? merge(value, replacement) : replacement];
	});
	return Object.fromEntries(merged);
}

function fill(
	placeholders: readonly Placeholder[],
	valueOf: (placeholder: Placeholder) => unknown,
	surplus: readonly string[] = [],
): VariablesResult {
	const filled: Array<readonly [readonly string[], string]> = [];
	const missing: string[] = [];
	for (const placeholder of placeholders) {
		const value = readPlaceholderValue(valueOf(placeholder));
		if (value === undefined) missing.push(placeholderName(placeholder));
		else filled.push([placeholder.path, value]);
	}

	if (surplus.length > 0) {
		const missingToo = missing.length > 0 ? ` It now needs ${list(missing)}.` : '';
		return invalid(
			`'Variables' has values that the template does not know: ${list(surplus)}`,
			`The template has changed since the fields were filled.${missingToo} Open the node, refresh the template's fields and fill them again.`,
		);
	}
	if (missing.length > 0) {
		return invalid(
			`'Variables' has no text for ${list(missing)}`,
			'Each placeholder of the template needs a value that is not empty. Fill the field, or give the value from the input item; lists and objects cannot stand in a message.',
		);
	}
	return ok(filled.length === 0 ? undefined : nestValues(filled));
}
