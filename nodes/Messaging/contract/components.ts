import { at, firstText, isObject, type JsonObject } from './json';

/*
 * Meta's `components[]`, which some services put into a template record. They hold the template's
 * copy, and say what it expects where `expected_variables` is absent.
 */

/** `{{name}}` and `{{1}}` in a template's copy. */
const placeholderPattern = /\{\{([^{}]*)\}\}/g;

const kindOf = (component: unknown): string => firstText(at(component, 'type'))?.toLowerCase() ?? '';

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const ofKind = (components: unknown, kind: string): unknown =>
	listOf(components).find((component) => kindOf(component) === kind);

/** The keys of the placeholders in a text, each once, in the order of the text. */
function keysIn(copy: unknown): string[] {
	const found = [...(firstText(copy) ?? '').matchAll(placeholderPattern)];
	return [...new Set(found.map(([, key = '']) => key.trim()))].filter((key) => key !== '');
}

/**
 * What a template expects, in the form of the API's `expected_variables`, read from its components.
 * A URL button's placeholder is keyed by the button's place among all buttons, from "1".
 */
export function expectedFromComponents(components: unknown): JsonObject {
	const expected: Record<string, unknown> = {
		header: expectedIn(ofKind(components, 'header'), 'header_text'),
		body: expectedIn(ofKind(components, 'body'), 'body_text'),
		buttons: expectedInButtons(ofKind(components, 'buttons')),
	};
	const cards = listOf(at(ofKind(components, 'carousel'), 'cards'));
	if (cards.length > 0) {
		expected.cards = cards.map((card) => expectedFromComponents(at(card, 'components')));
	}
	return expected;
}

/** The placeholders in a header's or body's text, with the samples that stand beside it. */
function expectedIn(component: unknown, samples: 'header_text' | 'body_text'): JsonObject[] {
	const positional = listOf(at(component, 'example', samples));
	// A body's samples are a list in a list, a header's are not.
	const values = Array.isArray(positional[0]) ? positional[0] : positional;
	const named = listOf(at(component, 'example', `${samples}_named_params`));
	return keysIn(at(component, 'text')).map((key, place) => ({
		param_name: key,
		example: at(named.find((sample) => at(sample, 'param_name') === key), 'example') ?? values[place],
	}));
}

function expectedInButtons(component: unknown): JsonObject[] {
	return listOf(at(component, 'buttons')).flatMap((button, place) =>
		keysIn(at(button, 'url')).length === 0
			? []
			: [{ param_name: String(place + 1), example: at(button, 'example') }],
	);
}

/**
 * The copy that a placeholder stands in, by the path of its value in `variables`; undefined where
 * the record doesn't show it.
 */
export function copyAt(components: unknown, path: readonly string[]): string | undefined {
	const [section = '', ...rest] = path;
	if (section === 'cards') {
		const card = at(ofKind(components, 'carousel'), 'cards', Number(rest[0]) - 1, 'components');
		return copyAt(card, rest.slice(1));
	}
	if (section === 'buttons') {
		const buttons = at(ofKind(components, 'buttons'), 'buttons');
		return firstText(at(buttons, Number(rest[0]) - 1, 'url'));
	}
	return firstText(at(ofKind(components, section), 'text'));
}

/** How many characters of the copy are shown on each side of a placeholder, whole words where it can be. */
const reach = 24;

/**
 * The words around a placeholder in its copy, the placeholder itself as a gap; undefined when it
 * isn't in it.
 */
export function wordsAround(copy: string, key: string): string | undefined {
	for (const match of copy.matchAll(placeholderPattern)) {
		if (match[1]?.trim() !== key) continue;
		const end = match.index + match[0].length;
		return `${tail(copy.slice(0, match.index))}▢${head(copy.slice(end))}`;
	}
	return undefined;
}

const plain = (copy: string): string => copy.replace(placeholderPattern, '▢').replace(/\s+/g, ' ');

function tail(before: string): string {
	const words = plain(before);
	return words.length <= reach ? words.trimStart() : `…${words.slice(-reach).replace(/^\S+\s/, '')}`;
}

function head(after: string): string {
	const words = plain(after);
	return words.length <= reach ? words.trimEnd() : `${words.slice(0, reach).replace(/\s\S+$/, '')}…`;
}

/** Whether a record's components are in this form at all. */
export const hasComponents = (components: unknown): boolean =>
	listOf(components).some((component) => isObject(component) && kindOf(component) !== '');
