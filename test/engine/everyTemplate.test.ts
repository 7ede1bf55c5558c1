import fc from 'fast-check';

import { Messaging } from '../../nodes/Messaging/Messaging.node';
import { columnId } from '../../nodes/Messaging/template/section';
import { readTemplate } from '../../nodes/Messaging/template/template';
import { at } from '../../nodes/Messaging/text/json';
import { mediaTemplates } from '../../sandbox/fixtures/mediaTemplates';
import { moreTemplates } from '../../sandbox/fixtures/moreTemplates';
import { textTemplates } from '../../sandbox/fixtures/textTemplates';
import { ada, sender, useSandbox } from '../sandbox/support/sandbox';
import { editorContext, outputOf, runMessaging } from '../support/engine';
import { templateParameters } from '../support/messages';
import { runs } from '../support/propertyRuns';

const sandbox = useSandbox();

const approved = [...textTemplates, ...mediaTemplates, ...moreTemplates].filter(({ status }) => status === 'APPROVED');
const place = { latitude: 52.52, longitude: 13.405, name: 'Tea house', address: 'Teeweg 1' };

test.each(approved.map((record) => [record.template_name, record.language_code, record] as const))(
	'%s in %s: what is filled into the fields that the editor shows is what is sent',
	async (template, languageCode, { components }) => {
		const credential = { baseUrl: sandbox.sandbox.url, apiKey: sandbox.sandbox.apiKey };
		const hasHeader = (format: string) => JSON.stringify(components).includes(`"format":"${format}"`);
		const parameters = templateParameters({
			phoneNumberId: { __rl: true, mode: 'id', value: sender },
			to: ada,
			template: { __rl: true, mode: 'list', value: template },
			languageCode,
			additionalFields: { ...(hasHeader('LOCATION') && { location: { details: place } }), catalogId: hasHeader('PRODUCT') ? 'catalog-77' : '' },
		});
		const editor = editorContext({ credential, parameters: { ...parameters, variables: { mappingMode: 'defineBelow', value: null } } });
		const { fields } = await new Messaging().methods.resourceMapping.getTemplateVariables.call(editor);
		// A card's media is given by URL or by id, never both.
		const ids = fields.map(({ id }) => id).filter((id) => id !== 'message' && !id.endsWith('.media_id'));
		const value = Object.fromEntries(ids.map((id, index) => [id, valueFor(id, index)]));
		const run = await runMessaging({ credential, parameters: { ...parameters, variables: { mappingMode: 'defineBelow', value } } });
		expect(run.data.resultData.error).toBeUndefined();
		const [sent] = (await sandbox.ledger()).map((entry) => at(entry, 'body'));
		for (const id of ids) expect([id, at(sent, 'variables', ...id.split('.'))]).toEqual([id, value[id]]);
		expect([at(sent, 'location'), at(sent, 'catalog_id')]).toEqual([
			hasHeader('LOCATION') ? place : undefined,
			hasHeader('PRODUCT') ? 'catalog-77' : undefined,
		]);
	},
);

const word = fc
	.string({ minLength: 1, maxLength: 12, unit: 'grapheme' })
	// Like many services, the sandbox refuses JSON with a key `__proto__`.
	.filter((text) => text.trim() !== '' && text !== '__proto__');
const name = fc.oneof(word, fc.constantFrom('constructor', 'a.b', '1', 'toString'), fc.nat({ max: 20 }));
const example = fc.option(fc.oneof(word, fc.nat(), fc.array(word, { maxLength: 2 })), { nil: undefined });
const entry = fc.record({ param_name: name, example });
const section = fc.array(entry, { maxLength: 5 });
const cardSections = fc.record({ header: section, body: section, buttons: section }, { requiredKeys: [] });
const ownMedia = fc.record({ media_url: word, product_retailer_id: word }, { requiredKeys: [] });
const card = fc.tuple(cardSections, ownMedia).map(([sections, own]) => ({ ...sections, ...own }));
const flatCard = fc.record({ param_name: name, card: fc.integer({ min: 1, max: 3 }), section: fc.constantFrom('header', 'body') });
const cards = fc.oneof(
	fc.array(card, { maxLength: 3 }),
	fc.dictionary(fc.constantFrom('1', '2', '3'), card),
	fc.array(flatCard, { minLength: 1, maxLength: 5 }),
);
const expectedVariables = fc.record(
	{ header: section, body: section, buttons: section, cards, footer: section },
	{ requiredKeys: [] },
);

/** The service looks at a card's media: it must be an address. */
const valueFor = (id: string, index: number): string =>
	id.endsWith('.media_url') ? `https://example.com/${index}.png` : `value ${index}`;

test('whatever a template expects: its fields have ids of their own, and filled in they are accepted', async () => {
	await fc.assert(
		fc.asyncProperty(expectedVariables, async (expected) => {
			const record = {
				template_name: 'any',
				language_code: 'en_US',
				components: [{ type: 'BODY', text: 'x' }],
				expected_variables: expected,
			};
			const added = await fetch(`${sandbox.sandbox.url}/_sandbox/templates`, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify(record),
			});
			expect(added.status).toBe(200);

			// As the service lists it: JSON has no undefined.
			const listed = readTemplate(JSON.parse(JSON.stringify(record)));
			const ids = (listed?.placeholders ?? []).map(columnId);
			expect(new Set(ids).size).toBe(ids.length);

			const value = Object.fromEntries(ids.map((id, index) => [id, valueFor(id, index)]));
			const phoneNumberId = { __rl: true, mode: 'id', value: '1906000000000001' };
			const template = { __rl: true, mode: 'name', value: record.template_name };
			const parameters = templateParameters({ phoneNumberId, template, variables: { mappingMode: 'defineBelow', value } });
			const run = await runMessaging({ credential: { baseUrl: sandbox.sandbox.url, apiKey: sandbox.sandbox.apiKey }, parameters });
			expect(run.data.resultData.error).toBeUndefined();
			expect(outputOf(run)[0]?.json).toMatchObject({ success: true, template: record.template_name });
		}),
		runs(100),
	);
}, 60_000);
