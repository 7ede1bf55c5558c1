import fc from 'fast-check';

import { unescape } from '../../nodes/Messaging/text/escapes';
import { runs } from '../support/propertyRuns';

const escape =
	/\\(?:u([\da-f]{4})|x([\da-f]{2})|([!-$'-/:-@[-`{-~bfnrt]))|(%[0-7][\da-f]|%[cd][\da-f]%[89ab][\da-f]|%e[\da-f](?:%[89ab][\da-f]){2}|%f[0-7](?:%[89ab][\da-f]){3})|&(?:#x([\da-f]{1,8});?|#(\d{1,10});?|(amp|apos|equals|gt|lowbar|lt|nbsp|period|plus|quot|sol);)/gi;
const names: Readonly<Record<string, string>> = {
	b: '\b', f: '\f', n: '\n', r: '\r', t: '\t',
	amp: '&', apos: "'", equals: '=', gt: '>', lowbar: '_', lt: '<', nbsp: '\u00a0', period: '.', plus: '+', quot: '"', sol: '/',
};

/** The same by a pattern: short, and much too slow for a long text. */
const byPattern = (text: string): string =>
	text.replace(escape, (whole: string, ...[unit, byte, short, percent, hex, decimal, name]: ReadonlyArray<string | undefined>) => {
		if (short !== undefined) return names[short] ?? short;
		if (percent !== undefined) return Buffer.from(percent.replaceAll('%', ''), 'hex').toString();
		if (name !== undefined) return names[name.toLowerCase()] ?? whole;
		const code = Number(decimal ?? `0x${unit ?? byte ?? hex}`);
		return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
	});

const pieces = fc.constantFrom(
	...'%&\\#;xXuU0149aAfFeEcCdDbn/"\u00e9 \ud83d',
	'%25', '%c3%a9', '%e2%82%ac', '%F0%9F%98%80', '%c0%80', '&#x', '&#38;', '&amp;', '&AMP;', '&nosuch;', '&#x110000;', '\\u005C', '\\U0041', '\\x26', '\\n', '\\N',
);

test('property: one level of escapes is undone as by a pattern, and each character is known to come from where it stood', () => {
	fc.assert(
		fc.property(fc.array(pieces, { maxLength: 30 }), (some) => {
			const text = some.join('');
			const undone = unescape(text, true);
			expect(undone?.text ?? text).toBe(byPattern(text));
			expect(unescape(text, false)).toEqual(undone && { text: undone.text, origins: undefined });
			const origins = [...(undone?.origins ?? [])].slice(0, (undone?.text.length ?? -1) + 1);
			expect(origins.at(-1) ?? text.length).toBe(text.length);
			// What stands before a place reads as what was read up to there.
			for (const [at, origin] of origins.entries()) if (origin !== origins[at - 1]) expect(byPattern(text.slice(origin))).toBe(undone?.text.slice(at));
		}),
		runs(5000),
	);
});
