/*
 * Undoes the escapes of JSON and JavaScript, of URLs and of HTML. By hand and not by a pattern's replacements: a service can
 * send millions of escapes in one response, and a call for each held up n8n for half a minute.
 */

/** A text without one level of its escapes. */
export interface Unescaped {
	readonly text: string;
	/** Where each of its characters, and its end, stood before; undefined unless that was asked for. */
	readonly origins: Uint32Array | undefined;
}

/** What an escape stands for, and how long it is. */
interface Escape {
	readonly said: string;
	readonly length: number;
}

/**
 * Undoes one level of escapes; undefined if there are none. A backslash before another escape is kept, and so is an
 * impossible escape. A text never becomes longer.
 */
export function unescape(text: string, withOrigins: boolean): Unescaped | undefined {
	if (!/[%&\\]/.test(text)) return undefined;
	const units = new Uint16Array(text.length);
	const origins = withOrigins ? new Uint32Array(text.length + 1) : undefined;
	let length = 0;
	let isChanged = false;
	const write = (unit: number, at: number) => {
		units[length] = unit;
		if (origins !== undefined) origins[length] = at;
		length += 1;
	};
	for (let at = 0; at < text.length; ) {
		const unit = text.charCodeAt(at);
		const escape = unit === percent || unit === ampersand || unit === backslash ? readEscape(text, at, unit) : undefined;
		if (escape === undefined) {
			write(unit, at);
			at += 1;
		} else {
			for (let place = 0; place < escape.said.length; place++) write(escape.said.charCodeAt(place), at);
			at += escape.length;
			isChanged = true;
		}
	}
	if (!isChanged) return undefined;
	if (origins !== undefined) origins[length] = text.length;
	return { text: textOf(units.subarray(0, length)), origins };
}

const percent = 0x25;
const ampersand = 0x26;
const backslash = 0x5c;

function readEscape(text: string, at: number, unit: number): Escape | undefined {
	if (unit === backslash) return readBackslash(text, at);
	const byte = unit === percent ? hexAt(text, at + 1, 2) : undefined;
	if (byte !== undefined && byte < 0x80) return { said: String.fromCharCode(byte), length: 3 };
	longEscape.lastIndex = at;
	const [whole, bytes, hex, decimal, name] = longEscape.exec(text) ?? [];
	if (whole === undefined) return undefined;
	if (bytes !== undefined) return { said: Buffer.from(bytes.replaceAll('%', ''), 'hex').toString(), length: whole.length };
	const code = Number(decimal ?? `0x${hex ?? ''}`);
	const said = name === undefined ? (code <= 0x10_ff_ff ? String.fromCodePoint(code) : undefined) : htmlNames[name.toLowerCase()];
	return said === undefined ? undefined : { said, length: whole.length };
}

/** Characters beyond ASCII in a URL, in UTF-8, and those of HTML, by number or by name. */
const longEscape =
	/(%[cd][\da-f]%[89ab][\da-f]|%e[\da-f](?:%[89ab][\da-f]){2}|%f[0-7](?:%[89ab][\da-f]){3})|&(?:#x([\da-f]{1,8});?|#(\d{1,10});?|([a-z]{2,6});)/iy;

/** Those that escapers write, and those of the characters that keys have. */
const htmlNames: Readonly<Record<string, string>> = {
	amp: '&', apos: "'", equals: '=', gt: '>', lowbar: '_', lt: '<', nbsp: '\u00a0', period: '.', plus: '+', quot: '"', sol: '/',
};

function readBackslash(text: string, at: number): Escape | undefined {
	const next = text[at + 1] ?? '';
	const short = shortEscapes.get(next);
	if (short !== undefined) return { said: short, length: 2 };
	const digits = next === 'u' || next === 'U' ? 4 : next === 'x' || next === 'X' ? 2 : 0;
	const code = digits === 0 ? undefined : hexAt(text, at + 2, digits);
	return code === undefined ? undefined : { said: String.fromCharCode(code), length: 2 + digits };
}

/** What may stand after a backslash, and what both stand for: not `%` and `&`, which may begin an escape themselves. */
const shortEscapes: ReadonlyMap<string, string> = new Map([
	...[...'!"#$\'()*+,-./:;<=>?@[\\]^_`{|}~BFNRT'].map((one) => [one, one] as const),
	...Object.entries({ b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }),
]);

/** Each digit twice: in lower case, and in upper case sixteen places further on. */
const hexDigits = '0123456789abcdef0123456789ABCDEF';

/** The number that so many hexadecimal digits write; undefined if there are not so many. */
function hexAt(text: string, start: number, digits: number): number | undefined {
	let value = 0;
	for (let at = start; at < start + digits; at++) {
		const digit = hexDigits.indexOf(text[at] ?? ' ');
		if (digit === -1) return undefined;
		value = value * 16 + (digit % 16);
	}
	return value;
}

/** More arguments than this may be too many for one call. */
const longestCall = 10_000;

function textOf(units: Uint16Array): string {
	let text = '';
	for (let at = 0; at < units.length; at += longestCall) text += Reflect.apply(String.fromCharCode, undefined, units.subarray(at, at + longestCall));
	return text;
}
