import { shorten } from '../wording';

/** `{{name}}` and `{{1}}` in a template's text. */
export const placeholderPattern = /\{\{([^{}]*)\}\}/g;

/** A header: a text, or the format of what else it shows, in lower case (`image`, `location`, `product`). */
export interface HeaderText {
	readonly format: string;
	readonly text: string | undefined;
}

export interface ButtonText {
	readonly text: string;
	/** What it opens or dials. */
	readonly link?: string;
}

export interface CardText {
	readonly header?: HeaderText;
	readonly body?: string;
	readonly buttons: readonly ButtonText[];
}

/** The words of a template, with its placeholders in them. */
export interface TemplateText extends CardText {
	readonly footer?: string;
	readonly cards: readonly CardText[];
}

/** Whether a message can bring media of its own for the header: an image, a video, a document, or what comes up after them. */
export const hasMediaHeader = ({ header }: TemplateText): boolean =>
	header !== undefined && !['text', 'location', 'product'].includes(header.format);

/** The most characters of each part that the panel shows: more than any service takes. */
const longestPart = 2_000;

/** How many cards of a carousel are shown. */
const shownCards = 3;

/**
 * The text of a template as the panel shows it, a line for each part. n8n takes a value that begins
 * with an equals sign for an expression, and this one comes from a service.
 */
export function formatTemplateText(template: TemplateText, maskText: (text: string) => string): string {
	const { footer, cards } = template;
	const more = cards.length - shownCards;
	const lines = [
		...linesOf(template),
		...(footer === undefined ? [] : [footer]),
		...template.buttons.map(buttonLine),
		...cards.slice(0, shownCards).map((card, place) => `Card ${place + 1}: ${[...linesOf(card), ...card.buttons.map(buttonLine)].join(' · ')}`),
		...(more > 0 ? [`And ${more} more card${more === 1 ? '' : 's'}`] : []),
	];
	// Half of a secret would not be recognized: what is shown is masked before it is cut.
	const text = lines.map((line) => shorten(maskText(line), longestPart)).join('\n');
	return text.startsWith('=') ? ` ${text}` : text;
}

/** About as many characters as a line of a field has room for, and as many rows as n8n gives to one. */
const fieldWidth = 46;
const fieldRows = 10;

/**
 * A text for a field of n8n's panel, which has a row for each line break and none for a line that
 * wraps: empty lines at the end make room for those.
 */
export function withRoomToWrap(text: string): string {
	const lines = text.split('\n');
	const rows = lines.reduce((sum, line) => sum + rowsOf(line), 0);
	return text + '\n'.repeat(Math.max(0, Math.min(rows, fieldRows) - lines.length));
}

/** In how many rows a line is shown: whole words, and a longer word broken. */
function rowsOf(line: string): number {
	let rows = 1;
	let column = 0;
	for (const { length } of line.split(' ')) {
		const end = column === 0 ? length : column + 1 + length;
		if (end > fieldWidth && column > 0) rows += 1;
		const begun = end > fieldWidth ? length : end;
		rows += Math.max(0, Math.ceil(begun / fieldWidth) - 1);
		column = begun > fieldWidth ? begun % fieldWidth : begun;
	}
	return rows;
}

const linesOf = ({ header, body }: CardText): string[] => [
	...(header === undefined ? [] : [header.text ?? `[${header.format}]`]),
	...(body === undefined ? [] : [body]),
];

const buttonLine = ({ text, link }: ButtonText): string => `[${text}]${link === undefined ? '' : ` ${link}`}`;

/** The first words of a template, in one line. */
export function firstWords(text: TemplateText): string {
	return (text.body ?? text.header?.text ?? '').replace(/\s+/g, ' ').trim();
}
