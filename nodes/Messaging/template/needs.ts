import { type Failure, invalidInput } from '../api/failure';
import { longestName, shorten } from '../text/wording';
import { placeholderKey } from './section';
import type { Template } from './template';

/** Refuses a message that lacks something its template needs, as the service would. Undefined if nothing is missing. */
export function findMissing(template: Template, location: unknown, catalogId: string | undefined): Failure | undefined {
	const called = `the template "${shorten(template.name, longestName)}"`;
	if (hasLocationHeader(template) && location === undefined) {
		return invalidInput(
			`'Location' is missing: the header of ${called} shows a location`,
			"Add 'Location' under 'Additional Fields', and give its latitude and longitude.",
		);
	}
	if (hasProductCards(template) && catalogId === undefined) {
		return invalidInput(
			`'Catalog ID' is missing: ${called} shows products`,
			"Add 'Catalog ID' under 'Additional Fields'. It is the ID of the catalog that holds the products.",
		);
	}
	return undefined;
}

const hasLocationHeader = ({ text }: Template): boolean => text?.header?.format === 'location';

/**
 * "catalog_id: Required for product carousels" (API document, "Template send request"). If the record has
 * components, they decide: a placeholder may have the name of a product field for another reason.
 */
const hasProductCards = ({ placeholders, text }: Template): boolean =>
	text === undefined
		? placeholders.some((placeholder) => placeholder.path[0] === 'cards' && placeholderKey(placeholder) === 'product_retailer_id')
		: text.cards.some(({ header }) => header?.format === 'product');
