import { type IDataObject, type INode, type INodeParameters, type INodeProperties, NodeHelpers } from 'n8n-workflow';

import { Messaging } from '../../nodes/Messaging/Messaging.node';
import { at } from '../../nodes/Messaging/text/json';
import { templateParameters } from '../support/messages';
import { orderUpdate } from '../support/service';
import { useService } from '../support/useService';

/** Where the panel shows Header Media, and of Send Media what its type can have, as n8n decides it: by what stands in the node, without asking the service. */

const service = useService();

const { description, methods } = new Messaging();
const url = 'https://example.com/offer.png';
const image = [{ type: 'HEADER', format: 'IMAGE' }, { type: 'BODY', text: 'Look' }];
const words = [{ type: 'HEADER', format: 'TEXT', text: 'Order' }, { type: 'BODY', text: 'Look' }];

/** The node with the fields that n8n reads into the mapper when a panel opens. */
async function opened(components: object[] | undefined, changes: INodeParameters): Promise<INodeParameters> {
	service.lists({ ...orderUpdate, expected_variables: {}, ...(components === undefined ? {} : { components }) });
	const parameters = { headerMedia: 'url', mediaUrl: url, ...changes };
	const { fields } = await methods.resourceMapping.getTemplateVariables.call(service.editor(templateParameters(parameters)));
	// As n8n sends and saves it.
	const schema = JSON.parse(JSON.stringify(fields)) as INodeParameters[];
	return templateParameters({ variables: { mappingMode: 'defineBelow', value: {}, schema }, ...parameters });
}

const node = (parameters: INodeParameters): INode => ({ id: '1', name: 'Messaging', type: 'messaging', typeVersion: 1, position: [0, 0], parameters });

/** What n8n keeps of the parameters: those that it shows. */
const shown = (parameters: INodeParameters) =>
	NodeHelpers.getNodeParameters(description.properties, parameters, true, false, node(parameters), description);

test.each<[string, object[] | undefined, INodeParameters, boolean]>([
	['is shown where the header is an image, and sent', image, {}, true],
	['is not shown where it is a text', words, { headerMedia: 'default' }, false],
	['stays where it is a text, once something was chosen', words, {}, true],
	['is shown where the record does not say', undefined, {}, true],
	['is shown with JSON, where the mapper may speak of another template', words, { variablesMode: 'json', variablesJson: '{}' }, true],
	['is shown before a template was chosen', words, { variables: { mappingMode: 'defineBelow', value: null } }, true],
])('Header Media, with the field it asks for, %s', async (_case, components, changes, isShown) => {
	const parameters = await opened(components, changes);
	const kept = shown(parameters);
	expect([kept?.headerMedia, kept?.mediaUrl]).toEqual(isShown ? ['url', url] : [undefined, undefined]);
	await service.run(parameters);
	expect(service.posts.map(({ body }) => at(body, 'media_url'))).toEqual([isShown ? url : undefined]);
});

test('what was chosen by item stays with a header that is a text', async () => {
	const parameters = await opened(words, { headerMedia: '={{ $json.kind }}' });
	expect(shown(parameters)).toMatchObject({ headerMedia: '={{ $json.kind }}', mediaUrl: url });
});

test.each(['fields', 'json'])('a dry run says so of media for a header that shows none, with %s', async (variablesMode) => {
	const given = await opened(words, { variablesMode, variablesJson: '{}', options: { dryRun: true } });
	const [json] = await service.output(given);
	expect(json?.warnings).toEqual([expect.stringMatching(/^'Header Media' is given, and the header of the template shows no media/)]);
});

test.each([
	['image', ['caption']],
	['video', ['caption']],
	['audio', ['audioNotice']],
	['document', ['caption', 'filename']],
	['={{ $json.kind }}', ['caption', 'filename']],
])('of media of the type %s the panel offers what it can have', (mediaType, expected) => {
	const parameters = { resource: 'message', operation: 'sendMedia', mediaType, additionalFields: {} };
	const isShown = (property: INodeProperties) => NodeHelpers.displayParameter(parameters, property, node(parameters), description);
	const fields = description.properties.filter(isShown);
	const added = fields.find(({ name }) => name === 'additionalFields')?.options ?? [];
	const toAdd = added.filter((one) => 'type' in one && NodeHelpers.displayParameter({}, one, node(parameters), description, parameters));
	expect([...fields, ...toAdd].map(({ name }) => name).filter((name) => ['audioNotice', 'caption', 'filename'].includes(name))).toEqual(expected);
});

/** With each field that n8n may then ask for. */
const chosenByItem = { headerMedia: '={{ $json.kind }}', mediaId: 'm1' };

test.each<[string, unknown, string]>([
	['another value', 'link', '"link"'],
	['an object', { url }, 'an object'],
])('Header Media that is %s, by an expression, is refused by name and nothing leaves', async (_case, kind, shownValue) => {
	expect(await service.failing(await opened(image, chosenByItem), [{ json: { kind } as IDataObject }])).toMatchObject({
		outcome: 'not_sent',
		category: 'invalid-input',
		message: `'Header Media' has an unknown value: ${shownValue}`,
		description: expect.stringContaining('default'),
	});
	expect(service.posts).toEqual([]);
});

test.each([undefined, null, '', ' '])("Header Media that is nothing (%j), by an expression, is the template's own", async (kind) => {
	await service.run(await opened(image, chosenByItem), [{ json: { kind } as IDataObject }]);
	expect(service.posts.map(({ body }) => at(body, 'media_url'))).toEqual([undefined]);
});

describe('what the header and the cards of a template need', () => {
	const header = (format: string) => ({ components: [{ type: 'HEADER', format }] });
	const products = { expected_variables: { cards: [{ header: [{ param_name: 'product_retailer_id', example: 'sku-1' }] }] } };
	const productComponents = { expected_variables: {}, components: [{ type: 'CAROUSEL', cards: [header('PRODUCT')] }] };
	const filled = (value: object | null) => ({ variables: { mappingMode: 'defineBelow', value } }) as INodeParameters;
	const product = filled({ 'cards.1.header.product_retailer_id': 'sku-7' });
	const url = 'https://example.com/a.png';
	const place = (latitude: string, longitude: string) => ({ additionalFields: { location: { details: { latitude, longitude, name: '', address: '' } } } });

	test.each<[string, object, INodeParameters, RegExp, RegExp]>([
		['a place in the header', header('LOCATION'), {}, /^'Location' is missing: .*"order_update"/, /'Location' under 'Additional Fields'/],
		['a place that was added and left empty', header('LOCATION'), place('', ''), /^'Latitude' is not a number/, /./],
		['a header for its place, which is left over', header('IMAGE'), place('37.4', '-122.1'), /^'Location' is given, but the header of the template "order_update" shows no location$/, /Remove 'Location'/],
		['any header for its place', { components: [{ type: 'BODY', text: 'Hello' }] }, place('37.4', '-122.1'), /^'Location' is given, but/, /leave its fields empty/],
		['products', products, product, /^'Catalog ID' is missing: .*"order_update"/, /'Catalog ID' under 'Additional Fields'/],
		['products, where only the components say so', productComponents, filled(null), /^'Catalog ID' is missing/, /'Catalog ID'/],
		[
			"a card's media",
			{ expected_variables: { cards: [{ media_url: '', media_id: '' }, { media_url: '', media_id: '' }] } },
			filled({ 'cards.1.media_url': url }),
			/has no text for 'Card 2 media URL' or 'Card 2 media ID'$/,
			/Each placeholder/,
		],
		[
			"a choice between the two forms of a card's media",
			{ expected_variables: { cards: [{ media_url: '', media_id: '' }] } },
			filled({ 'cards.1.media_url': url, 'cards.1.media_id': 'm-1' }),
			/^'Placeholders of the Template' has both a URL and an ID for the media of a card$/,
			/Leave one empty: 'Card 1 media URL' or 'Card 1 media ID'\.$/,
		],
	])('a run and a dry run refuse a message that lacks %s before anything leaves', async (_what, record, parameters, message, description) => {
		service.lists({ ...orderUpdate, ...record });
		for (const dryRun of [false, true]) {
			expect(await service.failing(templateParameters({ ...parameters, options: { dryRun } }))).toMatchObject({
				outcome: 'not_sent',
				category: 'invalid-input',
				message: expect.stringMatching(message),
				description: expect.stringMatching(description),
			});
		}
		expect(service.posts).toEqual([]);
	});

	test.each<[string, object, INodeParameters, object]>([
		['that brings a place', header('LOCATION'), place('37.4', '-122.1'), { location: { latitude: 37.4, longitude: -122.1 } }],
		['that brings a catalog', products, { ...product, additionalFields: { catalogId: 'c-1' } }, { catalog_id: 'c-1' }],
		['that brings a place, of a template whose record does not show its header,', {}, place('37.4', '-122.1'), { location: { latitude: 37.4, longitude: -122.1 } }],
		['whose place is left empty, as its template has none,', header('IMAGE'), place('', ''), { template_name: 'order_update' }],
		['of a template whose record does not show its header', {}, { additionalFields: { catalogId: '' } }, { template_name: 'order_update' }],
	])('a message %s is sent', async (_what, record, parameters, body) => {
		service.lists({ ...orderUpdate, ...record });
		await service.run(templateParameters(parameters));
		expect(service.posts).toMatchObject([{ body }]);
	});
});
