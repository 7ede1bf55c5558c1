/** What the tests read of a document in Markdown. */

const fenced = /^```(\w*)\n([^]*?)^```$/gm;

/** The lines of every code block in the given language, the blocks one after the other. */
export const codeLines = (text: string, language: string): string[] =>
	[...text.matchAll(fenced)]
		.filter(([, found]) => found === language)
		.flatMap(([, , code = '']) => code.split('\n').filter((line) => line.trim() !== ''));

/** The blocks of code, fenced or indented by four blanks. An indented one has no language. */
export const blocksOf = (text: string): Array<{ readonly language: string; readonly code: string }> => [
	...[...text.matchAll(fenced)].map(([, language = '', code = '']) => ({ language, code })),
	...[...text.replace(fenced, '').matchAll(/(?<=\n\n)(?: {4}.*\n)+/g)].map(([code]) => ({ language: '', code: code.replace(/^ {4}/gm, '') })),
];

/** Where links and images lead, as written. */
export const linksOf = (text: string): string[] =>
	[...text.replace(fenced, '').matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);

/** The anchors that GitHub gives to the headings. */
export const anchorsOf = (text: string): string[] =>
	[...text.replace(fenced, '').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
		heading.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-'),
	);

/** What stands between backticks. */
export const codeSpansOf = (text: string): string[] =>
	[...text.replace(fenced, '').matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);

/** A document's prose: without its code. */
const proseOf = (text: string): string => text.replace(fenced, '').replace(/^ {4}.*$/gm, '').replace(/`[^`\n]+`/g, '`');

const onOneLine = (text: string): string => text.replace(/\s+/g, ' ');

/** What is bold, but for the words that open a paragraph or an entry of a list and end with a full stop or a colon. */
export const boldIn = (text: string): string[] =>
	[...proseOf(text).replace(/^(?:- |\d+\. )?\*\*[^*]+[.:]\*\*/gm, '').matchAll(/\*\*([^*]+)\*\*/g)].map(
		([, bold = '']) => onOneLine(bold),
	);

/** What is in italics. */
export const italicIn = (text: string): string[] =>
	[...proseOf(text).matchAll(/(?<![*\w])\*([^*\s][^*]*)\*(?![*\w])/g)].map(([, italic = '']) => onOneLine(italic));

/** The cells of the rows of the table whose head begins with the given cells; empty when there is none. */
export function tableIn(text: string, ...head: string[]): string[][] {
	const lines = text.split('\n');
	const start = lines.findIndex((line) => line.startsWith('|') && head.every((cell, at) => cells(line)[at] === cell));
	if (start < 0) return [];
	const rows = lines.slice(start + 2);
	const end = rows.findIndex((line) => !line.startsWith('|'));
	return (end < 0 ? rows : rows.slice(0, end)).map(cells);
}

const cells = (line: string): string[] =>
	line
		.split('|')
		.slice(1, -1)
		.map((cell) => cell.trim());
