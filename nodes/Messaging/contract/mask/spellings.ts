import { standardKey } from '../standardKey';
import { unescape } from './escapes';

/** A shorter secret would match by chance in unrelated texts. */
const shortestSecret = 8;

/** The shortest text that is searched for after escapes in the secret itself were decoded. */
const shortestReading = 4;

/** A prefix that may stand before the secret itself. */
const label = /^(whsec_|Bearer +)/i;

/** One text to search for with indexOf; no regular expression, so that a long secret can't slow it down. */
export interface Spelling {
	readonly text: string;
	/** What follows the text and also belongs to the secret. */
	readonly tail?: RegExp;
}

/**
 * The ways in which a service may write a secret: as it is, in hex and in base64, with and without its
 * prefix. Escapes are decoded elsewhere. Gives nothing for a secret that is too short.
 */
export function spellingsOf(secret: string): Spelling[] {
	const given = secret.trim();
	const bare = given.replace(label, '');
	const texts = [given, bare]
		.filter((text) => text.length >= shortestSecret)
		.flatMap(readings)
		.filter((text) => text.length >= shortestReading);
	// The bytes of a Standard Webhooks key, since a service may write its base64 in another alphabet or padding.
	const isKey = /^whsec_/i.test(given) || standardKey(bare) !== undefined;
	const key = isKey ? [Buffer.from(bare, 'base64')] : [];
	const all = [
		...texts.map((text) => ({ text: withPlainBlanks(text) })),
		...[...texts.map((text) => Buffer.from(text, 'utf8')), ...key].flatMap(encoded),
	];
	return [...new Map(all.map((spelling) => [spelling.text, spelling])).values()];
}

/** The secret may hold something that looks like an escape, which is then decoded together with the text around it. */
const readings = (text: string): string[] => [text, unescape(text), unescape(unescape(text))];

/** Replaces each kind of blank and the plus sign by a space: URL encoding may turn one into the other. */
export const withPlainBlanks = (text: string): string => text.replace(/[^\S ]|\+/g, ' ');

function encoded(bytes: Buffer): Spelling[] {
	if (bytes.length < shortestSecret) return [];
	const hex = bytes.toString('hex');
	return [{ text: hex }, { text: hex.toUpperCase() }, ...[0, 1, 2].flatMap((bytesBefore) => base64(bytes, bytesBefore))];
}

/**
 * The secret in base64, in both alphabets, where `bytesBefore` bytes of other data precede it. `text` holds
 * the characters that depend on the secret alone; `tail` matches the one that also depends on what follows,
 * and the padding.
 */
function base64(bytes: Buffer, bytesBefore: number): Spelling[] {
	const bits = (bytesBefore + bytes.length) * 8;
	const all = Buffer.concat([Buffer.alloc(bytesBefore), bytes]).toString('base64');
	const own = all.slice(Math.ceil((bytesBefore * 8) / 6), Math.floor(bits / 6));
	const tail = bits % 6 === 0 ? /={0,2}/y : /[\w+/-]?={0,2}/y;
	return [own, own.replaceAll('+', '-').replaceAll('/', '_')].map((text) => ({ text: withPlainBlanks(text), tail }));
}
