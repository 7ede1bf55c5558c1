import { groupBy } from '../text/groupBy';
import type { Mask } from '../text/mask';
import { capitalize, shorten } from '../text/wording';
import { cardKeys, isCardMedia, type Placeholder, placeholderKey } from './section';

/** How many characters of a label the panel shows. */
export const longestLabel = 27;

/** How many characters of an example say something, with the ellipsis. */
const leastExample = 4;

/**
 * A full name for each placeholder of one template, all of them different:
 * `{{order_id}}`, `Body {{1}}`, `Link ending: Track parcel`, `Card 1 {{name}}`.
 */
export function namesOf(placeholders: readonly Placeholder[]): string[] {
	const drafts = placeholders.map((placeholder) => ({ placeholder, ...draftName(placeholder) }));
	const sharing = groupBy(drafts, ({ short }) => short);
	const names = drafts.map(({ short, long }) => (sharing.get(short)?.length === 1 ? short : long));
	return makeDistinct(names, Infinity);
}

/**
 * The labels of one template's fields: at most 27 characters, all of them different, with the example
 * value, cut to the room that there is for it.
 */
export function labelsOf(placeholders: readonly Placeholder[], mask: Mask): string[] {
	// Masked before it is cut: half of a secret would not be recognized.
	const labels = namesOf(placeholders).map((name, place) => {
		const placeholder = placeholders[place];
		const label = inOneLine(mask.text(name));
		const start = `${label}, e.g. `;
		const room = longestLabel - start.length;
		const shown = inOneLine(mask.text(placeholder?.example ?? ''));
		// The beginning of a URL or an ID says nothing.
		const canBeCut = room >= leastExample && placeholder !== undefined && !isCardMedia(placeholder) && !shown.startsWith('http');
		return shown !== '' && (shown.length <= room || canBeCut) ? `${start}${shorten(shown, room)}` : label;
	});
	return makeDistinct(labels, longestLabel);
}

const inOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

interface DraftName {
	readonly short: string;
	/** With the section, for use if another placeholder has the same short name. */
	readonly long: string;
}

function draftName(placeholder: Placeholder): DraftName {
	const { path, title } = placeholder;
	if (title !== undefined) return { short: title, long: title };
	const [section = '', ...rest] = path;
	if (section !== 'cards') return nameInSection(section, placeholder);
	const [position = '', ...inCard] = rest;
	const { short, long } = inCard.length === 1 ? ownName(placeholderKey(placeholder)) : nameInSection(inCard[0] ?? '', placeholder);
	const inside = (name: string) => `Card ${position} ${name.startsWith('{{') ? name : name.charAt(0).toLowerCase() + name.slice(1)}`;
	return { short: inside(short), long: inside(long) };
}

function nameInSection(section: string, placeholder: Placeholder): DraftName {
	const key = placeholderKey(placeholder);
	if (key === 'product_retailer_id') return ownName(key);
	const gap = `{{${key}}}`;
	const long = `${capitalize(section)} ${gap}`;
	if (section === 'buttons') {
		const { button } = placeholder;
		const ending = `Link ending ${gap}`;
		return { short: button === undefined ? ending : `Link ending: ${button}`, long: ending };
	}
	// A name such as {{1}} alone does not say where it stands.
	const isNamed = (section === 'header' || section === 'body') && !/^\d+$/.test(key);
	return { short: isNamed ? gap : long, long };
}

/** The name of a card's media or product. */
function ownName(key: string): DraftName {
	const names: Readonly<Record<string, string>> = cardKeys;
	const name = (Object.hasOwn(names, key) ? names[key] : undefined) ?? `{{${key}}}`;
	return { short: name, long: name };
}

/** Cuts each text to `longest` characters, and adds a number to texts that would be the same. */
function makeDistinct(texts: readonly string[], longest: number): string[] {
	const given = new Set<string>();
	const counts = new Map<string, number>();
	return texts.map((text) => {
		const first = cut(text, longest);
		let label = first;
		let count = counts.get(first) ?? 1;
		while (given.has(label)) {
			count += 1;
			const ending = ` (${count})`;
			label = `${cut(text, longest - ending.length)}${ending}`;
		}
		counts.set(first, count);
		given.add(label);
		return label;
	});
}

/** Cuts a text, but keeps the closing braces of a placeholder. */
function cut(text: string, longest: number): string {
	if (text.length <= longest) return text;
	return text.endsWith('}}') ? `${shorten(text.slice(0, -2), longest - 2)}}}` : shorten(text, longest);
}
