/*
 * Characters that nobody sees, such as zero-width spaces, direction marks and control characters. Texts that are copied
 * from a page or written by a language model may hold them.
 */

/** With halves of characters, private characters and the blank Braille pattern, which mostly show nothing either. */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** A text without them, with plain blanks, trimmed. */
export const withoutInvisible = (text: string): string => text.replace(invisible, '').replace(/\p{Zs}/gu, ' ').trim();
