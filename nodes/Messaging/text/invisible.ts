/*
 * Characters that nobody sees, such as zero-width spaces, direction marks and control characters. Texts that are copied
 * from a page or written by a language model may hold them.
 */

/** With halves of characters, private and no characters, the mark of a removed object and the blank Braille pattern, which mostly show nothing either. */
const invisible = /[\p{Noncharacter_Code_Point}\ufffc\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** A text without them, with plain blanks, trimmed. */
export const withoutInvisible = (text: string): string => text.replace(invisible, '').replace(/\p{Zs}/gu, ' ').trim();

/** Where they belong to the writing: line feeds, tabs, in emoji (the last are three flags), between letters that join. */
const ordinary =
	/[\n\t]|(?<=\p{Extended_Pictographic}|[#*\d](?=\ufe0f\u20e3))[\ufe0e\ufe0f]|(?<=\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})?)\u200d(?=\p{Extended_Pictographic})|\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}|(?<=(?=[\p{L}\p{M}])[\u0620-\u109f\u1780-\u18aa])[\u200c\u200d](?=(?=[\p{L}\p{M}])[\u0620-\u109f\u1780-\u18aa])/u;

const ordinaryOrNot = new RegExp(`(${ordinary.source})|${invisible.source}`, 'gu');

/** Whether a text has only such characters and blanks. */
export const isInvisible = (text: string): boolean => withoutInvisible(text) === '';

/** What chooses between the forms of an emoji. */
const variation = /[\ufe0e\ufe0f]/;

/**
 * A text as its reader takes it, trimmed: what looks the same mostly is the same then. Line breaks stay, and joiners where
 * they belong to the writing: without them, it would be another word or another emoji.
 */
export const asRead = (text: string): string =>
	text
		.replace(/\r\n?|[\v\f\x85\u2028\u2029]/g, '\n')
		.replace(ordinaryOrNot, (_found: string, kept?: string) => (kept === undefined || variation.test(kept) ? '' : kept))
		.replace(/\p{Zs}/gu, ' ')
		.trim();

/** A text in which they are written as `\uXXXX`, so that its reader knows all of it. */
export const showInvisible = (text: string): string =>
	text.replace(/\r\n?/g, '\n').replace(ordinaryOrNot, (found: string, kept?: string) => kept ?? escapeOf(found));

function escapeOf(character: string): string {
	const hex = (character.codePointAt(0) ?? 0).toString(16);
	return hex.length > 4 ? `\\u{${hex}}` : `\\u${hex.padStart(4, '0')}`;
}
