import { unescape } from './escapes';

/** A shorter text would be found by chance, and in many an answer that has nothing to do with it. */
const shortestSecret = 8;

/** What people paste or services write before the secret itself. */
const label = /^(whsec_|Bearer +)/i;

/**
 * The sources of regular expressions that match a secret wherever a service echoes it: as it is, in hex
 * and in base64, with and without the label that it begins with. Each matches a text of one length, but
 * for what follows it in base64, so that no text takes long. None for a secret that is too short.
 */
export function spellingsOf(secret: string): string[] {
	const given = secret.trim();
	const bare = given.replace(label, '');
	const texts = [...new Set([given, bare].flatMap(readings))].filter((text) => text.length >= shortestSecret);
	// The key of Standard Webhooks, whose base64 may be written in either alphabet, with padding or without.
	const key = /^whsec_/i.test(given) ? Buffer.from(bare, 'base64') : Buffer.alloc(0);
	return [...texts.map(literal), ...[...texts.map((text) => Buffer.from(text, 'utf8')), key].flatMap(encoded)];
}

/** A secret may itself hold what looks like an escape, and be unescaped with the text around it. */
const readings = (text: string): string[] => [text, unescape(text), unescape(unescape(text))];

/** As it is; a plus sign may come back as a blank, and a blank as a plus sign or a line break. */
const literal = (text: string): string =>
	text.replace(/[+\s]|[^a-z\d]/gi, (one) => (/[+\s]/.test(one) ? '[+\\s]' : `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`));

function encoded(bytes: Buffer): string[] {
	if (bytes.length < shortestSecret) return [];
	const hex = bytes.toString('hex').replace(/[a-f]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
	return [hex, ...[0, 1, 2].map((bytesBefore) => base64(bytes, bytesBefore))];
}

/**
 * In base64, in either alphabet, after so many bytes of something else: the characters that the bytes
 * decide alone, then the one that they share with what follows, and the padding.
 */
function base64(bytes: Buffer, bytesBefore: number): string {
	const bits = (bytesBefore + bytes.length) * 8;
	const all = Buffer.concat([Buffer.alloc(bytesBefore), bytes]).toString('base64');
	const own = all.slice(Math.ceil((bytesBefore * 8) / 6), Math.floor(bits / 6));
	const shared = bits % 6 === 0 ? '' : '[\\w+/-]?';
	return `${own.replaceAll('+', '[+-]').replaceAll('/', '[/_]')}${shared}={0,2}`;
}
