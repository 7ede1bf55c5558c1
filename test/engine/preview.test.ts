import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { Messaging } from '../../nodes/Messaging/Messaging.node.ts';
import { workflowWith } from '../support/engine';
import { templateParameters, textParameters } from '../support/messages';
import { orderUpdate } from '../support/service';
import { hintsOf, jsonOf, useService } from '../support/useService';

const service = useService();

const components = [
	{ type: 'HEADER', format: 'TEXT', text: 'Order {{order_id}}' },
	{ type: 'BODY', text: 'Hi *{{first_name}}*,\nit is _{{status}}_, see my_file_name.' },
	{ type: 'FOOTER', text: 'Example Shop' },
	{ type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: 'OK' }, { type: 'URL', text: 'Track', url: 'https://t.example/{{1}}' }] },
];
const buttons = [{ param_name: 2, example: 'XY' }];
const values = { 'header.order_id': 'A-7', 'body.first_name': '={{ $json.name ?? "Ada" }}', 'body.status': 'a<b & *c*', 'buttons.2': 'p7' };

async function dryRun(record: object, parameters: INodeParameters = {}, items: INodeExecutionData[] = [{ json: {} }]) {
	service.lists({ ...orderUpdate, ...record });
	const given = { options: { dryRun: true }, variables: { mappingMode: 'defineBelow', value: values }, ...parameters };
	const run = await service.stopping(templateParameters(given), items);
	expect(run.data.resultData.error).toBeUndefined();
	return { output: jsonOf(run), hints: hintsOf(run) };
}

const withButton = { components, expected_variables: { ...orderUpdate.expected_variables, buttons } };

test('a dry run gives each message as its recipient would read it', async () => {
	const { output } = await dryRun(withButton, {}, [{ json: {} }, { json: { name: 'Grace' } }]);
	expect(output[0]?.preview).toEqual({
		header: 'Order A-7',
		body: 'Hi *Ada*,\nit is _a<b & *c*_, see my_file_name.',
		footer: 'Example Shop',
		buttons: ['[OK]', '[Track] https://t.example/p7'],
	});
	expect(output[1]?.preview).toMatchObject({ body: expect.stringMatching(/^Hi \*Grace\*/) });
});

test('and shows the first above the output, its words drawn and whatever it holds escaped', async () => {
	const { hints } = await dryRun(withButton);
	expect(hints).toEqual([
		{
			message:
				'The message as it would arrive:<br><b>Order A-7</b><br>Hi <b>Ada</b>,<br>it is <i>a&lt;b &amp; <b>c</b></i>, see my_file_name.<br>Example Shop<br>[OK]<br>[Track] https://t.example/p7',
			type: 'info',
			location: 'outputPane',
		},
	]);
});

test('says what a header and the cards of a carousel show', async () => {
	const card = { components: [{ type: 'HEADER', format: 'IMAGE' }, { type: 'BODY', text: '{{name}}' }] };
	const record = {
		components: [{ type: 'HEADER', format: 'LOCATION' }, { type: 'BODY', text: 'Look' }, { type: 'CAROUSEL', cards: [card] }],
		expected_variables: { cards: [{ media_url: '', media_id: '', body: [{ param_name: 'name' }] }] },
	};
	const { output } = await dryRun(record, {
		variables: { mappingMode: 'defineBelow', value: { 'cards.1.media_id': 'm-1', 'cards.1.body.name': 'Tea' } },
		additionalFields: { location: { details: { latitude: '1', longitude: '2', name: 'Shop', address: '' } } },
	});
	expect(output[0]?.preview).toEqual({
		header: '[location] Shop · 1, 2',
		body: 'Look',
		cards: [{ header: '[image] m-1', body: 'Tea' }],
	});
});

test('is left out where the record does not carry the words', async () => {
	const { output, hints } = await dryRun({ expected_variables: {} }, { variables: { mappingMode: 'defineBelow', value: {} } });
	expect(output[0]).not.toHaveProperty('preview');
	expect(hints).toEqual([]);
});

describe('what n8n shows of the node while it is edited', () => {
	const { hints = [], subtitle = '' } = new Messaging().description;

	/** An expression of the description, as n8n works it out. */
	function resolved(expression: string, parameters: INodeParameters): unknown {
		const { node, workflow } = workflowWith('messaging', { credential: {}, parameters });
		return workflow.expression.getParameterValue(expression, null, 0, 0, node.name, [], 'manual', {});
	}
	const shown = (parameters: INodeParameters) =>
		hints.filter(({ displayCondition = '' }) => resolved(displayCondition, parameters) === true).map(({ message }) => message);

	const schema = [
		{ id: 'message', required: false, readOnly: true },
		{ id: 'cards.1.media_id', required: false },
		{ id: 'body.1', required: true },
	];
	const mapped = (columns: INodeParameters[], value: INodeParameters | null = null, mappingMode = 'defineBelow') =>
		templateParameters({ variables: { mappingMode, value, schema: columns } });
	const variables = (value: INodeParameters | null, mappingMode?: string) => mapped(schema, value, mappingMode);

	const otherTemplate = "The placeholders belong to another template. Choose 'Refresh Placeholder List' in their menu (⋮), or close this node and open it again.";

	const surplusMedia = "The template's header shows no media. Choose 'Keep the Template's Media' in 'Header Media'.";

	test.each<[string, INodeParameters, string[]]>([
		['a dry run', templateParameters({ options: { dryRun: true } }), ['Dry run: nothing is sent.']],
		['a placeholder that is empty', variables({ message: 'x' }), ['The second placeholder is still empty.']],
		['placeholders that hold nothing at all', variables(null), ['The second placeholder is still empty.']],
		['placeholders that were taken out', mapped([{ id: 'body.1', required: true, removed: true }]), ['Some placeholders are still empty.']],
		['an empty one among many', mapped(Array.from({ length: 11 }, (_, index) => ({ id: `body.${index}`, required: index === 10 }))), ['Some placeholders are still empty.']],
		['a file for a header that shows none', { ...mapped([{ id: 'message', hasMediaHeader: false }]), headerMedia: 'url' }, [surplusMedia]],
		['a file for a header that shows it', { ...mapped([{ id: 'message', hasMediaHeader: true }]), headerMedia: 'url' }, []],
		['placeholders that are filled', variables({ 'body.1': 'Ada' }), []],
		['placeholders that an expression fills, of data that is not there yet', variables({ 'body.1': '={{ $json.name }}' }), []],
		['placeholders of another template, empty or not', templateParameters({ variables: { mappingMode: 'defineBelow', value: null, schema: [{ id: 'message', ofTemplate: 'order_delay' }, ...schema.slice(1)] } }), [otherTemplate]],
		['automatic mapping', variables(null, 'autoMapInputData'), []],
		['JSON', { ...variables(null), variablesMode: 'json' }, []],
		['a text', textParameters(), []],
	])('hints with %s', (_case, parameters, expected) => {
		expect(shown(parameters)).toEqual(expected);
	});

	test.each<[INodeParameters, string]>([
		[templateParameters(), 'send order_update'],
		[templateParameters({ template: { __rl: true, mode: 'name', value: '={{ $json.template }}' } }), 'send template'],
		[templateParameters({ template: { __rl: true, mode: 'list', value: '' } }), 'send template'],
		[textParameters(), 'send text'],
		[{ resource: 'media', operation: 'upload' }, 'upload: media'],
		[{ resource: 'phoneNumber', operation: 'getMany' }, 'get many: sending number'],
	])('the line below its name: %#', (parameters, expected) => {
		expect(resolved(subtitle, parameters)).toBe(expected);
	});
});
