import { record, templateRow, type BodyRow } from './row';

const location = (details: Record<string, unknown>) => ({
	additionalFields: { location: { details } } as never,
});
const one = { body: [{ param_name: 'a' }] };
const filled = { body: { a: 'x' } };

/** Rules of "variables object" and of the placeholders' values. */
export const variableRows: readonly BodyRow[] = [
	templateRow('variables are omitted entirely without placeholders: {}', {}, {}, undefined),
	templateRow('variables are omitted entirely without placeholders: empty lists', { header: [], body: [] }, {}, undefined),
	templateRow('variables are omitted entirely without placeholders: no field', undefined, {}, undefined),
	templateRow('named placeholders: param_name is the key', { body: [{ param_name: 'first_name', example: 'Ada' }] }, { 'body.first_name': 'Ada' }, { body: { first_name: 'Ada' } }),
	templateRow('positional placeholders: the number as a string is the key', { body: [{ param_name: 1 }, { param_name: 2 }] }, { 'body.1': 'Ada', 'body.2': 'A-1' }, { body: { 1: 'Ada', 2: 'A-1' } }),
	templateRow('positional placeholders are scoped per section', { header: [{ param_name: 1 }], body: [{ param_name: 1 }] }, { 'header.1': 'H', 'body.1': 'B' }, { header: { 1: 'H' }, body: { 1: 'B' } }),
	templateRow('a placeholder listed twice is one value', { body: [{ param_name: 1 }, { param_name: 1 }] }, { 'body.1': 'x' }, { body: { 1: 'x' } }),
	templateRow('an authentication template: the code is variables.body["1"]', { body: [{ param_name: 1, example: '123456' }] }, { 'body.1': '004711' }, { body: { 1: '004711' } }, { record: { category: 'AUTHENTICATION' } }),
	templateRow('buttons: the string, keyed by param_name', { buttons: [{ param_name: '2' }] }, { 'buttons.2': 'XY' }, { buttons: { 2: 'XY' } }),
	templateRow('buttons without param_name: their index as given', { buttons: [{ index: 0 }, { index: 2 }] }, { 'buttons.0': 'a', 'buttons.2': 'b' }, { buttons: { 0: 'a', 2: 'b' } }),
	templateRow('buttons without param_name: their position as given', { buttons: [{ position: '3' }] }, { 'buttons.3': 'a' }, { buttons: { 3: 'a' } }),
	templateRow('buttons without param_name or place: numbered from "1"', { buttons: [{ example: 'x' }, { example: 'y' }] }, { 'buttons.1': 'a', 'buttons.2': 'b' }, { buttons: { 1: 'a', 2: 'b' } }),
	templateRow('a section nobody has heard of is kept', { footer: [{ param_name: 'year' }] }, { 'footer.year': '2026' }, { footer: { year: '2026' } }),
	templateRow('cards as a list, keyed from "1"', { cards: [{ body: [{ param_name: 'n' }] }, { body: [{ param_name: 'n' }] }] }, { 'cards.1.body.n': 'Tea', 'cards.2.body.n': 'Cup' }, { cards: { 1: { body: { n: 'Tea' } }, 2: { body: { n: 'Cup' } } } }),
	templateRow('cards keyed by position', { cards: { 1: { body: [{ param_name: 1 }] }, 2: { body: [{ param_name: 1 }] } } }, { 'cards.1.body.1': 'a', 'cards.2.body.1': 'b' }, { cards: { 1: { body: { 1: 'a' } }, 2: { body: { 1: 'b' } } } }),
	templateRow('a card\'s buttons', { cards: [{ buttons: [{ param_name: 1 }] }] }, { 'cards.1.buttons.1': 'sku' }, { cards: { 1: { buttons: { 1: 'sku' } } } }),
	templateRow('a card\'s product where the record names it', { cards: [{ header: [{ param_name: 'product_retailer_id', example: 'sku-1' }], body: [{ param_name: 'name', example: 'Tea' }] }] }, { 'cards.1.header.product_retailer_id': 'sku-9', 'cards.1.body.name': 'Oolong' }, { cards: { 1: { header: { product_retailer_id: 'sku-9' }, body: { name: 'Oolong' } } } }, { parameters: { additionalFields: { catalogId: 'c-1' } }, body: { catalog_id: 'c-1' } }),
	templateRow('a card\'s media as a plain column', { cards: [{ media_url: 'https://example.com/1.png' }] }, { 'cards.1.media_url': 'https://example.com/2.png' }, { cards: { 1: { media_url: 'https://example.com/2.png' } } }),
	templateRow('of a card\'s media_url and media_id exactly one', { cards: [{ media_url: 'u', media_id: 'i' }] }, { 'cards.1.media_id': 'm' }, { cards: { 1: { media_id: 'm' } } }),
	templateRow('a value from an expression', one, { 'body.a': '={{ 6 * 7 }}' }, { body: { a: '42' } }),
	templateRow('a date from an expression in ISO form', one, { 'body.a': "={{ DateTime.fromISO('2026-11-20T10:00:00.000Z').toUTC() }}" }, { body: { a: '2026-11-20T10:00:00.000Z' } }),
	templateRow('an empty value for a placeholder that is gone is not sent', one, { 'body.a': 'x', 'body.gone': '' }, filled),
	templateRow('JSON: as the API takes it', one, {}, filled, { parameters: { variablesMode: 'json', variablesJson: '{"body":{"a":"x"}}' } }),
	templateRow('JSON: surplus keys and sections are sent as given', one, {}, { body: { a: 'x', b: 5 }, more: { c: null } }, { parameters: { variablesMode: 'json', variablesJson: '{"body":{"a":"x","b":5},"more":{"c":null}}' } }),
	templateRow('JSON: a number for an expected placeholder becomes a string', one, {}, { body: { a: '5' } }, { parameters: { variablesMode: 'json', variablesJson: '{"body":{"a":5}}' } }),
	templateRow('JSON: large numbers stay exact', one, {}, { body: { a: '12345678901234567890' } }, { parameters: { variablesMode: 'json', variablesJson: '{"body":{"a":12345678901234567890}}' } }),
	templateRow('JSON: an empty object sends no variables', {}, {}, undefined, { parameters: { variablesMode: 'json', variablesJson: '{}' } }),
	templateRow('JSON: from an expression that gives an object', one, {}, filled, { parameters: { variablesMode: 'json', variablesJson: "={{ ({ body: { a: 'x' } }) }}" } }),
];

/** Rules of the other fields of the template send request. */
export const templateFieldRows: readonly BodyRow[] = [
	templateRow("the template's default media: neither media_url nor media_id", one, { 'body.a': 'x' }, filled, { parameters: { headerMedia: 'default' } }),
	templateRow('media_url', one, { 'body.a': 'x' }, filled, { parameters: { headerMedia: 'url', mediaUrl: 'https://example.com/a.png' }, body: { media_url: 'https://example.com/a.png' } }),
	templateRow('media_id', one, { 'body.a': 'x' }, filled, { parameters: { headerMedia: 'id', mediaId: 'm-1' }, body: { media_id: 'm-1' } }),
	templateRow('never both: a media id left behind by an earlier choice is not sent', one, { 'body.a': 'x' }, filled, { parameters: { headerMedia: 'url', mediaUrl: 'https://example.com/a.png', mediaId: 'm-1' }, body: { media_url: 'https://example.com/a.png' } }),
	templateRow('catalog_id', one, { 'body.a': 'x' }, filled, { parameters: { additionalFields: { catalogId: 'c-1' } }, body: { catalog_id: 'c-1' } }),
	templateRow('an empty catalog id is left out', one, { 'body.a': 'x' }, filled, { parameters: { additionalFields: { catalogId: '' } } }),
	templateRow('location: four items, degrees as numbers', one, { 'body.a': 'x' }, filled, { parameters: location({ latitude: '37.4421', longitude: '-122.1616', name: 'Shop', address: '1 Main St' }), body: { location: { latitude: 37.4421, longitude: -122.1616, name: 'Shop', address: '1 Main St' } } }),
	templateRow('location: empty name and address left out', one, { 'body.a': 'x' }, filled, { parameters: location({ latitude: '0', longitude: '0', name: '', address: ' ' }), body: { location: { latitude: 0, longitude: 0 } } }),
	templateRow('location: the ends of the range', one, { 'body.a': 'x' }, filled, { parameters: location({ latitude: '-90', longitude: '180' }), body: { location: { latitude: -90, longitude: 180 } } }),
	templateRow('template_name exactly as listed', one, { 'body.a': 'x' }, filled, { record: { template_name: 'Órder_Üpdate' }, parameters: { template: { __rl: true, mode: 'list', value: 'Órder_Üpdate' } }, body: { template_name: 'Órder_Üpdate' } }),
	templateRow('language_code exactly as listed, on Automatic', one, { 'body.a': 'x' }, filled, { record: { language_code: 'pt_BR' }, body: { language_code: 'pt_BR' } }),
	templateRow('an empty language means Automatic', one, { 'body.a': 'x' }, filled, { parameters: { languageCode: '' } }),
	templateRow('template records by name and language.code', one, { 'body.a': 'x' }, filled, { record: { template_name: undefined, language_code: undefined, name: 't', language: { code: 'en_US' } } }),
	templateRow('a template by an expression', one, { 'body.a': 'x' }, filled, { parameters: { template: { __rl: true, mode: 'name', value: "={{ 't' }}" } } }),
	{
		...templateRow('language_code by choice among several', one, { 'body.a': 'x' }, filled, { parameters: { languageCode: 'es_ES' }, body: { language_code: 'es_ES' } }),
		templates: [record(one), record(one, { language_code: 'es_ES' })],
	},
	...[
		['of the item, if the template has it', 'es_ES', 'es_ES'],
		['of the fallback, if the template lacks that of the item', 'fr_FR', 'en_US'],
		['of the fallback, if the item has none', '', 'en_US'],
	].map(([which, language = '', language_code]): BodyRow => ({
		...templateRow(`the language ${which}`, one, { 'body.a': 'x' }, filled, {
			parameters: { languageCode: '={{ $json.language }}', additionalFields: { fallbackLanguage: ' en_US ' } },
			body: { language_code },
		}),
		item: { language },
		templates: [record(one), record(one, { language_code: 'es_ES' })],
	})),
	{
		...templateRow('the placeholders of the chosen language count', {}, { 'body.a': 'x' }, filled, { parameters: { languageCode: 'es_ES' }, body: { language_code: 'es_ES' } }),
		templates: [record({ body: [{ param_name: 'z' }] }), record(one, { language_code: 'es_ES' })],
	},
	{
		...templateRow('automatic mapping: by another usual spelling of the key', { body: [{ param_name: 'first_name' }] }, {}, { body: { first_name: 'Ada' } }, { parameters: { variables: { mappingMode: 'autoMapInputData', value: null } } }),
		item: { 'First Name': 'Ada', name: 'Ada L.' },
	},
];
