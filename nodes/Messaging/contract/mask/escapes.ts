/*
 * Decodes the escapes of JSON, URLs (UTF-8) and HTML, and a backslash before punctuation. A backslash
 * before the start of another escape is kept.
 */

const escape =
	/\\(?:u([\da-f]{4})|([!-$'-/:-@[-`{-~bfnrt]))|(%[0-7][\da-f]|%[cd][\da-f]%[89ab][\da-f]|%e[\da-f](?:%[89ab][\da-f]){2}|%f[0-7](?:%[89ab][\da-f]){3})|&(?:#(\d{1,10});?|#x([\da-f]{1,8});?|([a-z]{2,6});)/gi;

const jsonNames: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** The names of the ASCII characters and of the no-break space; only the common one where there are several. */
const htmlNames: Readonly<Record<string, string>> = {
	amp: '&', apos: "'", ast: '*', bsol: '\\', colon: ':', comma: ',', commat: '@', dollar: '$', equals: '=', excl: '!',
	grave: '`', gt: '>', hat: '^', lbrace: '{', lbrack: '[', lcub: '{', lowbar: '_', lpar: '(', lsqb: '[', lt: '<',
	nbsp: '\u00a0', num: '#', percnt: '%', period: '.', plus: '+', quest: '?', quot: '"', rbrace: '}', rbrack: ']',
	rcub: '}', rpar: ')', rsqb: ']', semi: ';', sol: '/', verbar: '|', vert: '|',
};

/** The character that an escape stands for; an unknown escape is kept. */
function decode(
	whole: string,
	unit?: string,
	short?: string,
	percent?: string,
	decimal?: string,
	hex?: string,
	name?: string,
): string {
	if (unit !== undefined) return String.fromCharCode(parseInt(unit, 16));
	if (short !== undefined) return jsonNames[short] ?? short;
	if (percent !== undefined) return Buffer.from(percent.replaceAll('%', ''), 'hex').toString('utf8');
	if (name !== undefined) return htmlNames[name.toLowerCase()] ?? whole;
	const code = decimal === undefined ? parseInt(hex ?? '', 16) : Number(decimal);
	return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
}

/** Decodes each escape in a text once: text that was escaped twice is still escaped once. */
export const unescape = (text: string): string => (/[%&\\]/.test(text) ? text.replace(escape, decode) : text);

/** An unescaped text, with the position in the original of each of its UTF-16 units. */
export interface Unescaped {
	readonly text: string;
	/** One entry for each unit, and one more for the end of the original. */
	readonly starts: Uint32Array;
}

/** A text in which nothing is unescaped yet. */
export function withPlaces(text: string): Unescaped {
	const starts = new Uint32Array(text.length + 1);
	for (let place = 0; place < starts.length; place++) starts[place] = place;
	return { text, starts };
}

/** Like `unescape`, and keeps the positions in the original. */
export function unescapeWithPlaces({ text, starts }: Unescaped): Unescaped {
	const places = new Uint32Array(text.length + 1);
	const parts: string[] = [];
	let read = 0;
	let written = 0;
	function write(part: string, of: Uint32Array): void {
		places.set(of, written);
		parts.push(part);
		written += part.length;
	}
	for (const match of text.matchAll(escape)) {
		write(text.slice(read, match.index), starts.subarray(read, match.index));
		const character = decode(match[0], match[1], match[2], match[3], match[4], match[5], match[6]);
		write(character, new Uint32Array(character.length).fill(starts[match.index] ?? 0));
		read = match.index + match[0].length;
	}
	write(text.slice(read), starts.subarray(read));
	return { text: parts.join(''), starts: places.subarray(0, written + 1) };
}
