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
