import type { INodeParameters } from 'n8n-workflow';

import { outputOf, runMessaging } from '../support/engine';
import { errorOf, templateParameters } from '../support/messages';
import { accepting, orderUpdate, startService, type ScriptedService } from '../support/service';

let service: ScriptedService | undefined;

afterEach(async () => {
	await service?.close();
});

/** Runs one item for a template that the service lists so. */
async function send(record: object, parameters: INodeParameters) {
	const listed = { ...orderUpdate, ...record };
	service = await startService((request) => (request.url.includes('templates') ? { body: { data: [listed] } } : accepting(request)));
	const run = await runMessaging({
		credential: { baseUrl: service.url, apiKey: 'key-123' },
		parameters: templateParameters(parameters),
		onError: 'continueRegularOutput',
	});
	return { item: outputOf(run)[0], posts: service.requests.filter(({ method }) => method === 'POST') };
}

const header = (format: string) => ({ components: [{ type: 'HEADER', format }] });
const productKey = [{ param_name: 'product_retailer_id', example: 'sku-1' }];
const products = { expected_variables: { cards: [{ header: productKey }] } };
const productComponents = { expected_variables: {}, components: [{ type: 'CAROUSEL', cards: [header('PRODUCT')] }] };
const product = { variables: { mappingMode: 'defineBelow', value: { 'cards.1.header.product_retailer_id': 'sku-7' } } };
const none = { variables: { mappingMode: 'defineBelow', value: null } };
const place = { location: { details: { latitude: '37.4', longitude: '-122.1', name: '', address: '' } } };

const lacking: Array<[string, object, INodeParameters, RegExp, RegExp]> = [
	['a place in the header', header('LOCATION'), {}, /^'Location' is missing: .*"order_update"/, /'Location' under 'Additional Fields'/],
	['products', products, product, /^'Catalog ID' is missing: .*"order_update"/, /'Catalog ID' under 'Additional Fields'/],
	['products, where only the components say so', productComponents, none, /^'Catalog ID' is missing/, /'Catalog ID'/],
	[
		"a card's media",
		{ expected_variables: { cards: [{ media_url: '', media_id: '' }, { media_url: '', media_id: '' }] } },
		{ variables: { mappingMode: 'defineBelow', value: { 'cards.1.media_url': 'https://example.com/a.png' } } },
		/has no text for 'Card 2 media URL' or 'Card 2 media ID'$/,
		/Each placeholder/,
	],
	[
		"a choice between the two forms of a card's media",
		{ expected_variables: { cards: [{ media_url: '', media_id: '' }] } },
		{ variables: { mappingMode: 'defineBelow', value: { 'cards.1.media_url': 'https://example.com/a.png', 'cards.1.media_id': 'm-1' } } },
		/^'Placeholders of the Template' has both a URL and an ID for the media of a card$/,
		/Leave one empty: 'Card 1 media URL' or 'Card 1 media ID'\.$/,
	],
];

describe.each([['a run', false], ['a dry run', true]])('%s refuses before anything leaves a message that lacks', (_run, dryRun) => {
	test.each(lacking)('%s', async (_what, record, parameters, message, description) => {
		const { item, posts } = await send(record, { ...parameters, options: { dryRun } });
		expect(errorOf(item)).toMatchObject({
			outcome: 'not_sent',
			category: 'invalid-input',
			message: expect.stringMatching(message),
			description: expect.stringMatching(description),
		});
		expect(posts).toEqual([]);
	});
});

test.each<[string, object, INodeParameters, object]>([
	['a place', header('LOCATION'), { additionalFields: place }, { location: { latitude: 37.4, longitude: -122.1 } }],
	['a catalog', products, { ...product, additionalFields: { catalogId: 'c-1' } }, { catalog_id: 'c-1' }],
])('a message that brings %s is sent', async (_what, record, parameters, body) => {
	const { posts } = await send(record, parameters);
	expect(posts).toMatchObject([{ body }]);
});

test('a place that was added and left empty is asked for', async () => {
	const empty = { location: { details: { latitude: '', longitude: '', name: '', address: '' } } };
	const { item } = await send(header('LOCATION'), { additionalFields: empty });
	expect(errorOf(item).message).toMatch(/^'Latitude' is not a number/);
});

test('a template whose record does not show its header is sent as it is', async () => {
	const { posts } = await send({}, { additionalFields: { catalogId: '' } });
	expect(posts).toMatchObject([{ body: { to: '+12015550123' } }]);
	expect(posts[0]?.body).not.toHaveProperty('location');
});
