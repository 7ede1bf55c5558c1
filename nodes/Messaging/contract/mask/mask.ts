import { isObject, readJson, type JsonObject } from '../json';
import { unescape, unescapeWithPlaces, withPlaces, type Unescaped } from './escapes';
import { copyObject, hasLeaf } from './leaves';
import { spellingsOf, withPlainBlanks, type Spelling } from './spellings';

const masked = '***';

/** How many levels of escapes are decoded, such as JSON in a URL in JSON. */
const levels = 3;

/** Replaces secrets by `***` in everything that the package shows or returns. Values without a secret stay the same. */
export interface Mask {
	text(text: string): string;
	/** Masks the texts and numbers of parsed JSON at any depth, never the keys of an object. */
	object(object: JsonObject): JsonObject;
	/** Masks the text of a response; only its values where it is a JSON object. */
	body(text: string): string;
}

/** The mask for the secrets of an account. Secrets of fewer than eight characters are not masked. */
export function createMask(secrets: readonly string[]): Mask {
	const spellings = secrets.flatMap(spellingsOf);
	const isAt = (text: string): boolean => {
		const searched = withPlainBlanks(text);
		return spellings.some((spelling) => searched.includes(spelling.text));
	};

	function isHeldIn(text: string): boolean {
		let current = text;
		for (let level = 0; level <= levels; level++) {
			if (isAt(current)) return true;
			const next = unescape(current);
			if (next === current) return false;
			current = next;
		}
		return false;
	}

	const maskText = (text: string): string =>
		isHeldIn(text) ? replaceSpans(text, findSpans(text, spellings)) : text;

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
			const json = body.ok && isObject(body.value) ? writeJson(maskObject(body.value)) : undefined;
			return json ?? maskText(text);
		},
	};
}

/** Undefined where the object is nested too deeply to be written, even if it could be read. */
function writeJson(object: JsonObject): string | undefined {
	try {
		return JSON.stringify(object);
	} catch {
		return undefined;
	}
}

/** The masks that were used last, since each webhook and each run needs the mask of its account. */
const recent = new Map<string, Mask>();
const mostRecent = 100;

/** The mask for the secrets of an account, created once and reused. */
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

/** The positions of all secrets in a text, escaped or not, sorted by their start. */
function findSpans(text: string, spellings: readonly Spelling[]): Span[] {
	let spans: Span[] = [];
	let current = withPlaces(text);
	for (let level = 0; level <= levels; level++) {
		const searched = withPlainBlanks(current.text);
		for (const spelling of spellings) spans = spans.concat(spansOf(spelling, current, searched));
		const next = unescapeWithPlaces(current);
		if (next.text === current.text) break;
		current = next;
	}
	return spans.sort(([one], [other]) => one - other);
}

/**
 * The positions of one spelling in a text; `searched` is that text with plain blanks. Spans that touch are
 * merged, so that a text full of secrets gives few spans.
 */
function spansOf(spelling: Spelling, { text, starts }: Unescaped, searched: string): Span[] {
	const spans: Span[] = [];
	let [from, to] = [0, 0];
	for (let at = searched.indexOf(spelling.text); at !== -1; at = searched.indexOf(spelling.text, at + 1)) {
		const [start = 0, end = 0] = [starts[at], starts[at + spelling.text.length + tailLength(spelling, text, at)]];
		if (start > to && to > 0) spans.push([from, to]);
		if (start > to || to === 0) from = start;
		to = Math.max(to, end);
	}
	if (to > 0) spans.push([from, to]);
	return spans;
}

function tailLength({ text: { length }, tail }: Spelling, text: string, at: number): number {
	if (tail === undefined) return 0;
	tail.lastIndex = at + length;
	return tail.exec(text)?.[0].length ?? 0;
}

/** Replaces the spans by masks. Spans that overlap or touch get one mask together, so that no part of a secret remains. */
function replaceSpans(text: string, spans: readonly Span[]): string {
	const parts: string[] = [];
	let done = 0;
	for (const [start, end] of spans) {
		if (start > done || done === 0) parts.push(text.slice(done, start), masked);
		done = Math.max(done, end);
	}
	return [...parts, text.slice(done)].join('');
}
