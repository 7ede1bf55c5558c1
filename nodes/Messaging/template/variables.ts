import { type Failure, invalidInput } from '../result/failure';
import { err, ok, type Result } from '../result/result';
import { groupBy } from '../text/groupBy';
import { at, isMissing, isObject, type JsonObject, readJsonAsWritten } from '../text/json';
import { nothing, nothingIn } from '../text/nothing';
import { once } from '../text/once';
import { listNames } from '../text/wording';
import { meaningOf } from './fieldName';
import { type EmptyParts, findGap, type GivenText } from './givenText';
import { namesOf } from './labels';
import { readPlaceholderValue } from './placeholderValue';
import { nestValues, valuesIn } from './placeholders';
import { columnId, messageColumns, otherMedia, type Placeholder, placeholderKey } from './section';

/** Is told the column of a placeholder without a value, which is left out then. Without such a listener the item is refused. */
export type OnMissing = ((column: string) => void) | undefined;

/** The `variables` object of one item, or why it can't be made. */
export type VariablesResult = Result<JsonObject | undefined, Failure>;

const list = (names: readonly string[]): string => listNames(names, "'");

/**
 * The `variables` object from values by column ID. Every expected placeholder needs a value. A value for a
 * placeholder that the template does not have is refused: the template has changed since the fields were
 * filled in, and the message might have the wrong text. Undefined when the template has no placeholders
 * ("omitted entirely").
 */
export function fillByColumn(placeholders: readonly Placeholder[], values: JsonObject, written: WrittenColumns = {}): VariablesResult {
	const slots = slotsOf(placeholders);
	const gone = new Set<string>();
	for (const { id, name } of slots) {
		const parts = written.parts?.[id];
		const gap = parts && findGap(`${placeholderFields}', '${name}`, { value: at(values, id), parts }, written.emptyParts);
		if (gap === undefined) continue;
		if (written.onMissing === undefined) return err(gap);
		gone.add(id);
	}
	// The column that shows the message's text is no value.
	const known = new Set([...messageColumns, ...slots.map(({ id }) => id)]);
	const added = slots.filter(({ id, other }) => written.onMissing === undefined && other === undefined && written.shown?.has(id) === false && isMissing(at(values, id)));
	if (added.length > 0) return err(templateChanged(added.map(({ name }) => name)));
	const surplus = Object.keys(values).filter((name) => !known.has(name) && readPlaceholderValue(values[name]) !== undefined);
	const isFixed = ({ id }: Slot) => written.isFixed?.(id) ?? false;
	return fill(slots, ({ id }) => (gone.has(id) ? undefined : at(values, id)), { ...inFields, surplus, isFixed, onMissing: written.onMissing });
}

/** There is no field that a person could fill in. */
const templateChanged = (names: readonly string[]): Failure =>
	invalidInput(
		`'${placeholderFields}' has no field for ${list(names)}`,
		"The template has changed since this node was set up. Open the node, choose 'Refresh Placeholder List' in the menu (⋮) of the placeholders, or reload the editor, and fill in the new field.",
	);

/** How columns were filled in. */
export interface WrittenColumns {
	/** Whether a column is fixed text. */
	isFixed?(column: string): boolean;
	/** What each `{{ }}` gives in a column that is words with expressions. */
	readonly parts?: Readonly<Record<string, GivenText['parts']>>;
	readonly emptyParts?: EmptyParts;
	readonly onMissing?: OnMissing;
	/** The columns that the panel shows, if that is known. */
	readonly shown?: ReadonlySet<unknown> | undefined;
}

/**
 * The `variables` object from the fields of an input item: the field with the name of the column ID, else
 * the one with the key alone where only one placeholder has that key, else one with another usual spelling of the key.
 * Letter case does not matter, but an exact name comes first. If several fields fit alike, none of them is used.
 */
export function fillFromInput(placeholders: readonly Placeholder[], input: JsonObject, onMissing?: OnMissing): VariablesResult {
	const names = Object.keys(input);
	const columns = byAnyCase(names);
	// Only made if it is needed, since this runs for each item.
	const columnsByMeaning = once(() => byMeaning(names));
	const columnNamed = (name: string, isOnly: boolean): string | undefined => {
		if (Object.hasOwn(input, name)) return name;
		return isOnly ? only(columns, name.toLowerCase()) : undefined;
	};
	return fill(slotsOf(placeholders), ({ id, key, isOnlyId, isOnlyKey, meaning }) => {
		const named = columnNamed(id, isOnlyId) ?? (isOnlyKey ? columnNamed(key, true) : undefined);
		const column = named ?? (meaning === undefined ? undefined : only(columnsByMeaning(), meaning));
		return column === undefined ? undefined : input[column];
	}, { ...fromInput, onMissing });
}

/** The shortest field name by which `fillFromInput` fills each placeholder. */
export const inputColumns = (placeholders: readonly Placeholder[]): string[] => slotsOf(placeholders).map(inputColumn);

const inputColumn = ({ id, key, isOnlyKey }: Slot): string => (isOnlyKey ? key : id);

/** Where values come from, in the words that a refusal uses. */
interface Source {
	/** The label of the node's field. */
	readonly field: string;
	/** The name by which a person finds a placeholder there. */
	readonly nameOf: (slot: Slot) => string;
	/** How a person gives a missing value. */
	readonly remedy: string;
	/** The names of values that belong to no placeholder. */
	readonly surplus?: readonly string[];
	/** Whether a person wrote the value. */
	isFixed?(slot: Slot): boolean;
	readonly onMissing?: OnMissing;
}

const placeholderFields = 'Placeholders of the Template';

const inFields: Source = {
	field: placeholderFields,
	nameOf: ({ name }) => name,
	remedy: 'Fill in the field, or give the value from the input item. Lists and objects cannot be used.',
};

const fromInput: Source = {
	field: placeholderFields,
	nameOf: inputColumn,
	remedy: 'Give the input item fields with these names. Lists and objects cannot be used.',
};

const inJson: Source = {
	field: 'Placeholders (JSON)',
	nameOf: ({ id }) => id,
	remedy: 'Give each placeholder a text, by its section and its name. Lists and objects cannot be used.',
};

/** A placeholder with what is the same for every item of a run. */
interface Slot {
	readonly placeholder: Placeholder;
	/** Its name in the panel. */
	readonly name: string;
	/** Its column ID. */
	readonly id: string;
	readonly key: string;
	/** Whether no other placeholder has this ID, or this key, in any letter case. */
	readonly isOnlyId: boolean;
	readonly isOnlyKey: boolean;
	/** What its key says, if no other placeholder's key says the same. */
	readonly meaning: string | undefined;
	/** The index of the placeholder that may be filled instead: a card's media by URL or by ID. */
	readonly other: number | undefined;
}

/** Kept, since a run fills the same template for each of its items. */
const knownSlots = new WeakMap<readonly Placeholder[], readonly Slot[]>();

function slotsOf(placeholders: readonly Placeholder[]): readonly Slot[] {
	const known = knownSlots.get(placeholders);
	if (known !== undefined) return known;
	const ids = byAnyCase(placeholders.map(columnId));
	const keys = byAnyCase(placeholders.map(placeholderKey));
	const meanings = byMeaning(placeholders.map(placeholderKey));
	const names = namesOf(placeholders);
	const placeByPath = new Map(placeholders.map(({ path }, place) => [JSON.stringify(path), place]));
	const slots = placeholders.map((placeholder, place): Slot => {
		const id = columnId(placeholder);
		const key = placeholderKey(placeholder);
		const meaning = meaningOf(key) ?? '';
		return {
			placeholder,
			name: names[place] ?? id,
			id,
			key,
			isOnlyId: only(ids, id.toLowerCase()) !== undefined,
			isOnlyKey: only(keys, key.toLowerCase()) !== undefined,
			meaning: only(meanings, meaning) === undefined ? undefined : meaning,
			other: otherMedia(placeholder, placeByPath),
		};
	});
	knownSlots.set(placeholders, slots);
	return slots;
}

const byAnyCase = (names: readonly string[]) => groupBy(names, (name) => name.toLowerCase());

/** Those that say nothing by themselves are left out. */
const byMeaning = (names: readonly string[]) =>
	groupBy(names.filter((name) => meaningOf(name) !== undefined), (name) => meaningOf(name) ?? '');

/** The only name in a group; undefined if there are none or several. */
function only(groups: ReadonlyMap<string, readonly string[]>, group: string): string | undefined {
	const [name, another] = groups.get(group) ?? [];
	return another === undefined ? name : undefined;
}

/**
 * The `variables` object as a user wrote it in JSON. Expected placeholders (if they are known)
 * need a value; anything more is sent as given.
 */
export function readVariablesJson(given: unknown, placeholders: readonly Placeholder[] | undefined, onMissing?: OnMissing): VariablesResult {
	const parsed = typeof given === 'string' ? readVariablesText(given) : readVariablesValue(given ?? {});
	if (!parsed.ok) return parsed;
	const variables = parsed.value;
	if (!isObject(variables)) {
		return err(invalidInput(
			"'Placeholders (JSON)' is not an object",
			'Write an object of sections, such as { "body": { "first_name": "Ada" } }.',
		));
	}
	const filled = fill(slotsOf(placeholders ?? []), ({ placeholder }) => at(variables, ...placeholder.path), { ...inJson, onMissing });
	if (!filled.ok) return filled;
	if (Object.keys(variables).length === 0) return ok(undefined);
	const merged = merge(variables, filled.value ?? {});
	// An empty text may be meant for a placeholder that the template does not have.
	const gap = valuesIn(merged).find(({ value }) => !isMissing(value) && nothingIn(value) !== undefined);
	return gap === undefined ? ok(merged) : err(invalidInput(`'Placeholders (JSON)' has no text for '${gap.name}'`, `Its value is ${nothingIn(gap.value) ?? nothing}. ${inJson.remedy}`));
}

/** An expression can give what JSON can't hold, such as an object that contains itself. */
function readVariablesValue(value: unknown): Result<unknown, Failure> {
	try {
		JSON.stringify(value);
		return ok(value);
	} catch {
		return err(invalidInput("'Placeholders (JSON)' holds a value that JSON cannot hold", 'Give texts and numbers.'));
	}
}

function readVariablesText(text: string): Result<unknown, Failure> {
	if (text.trim() === '') return ok({});
	const parsed = readJsonAsWritten(text);
	return parsed.ok
		? parsed
		: err(invalidInput("'Placeholders (JSON)' is not valid JSON", 'Look for a missing quote, comma or bracket.'));
}

/** The given object, in which the values of expected placeholders are replaced by their texts. */
function merge(given: JsonObject, read: JsonObject): JsonObject {
	const merged = Object.entries(given).map(([key, value]): [string, unknown] => {
		const replacement = at(read, key);
		if (replacement === undefined) return [key, value];
		return [key, isObject(value) && isObject(replacement) ? merge(value, replacement) : replacement];
	});
	return Object.fromEntries(merged);
}

/** The `variables` object, or a refusal in the words of `source`. */
function fill(slots: readonly Slot[], valueOf: (slot: Slot) => unknown, source: Source): VariablesResult {
	const { field, nameOf, remedy, surplus = [], isFixed, onMissing } = source;
	const values = slots.map((slot) => readPlaceholderValue(valueOf(slot), isFixed?.(slot) ?? false));
	const isGiven = (place: number): boolean => values[place] !== undefined;
	const missing: string[] = [];
	const gaps: string[] = [];
	const twice: string[] = [];
	for (const [place, slot] of slots.entries()) {
		if (slot.other === undefined) {
			if (isGiven(place)) continue;
			missing.push(nameOf(slot));
			onMissing?.(slot.id);
			const gap = nothingIn(valueOf(slot)) ?? nothing;
			if (gap !== nothing) gaps.push(`'${nameOf(slot)}' is ${gap}`);
			continue;
		}
		// Of a pair of which one is needed, only the first is checked, for both.
		const other = slots[slot.other];
		if (slot.other < place || other === undefined) continue;
		const both = `${nameOf(slot)}' or '${nameOf(other)}`;
		if (isGiven(place) && isGiven(slot.other)) twice.push(both);
		if (isGiven(place) || isGiven(slot.other)) continue;
		missing.push(both);
		onMissing?.(slot.id);
	}

	if (twice.length > 0) {
		return err(invalidInput(
			`'${field}' has both a URL and an ID for the media of a card`,
			`The service accepts only one of them. Leave one empty: ${list(twice)}.`,
		));
	}
	if (surplus.length > 0) {
		const missingToo = missing.length > 0 ? ` It now needs ${list(missing)}.` : '';
		return err(invalidInput(
			`'${field}' has values that the template does not know: ${list(surplus)}`,
			`The template has changed since the fields were filled.${missingToo} Open the node, choose 'Refresh Placeholder List' in the menu (⋮) of the placeholders, or reload the editor, and fill them in again.`,
		));
	}
	if (missing.length > 0 && onMissing === undefined) {
		return err(invalidInput(
			`'${field}' has no text for ${list(missing)}`,
			`${gaps.length === 0 ? '' : `${listNames(gaps)}. `}Each placeholder of the template needs a value that is not empty, and not #N/A or #REF! of a spreadsheet. ${remedy}`,
		));
	}
	const filled = slots.flatMap(({ placeholder }, place) => {
		const value = values[place];
		return value === undefined ? [] : [[placeholder.path, value] as const];
	});
	return ok(filled.length === 0 ? undefined : nestValues(filled));
}
