import { Messaging } from '../../nodes/Messaging/Messaging.node';
import { at } from '../../nodes/Messaging/text/json';
import { mediaTemplates } from '../../sandbox/fixtures/mediaTemplates';
import { moreTemplates } from '../../sandbox/fixtures/moreTemplates';
import { textTemplates } from '../../sandbox/fixtures/textTemplates';
import { ada, sender, useSandbox } from '../sandbox/support/sandbox';
import { editorContext, runMessaging } from '../support/engine';
import { templateParameters } from '../support/messages';

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

/** The service looks at a card's media: it must be an address. */
const valueFor = (id: string, index: number): string =>
	id.endsWith('.media_url') ? `https://example.com/${index}.png` : `value ${index}`;
