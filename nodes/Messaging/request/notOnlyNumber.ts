/*
 * What a cell for a phone number holds besides one, or in place of one. Its digits would be the number of a stranger, and
 * a library that removes all formatting does not see it.
 */

const day = '(?:0?[1-9]|[12]\\d|3[01])';
const month = '(?:0?[1-9]|1[0-2])';
const between = '\\s?[-./]\\s?';
const anyDate = (year: string) =>
	`${year}${between}${month}${between}${day}|${day}${between}${month}${between}${year}|${month}${between}${day}${between}${year}`;

/** A minus sign, decimals, or a date with its whole year. */
const calculated = new RegExp(`^(?:[-\\u2010-\\u2015\\u2212].*|\\+?\\d+\\.0+|\\+?\\d{7,}\\.\\d{1,3}|[1-9]\\d{0,2}(?:\\s\\d{3})+\\.0+|(?:${anyDate('(?:19|20)\\d\\d')})\\.?)$`, 's');

/** Whether a text is what a spreadsheet makes of a phone number, or of something else in its column. */
export const isCalculated = (text: string): boolean => calculated.test(text);

/** 1.20156E+10, and 1,20156E+10 in other languages. */
const shortened = /^\+?\d(?:[.,]\d+)?E\+?\d{1,2}$/i;

/** Whether a text is how a spreadsheet shows a number that is too long for its column. */
export const isShortened = (text: string): boolean => shortened.test(text);

const shortDate = new RegExp(`^(?:${anyDate('\\d\\d')})\\.?$`);

const octet = '(?:\\d|[1-9]\\d|1\\d\\d|2[0-4]\\d|25[0-5])';
const ipAddress = new RegExp(`^${octet}(?:\\.${octet}){3}(?:[/:]\\d+)?$`);

/** In pairs, it is how many countries write their numbers. */
const inPairs = /^\d\d(?:\.\d\d)+$/;

/** What else a text is, in words; undefined if it can be a number. To be asked only of what is no known mobile number. */
export function otherThanNumber(text: string): string | undefined {
	if (shortDate.test(text)) return 'a date';
	if (ipAddress.test(text) && !inPairs.test(text)) return 'an IP address';
	return isBookNumber(text) ? 'an ISBN' : undefined;
}

/** Whether a text is an ISBN: ten digits in four groups, or thirteen, and the last one proves the others. */
function isBookNumber(text: string): boolean {
	const digits = [...text.replace(/[-\s]/g, '')].map(Number);
	if (/^97[89](?:[-\s]?\d){10}$/.test(text)) return digits.reduce((sum, digit, place) => sum + digit * (place % 2 === 0 ? 1 : 3), 0) % 10 === 0;
	const isTen = digits.length === 10 && /^\d+([-\s])\d+\1\d+\1\d$/.test(text);
	return isTen && digits.reduce((sum, digit, place) => sum + digit * (10 - place), 0) % 11 === 0;
}

/** "2) 0170 …", "(2) 601 …", "1. 0170 …", "1 - 0170 …": what a list writes before its entries. */
const before = /^[([]?\s*\p{Nd}{1,2}\s*(?:(?:\.?[)\]]\.?\s*|\.\s+)(?<number>[([+]?\p{Nd}.*)|[)\].:/\p{Pd}]\s*(?<marked>[([]?[+0].*))$/su;

/** Up to four digits in a group of their own. One with letters is read as an extension. */
const behind = /^(?<number>.*(?<last>(?<!\p{Nd})\p{Nd}+))(?<gap>[^\p{Nd}\p{L}]+)(?<digits>\p{Nd}{1,4})(?<end>[^\p{Nd}\p{L}]*)$/su;

/** Two pairs with the same between them and the group before, such as `123 45 67` and `345-67-89`. */
const pairs = /(?<!\p{Nd})\p{Nd}{1,5}(\P{Nd}{1,3})\p{Nd}{2}\1\p{Nd}{2}\P{Nd}*$/su;

/** Three pairs with the same between them, and the digit that is left over, as in `664 12 34 56 7`. */
const pairsAndOne = /(?<!\p{Nd})\p{Nd}{1,5}([\s.\p{Pd}]{1,3})(?:\p{Nd}{2}\1){3}\p{Nd}$/su;

/** Whether the last digit of a number is one that its pairs leave over. */
export const isLeftOver = (text: string): boolean => pairsAndOne.test(text);

/** Two dashes, dots or the like between groups, and then blanks; or more than one blank. */
const otherGap = /(?:\p{Nd}(?<mark>[^\p{Nd}\s])\p{Nd}+\k<mark>\p{Nd}+\s+|\p{Nd}\s{2,})\p{Nd}+$/su;

/** Takes away what a list writes before its entries; undefined if nothing looks like that. */
export function withoutListMark(text: string): string | undefined {
	const { number, marked } = before.exec(text)?.groups ?? {};
	return number ?? marked;
}

/**
 * Takes away what a copy or a second line adds to a number: "(2)", "/8", "-8", " 7". Gives the rest, undefined if nothing
 * looks like that. Only if the rest is a mobile number does it mean anything: many numbers end in a short group.
 * @param isMobile whether the whole can be a mobile number; else less of it is believed
 */
export function withoutExtra(text: string, isMobile: boolean): string | undefined {
	const { number, last = '', gap = '', digits = '', end = '' } = behind.exec(text)?.groups ?? {};
	if (number === undefined) return undefined;
	// A bracket around the whole number is none around its end.
	const isBracketed = /[([]/.test(gap) || (/[)\]]/.test(end) && !/[([]/.test(number));
	const isExtra = !isMobile || isBracketed || (digits.length <= 2 && isSetApart(text, gap, digits.length === 1 || last.length >= 6));
	return isExtra ? number : undefined;
}

/** Whether one or two digits belong to the number less than they seem. `isOdd`: a number seldom ends so. */
function isSetApart(text: string, gap: string, isOdd: boolean): boolean {
	if (gap.includes('/')) return true;
	if (pairs.test(text)) return false;
	return isOdd || gap.trim() !== '' || otherGap.test(text);
}
