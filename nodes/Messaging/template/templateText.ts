import { longestPart, shorten } from '../text/wording';

/** `{{name}}` and `{{1}}` in a template's text. */
export const placeholderPattern = /\{\{([^{}]*)\}\}/g;

/** A header: text, or another format in lower case (`image`, `location`, `product`). */
export interface HeaderText {
	readonly format: string;
	readonly text: string | undefined;
}

export interface ButtonText {
	readonly text: string;
	/** The URL that it opens or the number that it dials. */
	readonly link?: string;
}

export interface CardText {
	readonly header?: HeaderText;
	readonly body?: string;
	readonly buttons: readonly ButtonText[];
}

/** The text of a template, with its placeholders. */
export interface TemplateText extends CardText {
	readonly footer?: string;
	readonly cards: readonly CardText[];
}

/** Whether the header shows media: an image, a video, a document, or a format that this package does not know yet. */
export const hasMediaHeader = ({ header }: TemplateText): boolean =>
	header !== undefined && !['text', 'location', 'product'].includes(header.format);

/** How many cards of a carousel are shown. */
const shownCards = 3;

/**
 * The text of a template as the panel shows it, one line for each part. It must not begin with an equals
 * sign: n8n would read it as an expression, and it comes from a service.
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
	// Masked before it is cut: half of a secret would not be recognized.
	const text = lines.map((line) => shorten(maskText(line), longestPart)).join('\n');
	return text.startsWith('=') ? ` ${text}` : text;
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
