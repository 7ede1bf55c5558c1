/** `{{name}}` and `{{1}}` in a template's copy. */
export const placeholderPattern = /\{\{([^{}]*)\}\}/g;

/** How many characters of the copy are shown on each side of a placeholder, whole words where it can be. */
const reach = 24;

/**
 * The words around the first gap of each key in a copy, the placeholders themselves as `▢`. The copy
 * is gone through once, however many gaps it has.
 */
export function wordsByKey(copy: string): ReadonlyMap<string, string> {
	const pieces: string[] = [];
	const gaps = new Map<string, number>();
	let length = 0;
	let end = 0;
	const add = (piece: string): void => {
		pieces.push(piece);
		length += piece.length;
	};
	for (const match of copy.matchAll(placeholderPattern)) {
		add(plain(copy.slice(end, match.index)));
		end = match.index + match[0].length;
		const key = (match[1] ?? '').trim();
		if (!gaps.has(key)) gaps.set(key, length);
		add('▢');
	}
	add(plain(copy.slice(end)));
	const words = pieces.join('');
	return new Map([...gaps].map(([key, gap]) => [key, `${before(words, gap)}▢${after(words, gap + 1)}`]));
}

const plain = (piece: string): string => piece.replace(/\s+/g, ' ');

function before(words: string, end: number): string {
	if (end <= reach) return words.slice(0, end).trimStart();
	return `…${words.slice(end - reach, end).replace(/^\S+\s/, '')}`;
}

function after(words: string, start: number): string {
	if (words.length - start <= reach) return words.slice(start).trimEnd();
	return `${words.slice(start, start + reach).replace(/\s\S+$/, '')}…`;
}
