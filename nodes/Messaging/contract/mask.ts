import { unescape, unescapeWithPlaces, withPlaces, type Unescaped } from './escapes';
import { copyObject, hasLeaf } from './leaves';
import { isObject, readJson, type JsonObject } from './json';
import { spellingsOf } from './spellings';

const masked = '***';

/** How often a text may be escaped over again, such as JSON in a URL in JSON. */
const levels = 3;

/** Puts `***` in the place of secrets, in whatever leaves the package. Gives back as it is what holds none. */
export interface Mask {
	text(text: string): string;
	/** Parsed JSON: in its texts and numbers at any depth, never in the keys of an object. */
	object(object: JsonObject): JsonObject;
	/** The text of an answer, in the values alone where it is a JSON object. */
	body(text: string): string;
}

/** The mask for the secrets of an account; those of fewer than eight characters are passed over. */
export function createMask(secrets: readonly string[]): Mask {
	// Of two that begin alike the longer one counts.
	const longestFirst = [...secrets].sort((one, other) => other.length - one.length);
	const spellings = [...new Set(longestFirst.flatMap(spellingsOf))];
	// Where there is none, what matches nothing.
	const source = spellings.length === 0 ? '(?!)' : spellings.join('|');
	const anySecret = new RegExp(source);

	function isHeldIn(text: string): boolean {
		let current = text;
		for (let level = 0; level <= levels; level++) {
			if (anySecret.test(current)) return true;
			const next = unescape(current);
			if (next === current) return false;
			current = next;
		}
		return false;
	}

	const maskText = (text: string): string =>
		isHeldIn(text) ? replaceSpans(text, findSpans(text, new RegExp(source, 'g'))) : text;

	const isTouched = (leaf: unknown): boolean =>
		typeof leaf === 'string' ? isHeldIn(leaf) : typeof leaf === 'number' && isHeldIn(String(leaf));
	const maskLeaf = (leaf: unknown): unknown => (isTouched(leaf) ? maskText(String(leaf)) : leaf);
	const maskObject = (object: JsonObject): JsonObject =>
		hasLeaf(object, isTouched) ? copyObject(object, maskLeaf) : object;

	return {
		text: maskText,
		object: maskObject,
		body(text) {
			if (!isHeldIn(text)) return text;
			const body = readJson(text);
			return body.ok && isObject(body.value) ? JSON.stringify(maskObject(body.value)) : maskText(text);
		},
	};
}

/** Masks that were asked for lately: each webhook and each run needs that of its account. */
const recent = new Map<string, Mask>();
const mostRecent = 100;

/** The mask for the secrets of an account, made once for many answers. */
export function maskFor(secrets: readonly string[]): Mask {
	const key = JSON.stringify(secrets);
	const mask = recent.get(key) ?? createMask(secrets);
	recent.delete(key);
	recent.set(key, mask);
	for (const oldest of recent.keys()) {
		if (recent.size <= mostRecent) break;
		recent.delete(oldest);
	}
	return mask;
}

type Span = readonly [start: number, end: number];

/** Where a text holds secrets, as it stands and unescaped, in their order; `anySecret` is global. */
function findSpans(text: string, anySecret: RegExp): Span[] {
	const spans: Span[] = [];
	let current = withPlaces(text);
	for (let level = 0; level <= levels; level++) {
		spans.push(...spansAt(current, anySecret));
		const next = unescapeWithPlaces(current);
		if (next.text === current.text) break;
		current = next;
	}
	return spans.sort(([one], [other]) => one - other);
}

/** What overlaps is one span: nothing that two secrets share may remain of either. */
function spansAt({ text, starts }: Unescaped, anySecret: RegExp): Span[] {
	const spans: Span[] = [];
	let [from, to] = [0, 0];
	anySecret.lastIndex = 0;
	for (let match = anySecret.exec(text); match !== null; match = anySecret.exec(text)) {
		anySecret.lastIndex = match.index + 1;
		const [start = 0, end = 0] = [starts[match.index], starts[match.index + match[0].length]];
		if (start > to && to > 0) spans.push([from, to]);
		if (start > to || to === 0) from = start;
		to = Math.max(to, end);
	}
	return to > 0 ? [...spans, [from, to]] : spans;
}

/** The text with one mask in place of all spans that overlap or touch. */
function replaceSpans(text: string, spans: readonly Span[]): string {
	let shown = '';
	let done = 0;
	for (const [start, end] of spans) {
		if (start > done || done === 0) shown += `${text.slice(done, start)}${masked}`;
		done = Math.max(done, end);
	}
	return shown + text.slice(done);
}
