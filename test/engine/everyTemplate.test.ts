import { Messaging } from '../../nodes/Messaging/Messaging.node';
import { at, isObject } from '../../nodes/Messaging/text/json';
import { mediaTemplates } from '../../sandbox/fixtures/mediaTemplates';
import { moreTemplates } from '../../sandbox/fixtures/moreTemplates';
import type { TemplateRecord } from '../../sandbox/fixtures/templateRecord';
import { textTemplates } from '../../sandbox/fixtures/textTemplates';
import { ada, sender, useSandbox } from '../sandbox/support/sandbox';
import { editorContext, runMessaging } from '../support/engine';
import { templateParameters } from '../support/messages';

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
