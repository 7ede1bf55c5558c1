import { escapeHtml } from '../text/html';
import { at, firstText } from '../text/json';
import { longestPart, shorten } from '../text/wording';
import { type ButtonText, type CardText, placeholderPattern, type TemplateText } from './templateText';

/** A card or a message as its recipient would read it. */
interface CardPreview {
	readonly header?: string;
	readonly body?: string;
	readonly buttons?: readonly string[];
}

export interface Preview extends CardPreview {
	readonly footer?: string;
	readonly cards?: readonly CardPreview[];
}

/** Fills in a template's text. A placeholder without a value stays as it is. `header` says what a header shows that is not text. */
export function fillTemplateText(text: TemplateText, variables: unknown, header: string | undefined): Preview {
	const cards = text.cards.map((card, place) => {
		const values = at(variables, 'cards', String(place + 1));
		const own = firstText(at(values, 'media_url'), at(values, 'media_id'), at(values, 'header', 'product_retailer_id'), at(values, 'product_retailer_id'));
		return fillCard(card, values, own);
	});
	return {
		...fillCard(text, variables, header),
		...(text.footer === undefined ? {} : { footer: text.footer }),
		...(cards.length === 0 ? {} : { cards }),
	};
}

function fillCard({ header, body, buttons }: CardText, values: unknown, shown: string | undefined): CardPreview {
	const place = shown === undefined ? '' : ` ${shown}`;
	return {
		...(header === undefined ? {} : { header: header.text === undefined ? `[${header.format}]${place}` : fill(header.text, at(values, 'header')) }),
		...(body === undefined ? {} : { body: fill(body, at(values, 'body')) }),
		...(buttons.length === 0 ? {} : { buttons: buttons.map((button, index) => fillButton(button, at(values, 'buttons', String(index + 1)))) }),
	};
}

const fill = (text: string, values: unknown): string =>
	text.replace(placeholderPattern, (gap: string, key: string) => firstText(at(values, key.trim())) ?? gap);

/** A link has one placeholder, at its end. */
function fillButton({ text, link }: ButtonText, ending: unknown): string {
	if (link === undefined) return `[${text}]`;
	return `[${text}] ${link.replace(placeholderPattern, (gap: string) => firstText(ending) ?? gap)}`;
}

/** A preview as HTML for n8n's hints. Every text is masked and escaped; `*bold*` and `_italic_` become tags, as on a phone. */
export function previewHtml(preview: Preview, maskText: (text: string) => string): string {
	const drawn = (text: string) => escapeHtml(shorten(maskText(text), longestPart)).replaceAll('\n', '<br>');
	const linesOf = ({ header, body, footer, buttons = [] }: Preview): string[] => [
		...(header === undefined ? [] : [`<b>${drawn(header)}</b>`]),
		...(body === undefined ? [] : [drawMarks(drawn(body))]),
		...(footer === undefined ? [] : [drawn(footer)]),
		...buttons.map(drawn),
	];
	const { cards = [] } = preview;
	return [...linesOf(preview), ...cards.flatMap((card, place) => [`<b>Card ${place + 1}</b>`, ...linesOf(card)])].join('<br>');
}

/** Not inside words, so that names with underscores stay as they are. */
const drawMarks = (html: string): string =>
	html
		.split('<br>')
		.map((line) =>
			line
				.replace(/(?<![\p{L}\p{N}*])\*([^*\s](?:[^*]*[^*\s])?)\*(?![\p{L}\p{N}*])/gu, '<b>$1</b>')
				.replace(/(?<![\p{L}\p{N}_])_([^_\s](?:[^_]*[^_\s])?)_(?![\p{L}\p{N}_])/gu, '<i>$1</i>'),
		)
		.join('<br>');
