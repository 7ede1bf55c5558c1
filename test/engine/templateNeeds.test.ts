import type { INodeParameters } from 'n8n-workflow';

import { templateParameters } from '../support/messages';
import { orderUpdate } from '../support/service';
import { useService } from '../support/useService';

const service = useService();

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
	['of a template whose record does not show its header', {}, { additionalFields: { catalogId: '' } }, { template_name: 'order_update' }],
])('a message %s is sent', async (_what, record, parameters, body) => {
	service.lists({ ...orderUpdate, ...record });
	await service.run(templateParameters(parameters));
	expect(service.posts).toMatchObject([{ body }]);
});
