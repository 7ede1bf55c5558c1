import { unescape, type Unescaped } from './escapes';
import { isObject, type JsonObject, readJson } from './json';
import { standardKey } from './standardKey';

/** Replaces secrets by `***` in everything that the package shows or returns. Values without a secret stay the same. */
export interface Mask {
	text(text: string): string;
	/** Masks the texts and numbers of parsed JSON at any depth, never the keys of an object. */
	object(object: JsonObject): JsonObject;
	/** Masks the text of a response; only its values if it is a JSON object. */
	body(text: string): string;
}

const masked = '***';

/** A shorter secret would match by chance in unrelated texts. */
const shortestSecret = 8;

/** A longer text with a secret in it is masked as a whole, in characters: it would take too much to know where the secret is. */
const longestShown = 1_000_000;

/** The mask for the secrets of an account: as they are, in hex and in base64, each also escaped. */
export function maskFor(secrets: readonly string[]): Mask {
	const spellings = [...new Set(secrets.flatMap(spellingsOf))].sort((one, other) => one.length - other.length);
	const shortest = spellings[0]?.length ?? Infinity;
	const maskText = (text: string): string => {
		// Most values are short, and there may be millions.
		if (text.length < shortest) return text;
		if (text.length > longestShown) return holdsOne(spellings, text) ? masked : text;
		const places = placesOf(spellings, text);
		if (places === undefined) return text;
		const shown = hide(text, places);
		// What stands on both sides of a mask may be read as a secret now.
		return holdsOne(spellings, shown) ? masked : shown;
	};
	const maskLeaf = (leaf: unknown): unknown => {
		const text = typeof leaf === 'number' ? String(leaf) : leaf;
		if (typeof text !== 'string') return leaf;
		const shown = maskText(text);
		return shown === text ? leaf : shown;
	};
	return {
		text: maskText,
		object: (object) => replaceLeaves(object, maskLeaf),
		body(text) {
			const shown = maskText(text);
			const body = shown === text ? undefined : readJson(text);
			return body?.ok === true && isObject(body.value) ? JSON.stringify(replaceLeaves(body.value, maskLeaf)) : shown;
		},
	};
}

/** What to search for, with and without the prefix of the secret; nothing for a secret that is too short. */
function spellingsOf(secret: string): string[] {
	const given = secret.trim();
	const texts = [given, given.replace(/^(whsec_|Bearer +)/i, '')].filter(({ length }) => length >= shortestSecret);
	// The bytes of a Standard Webhooks key too, since a service may write its base64 in another way.
	const bytes = [...texts.map((text) => Buffer.from(text)), standardKey(given)].filter((one) => one !== undefined);
	// A secret that looks like an escape is unescaped together with the text around it.
	return [...texts.flatMap((text) => [...readings(text)].map((reading) => reading.text)), ...bytes.flatMap(encodings)]
		.map(withPlainBlanks)
		.filter(({ length }) => length >= shortestSecret / 2);
}

/** Each kind of blank and the plus sign as a space: URL encoding may turn one into the other. */
const withPlainBlanks = (text: string): string => text.replace(/[^\S ]|\+/g, ' ');

/**
 * Bytes in hex and in base64, in both alphabets. Where its digits begin depends on how many bytes precede; the last one may
 * hold bits of what follows.
 */
function encodings(bytes: Buffer): string[] {
	const hex = bytes.toString('hex');
	const base64 = [0, 1, 2].flatMap((before) => {
		const padded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64').slice(Math.ceil((before * 4) / 3));
		const digits = padded.replaceAll('=', '');
		return [padded, digits, digits.slice(0, -1)];
	});
	return [hex, hex.toUpperCase(), ...base64, ...base64.map((digits) => digits.replaceAll('+', '-').replaceAll('/', '_'))];
}

/** How often a text may have been escaped: JSON in a URL in JSON has three levels. */
const deepestEscape = 6;

/** A text as it is, and without one level of its escapes after the other. */
function* readings(text: string, withOrigins = false): Generator<Unescaped> {
	let reading: Unescaped | undefined = { text, origins: undefined };
	for (let level = 0; level <= deepestEscape && reading !== undefined; level++) {
		yield reading;
		reading = unescape(reading.text, withOrigins);
	}
}

/** Whether a text holds one of the spellings, which are sorted by their length, in one of its readings. */
function holdsOne(spellings: readonly string[], text: string): boolean {
	for (const reading of readings(text)) {
		const searched = withPlainBlanks(reading.text);
		if (spellings.some((spelling) => searched.includes(spelling))) return true;
	}
	return false;
}

/** Which characters of a text belong to one of the spellings, in any of its readings (1); undefined if none does. */
function placesOf(spellings: readonly string[], text: string): Uint8Array | undefined {
	let places: Uint8Array | undefined;
	const levels: Uint32Array[] = [];
	const originOf = (at: number) => levels.reduceRight((place, origins) => origins[place] ?? 0, at);
	for (const reading of readings(text, true)) {
		if (reading.origins !== undefined) levels.push(reading.origins);
		const searched = withPlainBlanks(reading.text);
		for (const spelling of spellings) {
			if (spelling.length > searched.length) break;
			let end = 0;
			for (let at = searched.indexOf(spelling); at !== -1; at = searched.indexOf(spelling, at + 1)) {
				places ??= new Uint8Array(text.length);
				const start = Math.max(at, end);
				end = at + spelling.length;
				places.fill(1, originOf(start), originOf(end));
			}
		}
	}
	return places;
}

/** Masks characters. Spellings that overlap or touch get one mask together, so that no part of a secret remains. */
function hide(text: string, places: Uint8Array): string {
	let shown = '';
	for (let start = 0; start < text.length; ) {
		const end = places.indexOf(places[start] === 1 ? 0 : 1, start);
		const next = end === -1 ? text.length : end;
		shown += places[start] === 1 ? masked : text.slice(start, next);
		start = next;
	}
	return shown;
}

/**
 * Replaces leaves. Only what holds a replaced one is copied; the object itself is given if all stay. Not recursive: deep
 * JSON would overflow the stack.
 */
function replaceLeaves(object: JsonObject, leafOf: (leaf: unknown) => unknown): JsonObject {
	const nodes: object[] = [object];
	/** Where the node that holds each one stands in the list. */
	const holders: number[] = [0];
	/** The new leaves of the nodes that will be copied: by the node, and by their place in it. */
	const replaced = new Map<number, Map<number, unknown>>();
	for (let node = 0; node < nodes.length; node++) {
		// Without keys: those of a list of millions would be texts.
		const values: readonly unknown[] = Object.values(nodes[node] ?? {});
		for (let place = 0; place < values.length; place++) {
			const one = values[place];
			if (typeof one === 'object' && one !== null) {
				nodes.push(one);
				holders.push(node);
				continue;
			}
			const leaf = leafOf(one);
			if (leaf === one) continue;
			for (let holder = node; !replaced.has(holder); holder = holders[holder] ?? 0) replaced.set(holder, new Map());
			replaced.get(node)?.set(place, leaf);
		}
	}
	const copies = new Map<unknown, object>();
	// The innermost first: what holds another one stands before it in the list.
	for (const [place, leaves] of [...replaced].sort(([one], [other]) => other - one)) {
		const node = nodes[place] ?? {};
		const shown = (one: unknown, at: number): unknown => copies.get(one) ?? leaves.get(at) ?? one;
		// With `fromEntries` a key `__proto__` stays a key.
		copies.set(node, Array.isArray(node) ? node.map(shown) : Object.fromEntries(Object.entries(node).map(([key, one], at) => [key, shown(one, at)])));
	}
	const copy = copies.get(object);
	return isObject(copy) ? copy : object;
}
