/** What the tests read of a document in Markdown. */

const fenced = /^```(\w*)\n([^]*?)^```$/gm;

/** The lines of every code block in the given language, the blocks one after the other. */
export const codeLines = (text: string, language: string): string[] =>
	[...text.matchAll(fenced)]
		.filter(([, found]) => found === language)
		.flatMap(([, , code = '']) => code.split('\n').filter((line) => line.trim() !== ''));

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
