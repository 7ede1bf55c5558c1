import fc from 'fast-check';

import { maskFor } from '../../nodes/Messaging/text/mask';
import { labelsOf, longestLabel } from '../../nodes/Messaging/template/labels';
import { readPlaceholders } from '../../nodes/Messaging/template/placeholders';
import { readTemplate } from '../../nodes/Messaging/template/template';
import { runs } from '../support/propertyRuns';

const labels = (record: object, secrets: string[] = []) =>
	labelsOf(readTemplate({ template_name: 't', language_code: 'en_US', ...record })?.placeholders ?? [], maskFor(secrets));

const buttons = [{ type: 'QUICK_REPLY', text: 'OK' }, { type: 'URL', text: 'Track parcel', url: 'https://track.example.com/{{1}}' }];

test.each<[string, object, string[]]>([
	['named', { header: [{ param_name: 'order_id', example: 'A-1001' }], body: [{ param_name: 'first_name' }] }, ['{{order_id}}, e.g. A-1001', '{{first_name}}']],
	['positional', { header: [{ param_name: 1 }], body: [{ param_name: 1, example: 'Ada' }] }, ['Header {{1}}', 'Body {{1}}, e.g. Ada']],
	['named alike', { header: [{ param_name: 'name' }], body: [{ param_name: 'name', example: 'Ada' }] }, ['Header {{name}}', 'Body {{name}}, e.g. Ada']],
	['with an example that is cut', { body: [{ param_name: 'status', example: 'on its way to you' }] }, ['{{status}}, e.g. on its wa…']],
	['with an example that has no room', { body: [{ param_name: 'collection_point', example: 'Main Street' }] }, ['{{collection_point}}']],
	['with an example in lines', { body: [{ param_name: 'at', example: ' 1 Main\nStreet ' }] }, ['{{at}}, e.g. 1 Main Street']],
	['of a section nobody knows', { footer: [{ param_name: 'city' }] }, ['Footer {{city}}']],
	['with a long name', { body: [{ param_name: 'the_name_of_the_nearest_shop' }] }, ['{{the_name_of_the_neares…}}']],
	['of a link', { buttons: [{ param_name: 2, example: 'XY-1' }] }, ['Link ending: Track parcel']],
	['of a link whose button is not shown', { buttons: [{ param_name: 7 }] }, ['Link ending {{7}}']],
	[
		'of cards',
		{
			cards: [
				{ media_url: '', media_id: '', header: [{ param_name: 'product_retailer_id' }], body: [{ param_name: 'name', example: 'Teapot Nara' }, { param_name: 2 }], buttons: [{ param_name: 1 }] },
				{ body: [{ param_name: 'name' }], header: [{ param_name: 'name' }] },
			],
		},
		[
			'Card 1 media URL',
			'Card 1 media ID',
			'Card 1 product ID',
			'Card 1 {{name}}, e.g. Teap…',
			'Card 1 body {{2}}',
			'Card 1 link ending: Buy',
			'Card 2 header {{name}}',
			'Card 2 body {{name}}',
		],
	],
])('placeholders %s', (_kind, expected_variables, expected) => {
	const card = { components: [{ type: 'BUTTONS', buttons: [{ type: 'URL', text: 'Buy', url: 'https://shop.example.com/{{1}}' }] }] };
	const components = [{ type: 'BUTTONS', buttons }, { type: 'CAROUSEL', cards: [card] }];
	expect(labels({ expected_variables, components })).toEqual(expected);
});

test('an authentication template asks for the one-time code', () => {
	const expected_variables = { body: [{ param_name: 1, example: '123456' }] };
	expect(labels({ category: 'AUTHENTICATION', expected_variables })).toEqual(['One-time code, e.g. 123456']);
});

test('half of a secret is never shown', () => {
	const long = 'k-'.padEnd(32, '1234567890');
	expect(labels({ expected_variables: { body: [{ param_name: `x ${long}`, example: long }] } }, [long])).toEqual(['{{x ***}}, e.g. ***']);
});

const key = fc.oneof(fc.string(), fc.nat(3), fc.constantFrom('name', 'name (2)', 'a'.repeat(30), 'a'.repeat(31), 'x }}', 'media_url', 'media_id', 'product_retailer_id'));
const section = fc.array(fc.record({ param_name: key, example: fc.option(fc.string()) }), { maxLength: 6 });
const sections = fc.dictionary(fc.oneof(fc.constantFrom('header', 'Header', 'body', 'buttons', 'media_url'), fc.string()), section, { maxKeys: 4 });

test('property: labels are short enough to be read, and no two of a template are the same', () => {
	fc.assert(
		fc.property(sections, fc.array(sections, { maxLength: 3 }), (plain, cards) => {
			const found = labelsOf(readPlaceholders({ ...plain, cards }), maskFor([]));
			expect(new Set(found).size).toBe(found.length);
			for (const label of found) expect(label.length).toBeLessThanOrEqual(longestLabel);
		}),
		runs(1_000),
	);
});
