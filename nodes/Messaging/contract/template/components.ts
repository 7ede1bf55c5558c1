import { at, firstText, isObject, type JsonObject } from '../json';
import { placeholderPattern } from './copy';

/*
 * Meta's `components[]`, which some services put into a template record. They hold the template's
 * copy, and say what it expects where `expected_variables` is absent.
 */

const kindOf = (component: unknown): string => firstText(at(component, 'type'))?.toLowerCase() ?? '';

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The first component of each kind: every placeholder of a record asks for its own. */
const knownKinds = new WeakMap<readonly unknown[], ReadonlyMap<string, unknown>>();

function ofKind(components: unknown, kind: string): unknown {
	const list = listOf(components);
	const known = knownKinds.get(list) ?? new Map(list.map((one): [string, unknown] => [kindOf(one), one]).reverse());
	knownKinds.set(list, known);
	return known.get(kind);
}

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
	const sampleOf = new Map(named.map((one): [unknown, unknown] => [at(one, 'param_name'), at(one, 'example')]).reverse());
	return keysIn(at(component, 'text')).map((key, place) => ({
		param_name: key,
		example: sampleOf.get(key) ?? values[place],
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
		return copyIn(at(buttons, Number(rest[0]) - 1), 'url');
	}
	return copyIn(ofKind(components, section), 'text');
}

/** The copy in a component or a button, which every one of its placeholders asks for. */
const knownCopies = new WeakMap<JsonObject, string | undefined>();

function copyIn(holder: unknown, field: 'text' | 'url'): string | undefined {
	if (!isObject(holder)) return undefined;
	if (!knownCopies.has(holder)) knownCopies.set(holder, firstText(at(holder, field)));
	return knownCopies.get(holder);
}

/** Whether a record's components are in this form at all. */
export const hasComponents = (components: unknown): boolean =>
	listOf(components).some((component) => isObject(component) && kindOf(component) !== '');
