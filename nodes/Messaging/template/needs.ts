import { type Failure, invalidInput } from '../result/failure';
import { longestName, shorten } from '../text/wording';
import { placeholderKey } from './section';
import type { Template } from './template';

/** Refuses a message that lacks something its template needs, as the service would. Undefined if nothing is missing. */
export const findMissing = (template: Template, location: unknown, catalogId: string | undefined): Failure | undefined =>
	needsOf(template, location, catalogId)[0];

/** What a message lacks of what its template needs besides its placeholders. */
export function needsOf(template: Template, location?: unknown, catalogId?: string): Failure[] {
	const called = `the template "${shorten(template.name, longestName)}"`;
	const needs: Failure[] = [];
	if (hasLocationHeader(template) && location === undefined) {
		needs.push(invalidInput(
			`'Location' is missing: the header of ${called} shows a location`,
			"Add 'Location' under 'Additional Fields', and give its latitude and longitude.",
		));
	}
	if (hasProductCards(template) && catalogId === undefined) {
		needs.push(invalidInput(
			`'Catalog ID' is missing: ${called} shows products`,
			"Add 'Catalog ID' under 'Additional Fields'. It is the ID of the catalog that holds the products.",
		));
	}
	return needs;
}

/**
 * Refuses a location for a template whose record shows that its header is another one, or none: most likely the template
 * was changed and the location is left over. Undefined for a template whose header is not known.
 */
export function findSurplus(template: Template, location: unknown): Failure | undefined {
	if (location === undefined || !showsNoLocation(template)) return undefined;
	return invalidInput(
		`'Location' is given, but the header of the template "${shorten(template.name, longestName)}" shows no location`,
		"Remove 'Location' under 'Additional Fields', or choose the template that it belongs to. If templates change from item to item, leave its fields empty for those without one. Nothing was sent.",
	);
}

/** Whether the record shows a header that is no location, or no header. */
export const showsNoLocation = (template: Template): boolean => template.text !== undefined && !hasLocationHeader(template);

const hasLocationHeader = ({ text }: Template): boolean => text?.header?.format === 'location';

/**
 * "catalog_id: Required for product carousels" (API document, "Template send request"). If the record has
 * components, they decide: a placeholder may have the name of a product field for another reason.
 */
const hasProductCards = ({ placeholders, text }: Template): boolean =>
	text === undefined
		? placeholders.some((placeholder) => placeholder.path[0] === 'cards' && placeholderKey(placeholder) === 'product_retailer_id')
		: text.cards.some(({ header }) => header?.format === 'product');
