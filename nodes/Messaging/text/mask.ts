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

/** What is masked if a secret is escaped: the value in a URL, else the word, else the whole text. */
const parts = [/[^\s"'<>?&=]+/g, /[^\s"'<>]+/g, /[^]+/g];

/** The mask for the secrets of an account: as they are, in hex and in base64, each also escaped. */
export function maskFor(secrets: readonly string[]): Mask {
	const spellings = [...new Set(secrets.flatMap(spellingsOf))];
	const holdsSecret = (text: string): boolean =>
		readings(text).map(withPlainBlanks).some((read) => spellings.some((spelling) => read.includes(spelling)));
	const maskText = (text: string): string => {
		if (!holdsSecret(text)) return text;
		let shown = hide(text, spellings);
		for (const part of parts) {
			if (!holdsSecret(shown)) break;
			shown = shown.replace(part, (one) => (holdsSecret(one) ? masked : one));
		}
		return shown;
	};
	const maskLeaf = (leaf: unknown): unknown => {
		const text = typeof leaf === 'number' ? String(leaf) : leaf;
		return typeof text === 'string' && holdsSecret(text) ? maskText(text) : leaf;
	};
	return {
		text: maskText,
		object: (object) => replaceLeaves(object, maskLeaf),
		body(text) {
			const body = holdsSecret(text) ? readJson(text) : undefined;
			if (body?.ok !== true || !isObject(body.value)) return maskText(text);
			try {
				return JSON.stringify(replaceLeaves(body.value, maskLeaf));
			} catch {
				// Nested too deeply to be written, even if it could be read.
				return maskText(text);
			}
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
	return [...texts.flatMap(readings), ...bytes.flatMap(encodings)]
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

/** Masks spellings. Those that overlap or touch get one mask together, so that no part of a secret remains. */
function hide(text: string, spellings: readonly string[]): string {
	const searched = withPlainBlanks(text);
	const spans: Array<readonly [start: number, end: number]> = [];
	for (const spelling of spellings) {
		for (let at = searched.indexOf(spelling); at !== -1; at = searched.indexOf(spelling, at + 1)) {
			spans.push([at, at + spelling.length]);
		}
	}
	let shown = '';
	let done = 0;
	for (const [start, end] of spans.sort(([one], [other]) => one - other)) {
		if (start > done || done === 0) shown += text.slice(done, start) + masked;
		done = Math.max(done, end);
	}
	return shown + text.slice(done);
}

/** A copy with each leaf replaced; the object itself if all stay. Not recursive: deep JSON would overflow the stack. */
function replaceLeaves(object: JsonObject, leafOf: (leaf: unknown) => unknown): JsonObject {
	const nodes: object[] = [object];
	let isChanged = false;
	for (const node of nodes) {
		for (const one of Object.values(node)) {
			if (typeof one === 'object' && one !== null) nodes.push(one);
			else isChanged ||= leafOf(one) !== one;
		}
	}
	const copies = new Map<unknown, object>();
	// The innermost first. With `fromEntries` a key `__proto__` stays a key.
	for (const node of isChanged ? nodes.reverse() : []) {
		const entries = Object.entries(node).map(([key, one]) => [key, copies.get(one) ?? leafOf(one)] as const);
		copies.set(node, Array.isArray(node) ? entries.map(([, one]) => one) : Object.fromEntries(entries));
	}
	const copy = copies.get(object);
	return isObject(copy) ? copy : object;
}

/** The escapes of JSON and JavaScript, of URLs (in UTF-8) and of HTML. A backslash before another escape is kept. */
const escape =
	/\\(?:u([\da-f]{4})|x([\da-f]{2})|([!-$'-/:-@[-`{-~bfnrt]))|(%[0-7][\da-f]|%[cd][\da-f]%[89ab][\da-f]|%e[\da-f](?:%[89ab][\da-f]){2}|%f[0-7](?:%[89ab][\da-f]){3})|&(?:#x([\da-f]{1,8});?|#(\d{1,10});?|([a-z]{2,6});)/gi;

const jsonNames: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };
/** Those that escapers write, and those of the characters that keys have. */
const htmlNames: Readonly<Record<string, string>> = {
	amp: '&', apos: "'", equals: '=', gt: '>', lowbar: '_', lt: '<', nbsp: '\u00a0', period: '.', plus: '+', quot: '"', sol: '/',
};

/** The character that an escape stands for; an impossible one is kept. */
function decode(whole: string, ...[unit, byte, short, percent, hex, decimal, name]: ReadonlyArray<string | undefined>): string {
	if (short !== undefined) return jsonNames[short] ?? short;
	if (percent !== undefined) return Buffer.from(percent.replaceAll('%', ''), 'hex').toString();
	if (name !== undefined) return htmlNames[name.toLowerCase()] ?? whole;
	const code = Number(decimal ?? `0x${unit ?? byte ?? hex}`);
	return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
}

/** A text as it is, and without its escapes, as often as it may have been escaped: JSON in a URL in JSON has three levels. */
export function readings(text: string): string[] {
	const all = [text];
	for (let said = text; all.length <= 6 && /[%&\\]/.test(said); all.push(said)) {
		const next = said.replace(escape, decode);
		if (next === said) break;
		said = next;
	}
	return all;
}
