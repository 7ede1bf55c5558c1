import { at, firstText, isObject, type JsonObject } from '../text/json';
import { type ButtonText, type CardText, placeholderPattern, type TemplateText } from './templateText';

/*
 * Reads Meta's `components[]`, which some services put into a template record. They hold the template's
 * text, and its placeholders if `expected_variables` is absent.
 */

const kindOf = (component: unknown): string => firstText(at(component, 'type'))?.toLowerCase() ?? '';

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The first component of each kind. Kept, since it is looked up for every placeholder of a record. */
const knownKinds = new WeakMap<readonly unknown[], ReadonlyMap<string, unknown>>();

function ofKind(components: unknown, kind: string): unknown {
	const list = listOf(components);
	const known = knownKinds.get(list) ?? new Map(list.map((one): [string, unknown] => [kindOf(one), one]).reverse());
	knownKinds.set(list, known);
	return known.get(kind);
}

/** The keys of the placeholders in a text, each once and in their order. */
function keysIn(text: unknown): string[] {
	const found = [...(firstText(text) ?? '').matchAll(placeholderPattern)];
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

/** The placeholders in the text of a header or body, with their sample values. */
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

/** The label of the button whose link ends in the placeholder at `path`. */
export function buttonAt(components: unknown, path: readonly string[]): string | undefined {
	const [section = '', ...rest] = path;
	if (section === 'cards') {
		const card = at(ofKind(components, 'carousel'), 'cards', Number(rest[0]) - 1, 'components');
		return rest[1] === 'buttons' ? buttonAt(card, rest.slice(1)) : undefined;
	}
	if (section !== 'buttons') return undefined;
	return firstText(at(ofKind(components, 'buttons'), 'buttons', Number(rest[0]) - 1, 'text'));
}

/** The text of a template; undefined if the components are not in Meta's form. */
export function readTemplateText(components: unknown): TemplateText | undefined {
	if (!hasComponents(components)) return undefined;
	const footer = firstText(at(ofKind(components, 'footer'), 'text'));
	const cards = listOf(at(ofKind(components, 'carousel'), 'cards'));
	return {
		...readParts(components),
		...(footer === undefined ? {} : { footer }),
		cards: cards.map((card) => readParts(at(card, 'components'))),
	};
}

/** The parts that a message and a card both have. */
function readParts(components: unknown): CardText {
	const header = ofKind(components, 'header');
	const body = firstText(at(ofKind(components, 'body'), 'text'));
	const text = firstText(at(header, 'text'));
	const format = firstText(at(header, 'format'))?.toLowerCase() ?? 'text';
	return {
		...(header === undefined || (format === 'text' && text === undefined) ? {} : { header: { format, text } }),
		...(body === undefined ? {} : { body }),
		buttons: listOf(at(ofKind(components, 'buttons'), 'buttons')).map(readButton),
	};
}

function readButton(button: unknown): ButtonText {
	const link = firstText(at(button, 'url'), at(button, 'phone_number'));
	return { text: firstText(at(button, 'text'), at(button, 'type')) ?? '', ...(link === undefined ? {} : { link }) };
}

/** Whether a record's components are in Meta's form. */
export const hasComponents = (components: unknown): boolean =>
	listOf(components).some((component) => isObject(component) && kindOf(component) !== '');
