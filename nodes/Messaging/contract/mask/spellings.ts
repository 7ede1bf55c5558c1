import { standardKey } from '../standardKey';
import { unescape } from './escapes';

/** A shorter text would be found by chance, and in many an answer that has nothing to do with it. */
const shortestSecret = 8;

/** What a secret may shrink to where it holds what looks like escapes itself. */
const shortestReading = 4;

/** What people paste or services write before the secret itself. */
const label = /^(whsec_|Bearer +)/i;

/** A way to write a secret, to be looked for as it is: nothing of it can go wrong, however long it is. */
export interface Spelling {
	readonly text: string;
	/** What belongs to it where it follows. */
	readonly tail?: RegExp;
}

/**
 * How a service may write a secret: as it is, in hex and in base64, with and without the label that it
 * begins with. Escapes are not among them. None for a secret that is too short.
 */
export function spellingsOf(secret: string): Spelling[] {
	const given = secret.trim();
	const bare = given.replace(label, '');
	const texts = [given, bare]
		.filter((text) => text.length >= shortestSecret)
		.flatMap(readings)
		.filter((text) => text.length >= shortestReading);
	// The key of Standard Webhooks, whose base64 may be written in either alphabet, with padding or without.
	const isKey = /^whsec_/i.test(given) || standardKey(bare) !== undefined;
	const key = isKey ? [Buffer.from(bare, 'base64')] : [];
	const all = [
		...texts.map((text) => ({ text: withPlainBlanks(text) })),
		...[...texts.map((text) => Buffer.from(text, 'utf8')), ...key].flatMap(encoded),
	];
	return [...new Map(all.map((spelling) => [spelling.text, spelling])).values()];
}

/** A secret may itself hold what looks like an escape, and be unescaped with the text around it. */
const readings = (text: string): string[] => [text, unescape(text), unescape(unescape(text))];

/** A plus sign may come back as a blank, and a blank as a plus sign or another blank: none is told from another. */
export const withPlainBlanks = (text: string): string => text.replace(/[^\S ]|\+/g, ' ');

function encoded(bytes: Buffer): Spelling[] {
	if (bytes.length < shortestSecret) return [];
	const hex = bytes.toString('hex');
	return [{ text: hex }, { text: hex.toUpperCase() }, ...[0, 1, 2].flatMap((bytesBefore) => base64(bytes, bytesBefore))];
}

/**
 * In base64, in either alphabet, after so many bytes of something else: the characters that the bytes
 * decide alone. The one that they share with what follows belongs to it, and the padding.
 */
function base64(bytes: Buffer, bytesBefore: number): Spelling[] {
	const bits = (bytesBefore + bytes.length) * 8;
	const all = Buffer.concat([Buffer.alloc(bytesBefore), bytes]).toString('base64');
	const own = all.slice(Math.ceil((bytesBefore * 8) / 6), Math.floor(bits / 6));
	const tail = bits % 6 === 0 ? /={0,2}/y : /[\w+/-]?={0,2}/y;
	return [own, own.replaceAll('+', '-').replaceAll('/', '_')].map((text) => ({ text: withPlainBlanks(text), tail }));
}
