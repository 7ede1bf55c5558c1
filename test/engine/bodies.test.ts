import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { mediaSendRequest, templateSendRequest, textSendRequest } from '../../nodes/Messaging/request/requests';
import type { MessageKind } from '../../nodes/Messaging/request/messageKinds';
import { byNumber } from '../support/byNumber';
import { mediaParameters, sendingNumberId, templateParameters, textParameters } from '../support/messages';
import { to, useService } from '../support/useService';

const service = useService();

/** One way to fill in the node, and the body that must leave for it. */
interface BodyRow {
	/** The rule of the API document (or of its open points) that the row stands for. */
	readonly rule: string;
	/** Template records of the account, if the row needs its own. */
	readonly templates?: readonly object[];
	readonly parameters: INodeParameters;
	/** The input item's JSON. */
	readonly item?: IDataObject;
	readonly body: object;
}

const address = { to, phone_number_id: sendingNumberId };

/** A template record that expects something. */
const record = (expected_variables: unknown, changes: object = {}): object => ({ template_name: 't', language_code: 'en_US', expected_variables, ...changes });

/** A template send, its placeholders given by column. */
const templateRow = (
	rule: string,
	expected: unknown,
	values: Record<string, unknown>,
	variables: object | undefined,
	changes: { parameters?: INodeParameters; body?: object; record?: object } = {},
): BodyRow => ({
	rule,
	templates: [record(expected, changes.record)],
	parameters: templateParameters({
		template: { __rl: true, mode: 'list', value: 't' },
		variables: { mappingMode: 'defineBelow', value: values } as INodeParameters,
		...changes.parameters,
	}),
	body: { ...address, template_name: 't', language_code: 'en_US', ...(variables === undefined ? {} : { variables }), ...changes.body },
});

const textRow = (rule: string, parameters: INodeParameters, body: object): BodyRow => ({
	rule,
	parameters: textParameters({ to, ...parameters }),
	body: { ...address, text: 'Hello', ...body },
});

const image = { mediaType: 'image', mediaUrl: 'https://example.com/a.png' };

const mediaRow = (rule: string, parameters: INodeParameters, body: object): BodyRow => ({
	rule,
	parameters: mediaParameters({ ...image, ...parameters }),
	body: { ...address, media_type: image.mediaType, media_url: image.mediaUrl, ...body },
});

/** Rules of the text send request. */
const textRows: readonly BodyRow[] = [
	textRow('text', {}, {}),
	textRow('text as written, line breaks and all', { text: ' Hi *Ada*\n\nBye 👋 ' }, { text: ' Hi *Ada*\n\nBye 👋 ' }),
	textRow('a number as text', { text: '={{ 42 }}' }, { text: '42' }),
	textRow('preview_url true', { additionalFields: { previewUrl: true } }, { preview_url: true }),
	textRow('preview_url true, as an expression gives it as text', { additionalFields: { previewUrl: '={{ "true" }}' } }, { preview_url: true }),
	textRow('preview_url false, when it was chosen', { additionalFields: { previewUrl: false } }, { preview_url: false }),
	textRow('reply_to_message_id', { additionalFields: { replyToMessageId: 'wamid.X' } }, { reply_to_message_id: 'wamid.X' }),
	textRow('an empty reply_to_message_id is left out', { additionalFields: { replyToMessageId: '' } }, {}),
];

/** Rules of the media send request. */
const mediaRows: readonly BodyRow[] = [
	...['image', 'video', 'audio', 'document'].map((mediaType) => mediaRow(mediaType, { mediaType }, { media_type: mediaType })),
	mediaRow('caption', { additionalFields: { caption: 'Our menu' } }, { caption: 'Our menu' }),
	mediaRow('a caption that the panel does not show for audio is not sent', { mediaType: 'audio', additionalFields: { caption: 'x' } }, { media_type: 'audio' }),
	mediaRow('filename', { mediaType: 'document', additionalFields: { filename: 'menu.pdf' } }, { media_type: 'document', filename: 'menu.pdf' }),
	mediaRow('a filename that the panel does not show without a document is not sent', { mediaType: 'image', additionalFields: { filename: 'a.png' } }, { media_type: 'image' }),
	mediaRow('a filename is for documents alone, if an expression gives the kind', { mediaType: '={{ "image" }}', additionalFields: { filename: 'a.png', caption: 'x' } }, { media_type: 'image', caption: 'x' }),
	mediaRow('empty caption and filename are left out', { additionalFields: { caption: '', filename: '' } }, {}),
	mediaRow('blanks around a media URL are removed', { mediaUrl: ' https://example.com/a.png ' }, { media_url: 'https://example.com/a.png' }),
	mediaRow('a media URL with query and signs', { mediaUrl: 'https://example.com/ä b.png?x=1&y=%20' }, { media_url: 'https://example.com/ä b.png?x=1&y=%20' }),
];

/** Rules of recipients and sending numbers, the same for every kind of message. */
const addressRows: readonly BodyRow[] = [
	textRow('to in national format with a default country', { to: '(201) 555-0123', options: { defaultCountry: 'us' } }, {}),
	textRow('phone_number_id by id', { phoneNumberId: { __rl: true, mode: 'id', value: '7' } }, { phone_number_id: '7' }),
	textRow('phone_number_id by an expression that gives a number', { phoneNumberId: { __rl: true, mode: 'id', value: '={{ 7 }}' } }, { phone_number_id: '7' }),
];

const location = (details: INodeParameters) => ({ additionalFields: { location: { details } } });
const one = { body: [{ param_name: 'a' }] };
const filled = { body: { a: 'x' } };

/** Rules of "variables object" and of the placeholders' values. */
const variableRows: readonly BodyRow[] = [
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
const templateFieldRows: readonly BodyRow[] = [
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

/** Where each kind of message goes, below the path of templates, and the rules of its body. */
const sends = {
	template: { below: '', schema: templateSendRequest, rules: { 'variables object': variableRows, 'template send request': templateFieldRows } },
	text: { below: '/text', schema: textSendRequest, rules: { 'text send request': textRows, 'recipient and sending number': addressRows } },
	media: { below: '/media', schema: mediaSendRequest, rules: { 'media send request': mediaRows } },
} as const satisfies Record<MessageKind, { below: string; schema: object; rules: Record<string, readonly BodyRow[]> }>;

const sections = Object.values(sends).flatMap(({ below, schema, rules }) => Object.entries(rules).map(([section, list]) => ({ section, below, schema, list })));

/** A service as in the API document, and one with paths of its own, whose templates belong to a sending number. */
const services = [
	['with the documented paths', {}, '/v1/messaging/send'],
	['with other paths', byNumber, byNumber.sendPath],
] as const;

describe.each(services)('a service %s', (_which, fields, sendPath) => describe.each(sections)('$section', ({ below, schema, list }) => {
	test.each(list)('$rule', async ({ rule, templates = [], parameters, item = {}, body }) => {
		service.lists(...templates);
		await service.run(parameters, [{ json: item }], { onError: 'stopWorkflow', credential: service.credential(fields) });
		expect(service.posts.map((sent) => [sent.url, sent.body])).toEqual([[`${sendPath}${below}`, body]]);
		expect(service.posts[0]?.headers).toMatchObject({ authorization: 'Bearer key-123', 'content-type': expect.stringMatching(/^application\/json/) });
		// What leaves is what the sandbox accepts, but for surplus JSON, which only the service can judge.
		if (!rule.includes('surplus')) expect(schema.safeParse(body).error).toBeUndefined();
	});
}));
