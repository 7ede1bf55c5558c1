import { placeholderKey, type Placeholder } from './section';

/*
 * A card's media is given by URL or by ID. Where the record names both, exactly one is needed.
 */

const others: Readonly<Record<string, string>> = { media_url: 'media_id', media_id: 'media_url' };

/** Whether a placeholder is the media of a card, by URL or by ID. */
export const isCardMedia = (placeholder: Placeholder): boolean =>
	placeholder.path[0] === 'cards' && Object.hasOwn(others, placeholderKey(placeholder));

/** The index of the other placeholder for the same card's media; undefined where there is none. */
export function otherMedia(placeholder: Placeholder, placeByPath: ReadonlyMap<string, number>): number | undefined {
	if (!isCardMedia(placeholder)) return undefined;
	const wanted = others[placeholderKey(placeholder)] ?? '';
	return placeByPath.get(JSON.stringify([...placeholder.path.slice(0, -1), wanted]));
}
