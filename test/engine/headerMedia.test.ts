import { NodeHelpers, type IDataObject, type INode, type INodeParameters, type INodeProperties } from 'n8n-workflow';

import { at } from '../../nodes/Messaging/text/json';
import { Messaging } from '../../nodes/Messaging/Messaging.node';
import { editorContext, outputOf, runMessaging } from '../support/engine';
import { errorOf, templateParameters } from '../support/messages';
import { accepting, orderUpdate, startService, type ScriptedService } from '../support/service';

/** Where the panel shows Header Media, and of Send Media what its type can have, as n8n decides it: by what stands in the node, without asking the service. */

const { description, methods } = new Messaging();
const url = 'https://example.com/offer.png';
const image = [{ type: 'HEADER', format: 'IMAGE' }, { type: 'BODY', text: 'Look' }];
const words = [{ type: 'HEADER', format: 'TEXT', text: 'Order' }, { type: 'BODY', text: 'Look' }];

let service: ScriptedService;
afterEach(async () => await service.close());

async function listing(components: object[] | undefined) {
	const record = { ...orderUpdate, expected_variables: {}, ...(components === undefined ? {} : { components }) };
	service = await startService((request) => (request.url.includes('templates') ? { body: { data: [record] } } : accepting(request)));
	return { baseUrl: service.url, apiKey: 'key-123' };
}

/** The node with the fields that n8n reads into the mapper when a panel opens. */
async function opened(components: object[] | undefined, changes: INodeParameters): Promise<INodeParameters> {
	const parameters = { headerMedia: 'url', mediaUrl: url, ...changes };
	const context = editorContext({ credential: await listing(components), parameters: templateParameters(parameters) });
	const { fields } = await methods.resourceMapping.getTemplateVariables.call(context);
	// As n8n sends and saves it.
	const schema = JSON.parse(JSON.stringify(fields)) as INodeParameters[];
	return templateParameters({ variables: { mappingMode: 'defineBelow', value: {}, schema }, ...parameters });
}

const node = (parameters: INodeParameters): INode => ({ id: '1', name: 'Messaging', type: 'messaging', typeVersion: 1, position: [0, 0], parameters });

/** What n8n keeps of the parameters: those that it shows. */
const shown = (parameters: INodeParameters) =>
	NodeHelpers.getNodeParameters(description.properties, parameters, true, false, node(parameters), description);

test.each<[string, object[] | undefined, INodeParameters, boolean]>([
	['is shown where the header is an image', image, {}, true],
	['is not shown where it is a text', words, { headerMedia: 'default' }, false],
	['is not shown where there is none', words.slice(1), { headerMedia: 'default' }, false],
	['stays where it is a text, once something was chosen', words, {}, true],
	['stays where it is a text, once a file was chosen by item', words, { headerMedia: '={{ $json.kind }}' }, true],
	['is shown where the record does not say', undefined, {}, true],
	['is shown with JSON, where the mapper may speak of another template', words, { variablesMode: 'json' }, true],
	['is shown before a template was chosen', words, { variables: { mappingMode: 'defineBelow', value: null } }, true],
])('Header Media, with the field it asks for, %s', async (_case, components, changes, isShown) => {
	const parameters = shown(await opened(components, changes));
	expect([parameters?.headerMedia, parameters?.mediaUrl]).toEqual(isShown ? [changes.headerMedia ?? 'url', url] : [undefined, undefined]);
});

test.each<[string, object[], INodeParameters]>([
	['what was chosen for a header that is an image is sent', image, {}],
	['with JSON it is sent', image, { variablesMode: 'json', variablesJson: '{}' }],
])('%s', async (_case, components, changes) => {
	const parameters = await opened(components, changes);
	await runMessaging({ credential: { baseUrl: service.url, apiKey: 'key-123' }, parameters });
	const posts = service.requests.filter(({ method }) => method === 'POST');
	expect(posts.map(({ body }) => at(body, 'media_url'))).toEqual([url]);
});

test.each(['fields', 'json'])('a dry run says so of media for a header that shows none, with %s', async (variablesMode) => {
	const given = await opened(words, { variablesMode, variablesJson: '{}', options: { dryRun: true } });
	const [item] = outputOf(await runMessaging({ credential: { baseUrl: service.url, apiKey: 'key-123' }, parameters: given }));
	expect(item?.json.warnings).toEqual([expect.stringMatching(/^'Header Media' is given, and the header of the template shows no media/)]);
});

/** What the panel shows of Send Media: its fields, and those to add. */
function shownForMedia(mediaType: string): string[] {
	const parameters = { resource: 'message', operation: 'sendMedia', mediaType, additionalFields: {} };
	const isShown = (property: INodeProperties) => NodeHelpers.displayParameter(parameters, property, node(parameters), description);
	const fields = description.properties.filter(isShown);
	const added = fields.find(({ name }) => name === 'additionalFields')?.options ?? [];
	const toAdd = added.filter((one) => 'type' in one && NodeHelpers.displayParameter({}, one, node(parameters), description, parameters));
	return [...fields, ...toAdd].map(({ name }) => name).filter((name) => ['audioNotice', 'caption', 'filename'].includes(name));
}

test.each([
	['image', ['caption']],
	['video', ['caption']],
	['audio', ['audioNotice']],
	['document', ['caption', 'filename']],
	['={{ $json.kind }}', ['caption', 'filename']],
])('of media of the type %s the panel offers what it can have', (mediaType, expected) => {
	expect(shownForMedia(mediaType)).toEqual(expected);
});

/** With each field that n8n may then ask for. */
const chosenByItem = { headerMedia: '={{ $json.kind }}', mediaId: 'm1' };

const unknownValues: Array<[string, unknown, string]> = [
	['another value', 'link', '"link"'],
	['another letter case', 'URL', '"URL"'],
	['an object', { url }, 'an object'],
];

test.each(unknownValues)('Header Media that is %s, by an expression, is refused by name and nothing leaves', async (_case, value, shownValue) => {
	const parameters = await opened(image, chosenByItem);
	const settings = { credential: { baseUrl: service.url, apiKey: 'key-123' }, parameters, onError: 'continueRegularOutput' as const };
	const run = await runMessaging(settings, [{ json: { kind: value } as IDataObject }]);
	expect(errorOf(outputOf(run)[0])).toMatchObject({
		outcome: 'not_sent',
		category: 'invalid-input',
		message: `'Header Media' has an unknown value: ${shownValue}`,
		description: expect.stringContaining('default'),
	});
	expect(service.requests.filter(({ method }) => method === 'POST')).toEqual([]);
});

test.each([undefined, null, '', ' '])("Header Media that is nothing (%j), by an expression, is the template's own", async (kind) => {
	const parameters = await opened(image, chosenByItem);
	await runMessaging({ credential: { baseUrl: service.url, apiKey: 'key-123' }, parameters }, [{ json: { kind } as IDataObject }]);
	const [sent] = service.requests.filter(({ method }) => method === 'POST');
	expect(sent).toBeDefined();
	expect(at(sent?.body, 'media_url')).toBeUndefined();
});
