import fc from 'fast-check';

import { Messaging } from '../../nodes/Messaging/Messaging.node';
import { columnId } from '../../nodes/Messaging/template/section';
import { readTemplate } from '../../nodes/Messaging/template/template';
import { at, isObject } from '../../nodes/Messaging/text/json';
import { mediaTemplates } from '../../sandbox/fixtures/mediaTemplates';
import { moreTemplates } from '../../sandbox/fixtures/moreTemplates';
import type { TemplateRecord } from '../../sandbox/fixtures/templateRecord';
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
	async (template, languageCode, record) => {
		const credential = { baseUrl: sandbox.sandbox.url, apiKey: sandbox.sandbox.apiKey };
		const chosen = { phoneNumberId: { __rl: true, mode: 'id', value: sender }, to: ada, template: { __rl: true, mode: 'list', value: template }, languageCode };
		const editor = editorContext({ credential, parameters: templateParameters({ ...chosen, variables: { mappingMode: 'defineBelow', value: null } }) });
		const { fields } = await new Messaging().methods.resourceMapping.getTemplateVariables.call(editor);
		const columns = columnsOf(record.expected_variables);
		expect(fields.map(({ id }) => id)).toEqual(['message', ...columns]);

		const hasPlace = hasHeader(record, 'LOCATION') && { location: place };
		const catalog = hasHeader(record, 'PRODUCT') && 'catalog-77';
		// A card's media is given by URL or by id, never both.
		const value = Object.fromEntries(columns.filter((column) => !column.endsWith('.media_id')).map((column) => [column, textFor(column)]));
		const run = await runMessaging({
			credential,
			parameters: templateParameters({
				...chosen,
				variables: { mappingMode: 'defineBelow', value },
				additionalFields: { ...(hasPlace && { location: { details: place } }), ...(catalog && { catalogId: catalog }) },
			}),
		});
		expect(run.data.resultData.error).toBeUndefined();
		const [sent, ...more] = (await sandbox.ledger()).map((entry) => at(entry, 'body'));
		expect(more).toEqual([]);
		expect(leaves(at(sent, 'variables'))).toEqual(value);
		expect({ ...Object(sent), variables: undefined }).toEqual({
			to: ada,
			phone_number_id: sender,
			template_name: template,
			language_code: languageCode,
			...hasPlace,
			...(catalog && { catalog_id: catalog }),
		});
	},
);

const textFor = (column: string) => (column.endsWith('.media_url') ? `https://example.com/${column}.png` : `typed ${column}`);

/** The columns that a record must show, read from its documented form, in the order of a message. */
function columnsOf(expected: unknown): string[] {
	const inSection = (path: string, list: unknown) =>
		(Array.isArray(list) ? list : []).map((entry) => `${path}.${String(at(entry, 'param_name'))}`);
	const cards = at(expected, 'cards');
	return [
		...['header', 'body', 'buttons'].flatMap((name) => inSection(name, at(expected, name))),
		...(Array.isArray(cards) ? cards : []).flatMap((card, index) =>
			Object.entries(Object(card)).flatMap(([key, value]) => {
				const path = `cards.${index + 1}.${key}`;
				return Array.isArray(value) ? inSection(path, value) : [path];
			}),
		),
	];
}

/** Every text in a nested object, by its path. */
const leaves = (value: unknown, ...path: string[]): Record<string, unknown> =>
	isObject(value)
		? Object.assign({}, ...Object.entries(value).map(([key, inner]) => leaves(inner, ...path, key)))
		: value === undefined ? {} : { [path.join('.')]: value };

/** Whether the template or one of its cards has such a header. */
const hasHeader = ({ components }: TemplateRecord, format: string) => JSON.stringify(components).includes(`"format":"${format}"`);

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
