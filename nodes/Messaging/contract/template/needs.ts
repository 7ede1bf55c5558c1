import { invalidInput, type Failure } from '../failure';
import { shorten } from '../wording';
import { placeholderKey } from './section';
import type { Template } from './template';

/** What a message brings beside the values of the placeholders. */
interface Given {
	readonly location: unknown;
	readonly catalogId: string | undefined;
}

/** What a template needs and a message does not bring: the service would refuse it. Undefined where nothing is. */
export function findMissing(template: Template, { location, catalogId }: Given): Failure | undefined {
	const called = `the template "${shorten(template.name, 100)}"`;
	if (hasLocationHeader(template) && location === undefined) {
		return invalidInput(
			`'Location' is missing: the header of ${called} shows a place`,
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
 * "catalog_id: Required for product carousels" (API document, "Template send request"). The components
 * decide where the record has them; a placeholder may be named like a product for reasons of its own.
 */
const hasProductCards = ({ placeholders, text }: Template): boolean =>
	text === undefined
		? placeholders.some((placeholder) => placeholder.path[0] === 'cards' && placeholderKey(placeholder) === 'product_retailer_id')
		: text.cards.some(({ header }) => header?.format === 'product');
