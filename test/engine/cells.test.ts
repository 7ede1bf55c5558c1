import type { IDataObject, INodeExecutionData, INodeParameters } from 'n8n-workflow';

import { at } from '../../nodes/Messaging/text/json';
import { type Cell, type End, numberCells, textCells, valueCells } from '../support/cells';
import { mediaParameters, templateParameters, textParameters } from '../support/messages';
import { questionParameters } from '../support/question';
import { hintsOf, jsonOf, to, useService } from '../support/useService';

const service = useService();

const one = { template_name: 'one', language_code: 'en_US', expected_variables: { body: [{ param_name: 'value' }] }, components: [{ type: 'BODY', text: 'Dear {{value}}' }] };

/** What a dry run gives for an item, and what a run does with the same one. */
interface Both {
	readonly dry: IDataObject;
	readonly wet: IDataObject;
}

async function runBoth(parameters: INodeParameters, items: INodeExecutionData[], options: INodeParameters = {}): Promise<Both[]> {
	const dry = await service.output({ ...parameters, options: { ...options, dryRun: true } }, items);
	expect(service.posts).toEqual([]);
	const wet = await service.output({ ...parameters, options: { ...options, concurrency: 1 } }, items);
	// What a run sends is what the dry run has shown.
	expect(service.posts.map(({ body }) => body)).toEqual(dry.flatMap((item) => (item.valid === true ? [at(item, 'request', 'body')] : [])));
	return dry.map((item, index) => ({ dry: item, wet: wet[index] ?? {} }));
}

/** Compares what became of a cell with what the table says; `sent` is what left. */
function expectEnd(cell: unknown, end: End, { dry, wet }: Both, sent: unknown): void {
	if ('refused' in end) {
		const refused = { error: { category: 'invalid-input', message: expect.stringMatching(end.refused) } };
		expect({ cell, dry, wet }).toMatchObject({ cell, dry: refused, wet: refused });
		return;
	}
	expect({ cell, dry, wet }).toMatchObject({ cell, dry: { valid: true }, wet: { success: true } });
	// Two cells of the table may mean the same message to the same person, and some are numbers of fixed lines, which a dry run says too.
	const warnings = [dry.warnings ?? []].flat().filter((warning) => !/^This is the message of item \d+|a landline gets no messages$/.test(String(warning)));
	if ('leaves' in end) expect({ cell, sent, warnings }).toEqual({ cell, sent: end.leaves, warnings: [] });
	else expect({ cell, warnings }).toEqual({ cell, warnings: expect.arrayContaining([expect.stringMatching(end.leavesAfterWarning)]) });
}

/** Runs the cells as items of one run. `path` is where a request holds what is made of a cell. */
async function compare(cells: readonly Cell[], parameters: INodeParameters, path: readonly string[], options?: INodeParameters): Promise<void> {
	const items = cells.map(([cell]) => ({ json: { to, cell, value: cell } as IDataObject }));
	const found = await runBoth(parameters, items, options);
	for (const [index, [cell, end]] of cells.entries()) {
		const both = found[index] ?? { dry: {}, wet: {} };
		expectEnd(cell, end, both, at(both.dry, 'request', 'body', ...path));
	}
}

test('the table has more than two hundred cells', () => {
	expect(numberCells.length + valueCells.length + textCells.length).toBeGreaterThan(200);
});

test('each cell of a column of phone numbers reaches whom it means, or nobody', async () => {
	await compare(numberCells, textParameters({ to: '={{ $json.cell }}' }), ['to'], { defaultCountry: 'DE' });
});

/** A refusal that says so of a placeholder in JSON. */
const inJson = ([cell, end]: Cell): Cell => [cell, 'refused' in end ? { refused: /^'Placeholders \(JSON\)' has no text for 'body\.value'/ } : end];

test.each<[string, INodeParameters, readonly Cell[]]>([
	['a placeholder', { variables: { mappingMode: 'defineBelow', value: { 'body.value': '={{ $json.cell }}' } } }, valueCells],
	['a placeholder that is mapped automatically', { variables: { mappingMode: 'autoMapInputData', value: null } }, valueCells],
	['a placeholder in JSON', { variablesMode: 'json', variablesJson: '={{ { body: { value: $json.cell } } }}' }, valueCells.map(inJson)],
])('each cell of a column for %s says what it means, or nothing leaves', async (_how, changes, cells) => {
	service.lists(one);
	const parameters = templateParameters({ template: { __rl: true, mode: 'list', value: 'one' }, ...changes });
	await compare(cells, parameters, ['variables', 'body', 'value']);
});

test.each(textCells.map(([text, fields, end]) => [text, fields, end] as const))('the text %j with %j', async (text, fields, end) => {
	const [found = { dry: {}, wet: {} }] = await runBoth(textParameters({ text }), [{ json: { to, ...fields } }]);
	expectEnd(text, end, found, at(found.dry, 'request', 'body', 'text'));
});

test.each(textCells.map(([message, fields, ofText, ofQuestion = ofText]) => [message, fields, ofQuestion] as const))('the question %j with %j', async (message, fields, end) => {
	const [dry] = await service.output(questionParameters({ message, options: { dryRun: true } }), [{ json: fields }]);
	if ('refused' in end) expect(dry).toMatchObject({ error: { category: 'invalid-input', message: expect.stringMatching(end.refused) } });
	else if ('leaves' in end) expect(String(at(dry, 'request', 'body', 'text'))).toMatch(new RegExp(`^${end.leaves}\n\nhttp`));
	else expect(dry?.warnings).toContainEqual(expect.stringMatching(end.leavesAfterWarning));
});

describe('a placeholder of words and expressions', () => {
	const described = (written: string, changes: INodeParameters = {}) =>
		templateParameters({
			template: { __rl: true, mode: 'list', value: 'one' },
			variables: { mappingMode: 'defineBelow', value: { 'body.value': written } },
			...changes,
		});
	const said = async (parameters: INodeParameters, fields: IDataObject) => {
		service.lists(one);
		const [found = { dry: {}, wet: {} }] = await runBoth(parameters, [{ json: fields }]);
		return found;
	};

	test.each<[string, IDataObject, RegExp]>([
		['=Order {{ $json.id }}', {}, /^'Placeholders of the Template', '\{\{value\}\}': \{\{ \$json\.id \}\} gives nothing$/],
		['=Order {{ $json.id }} of {{ DateTime.fromISO($json.day).toFormat("D") }}', { id: 7 }, /toFormat\("D"\) \}\} gives "Invalid DateTime"$/],
		['={{ $json.first }} {{ $json.last }}', { first: 'Ada', last: null }, /\{\{ \$json\.last \}\} gives nothing$/],
	])('%s with %j is refused by the expression that gives nothing', async (written, fields, message) => {
		const refused = { error: { category: 'invalid-input', message: expect.stringMatching(message) } };
		expect(await said(described(written), fields)).toMatchObject({ dry: refused, wet: refused });
	});

	test('is looked at if a part is empty, in JSON too, unless its expression says that it may be', async () => {
		const body = (written: string) => ({ variablesMode: 'json', variablesJson: `={ "body": { "value": "${written}" } }` });
		for (const parameters of [described('=Order {{ $json.id }}'), described('', body('Order {{ $json.id }}'))]) {
			expect((await said(parameters, { id: '' })).dry.warnings).toEqual([expect.stringMatching(/\{\{ \$json\.id \}\} is empty$/)]);
			service.requests.length = 0;
		}
		expect((await said(described("=Order {{ $json.id || '' }}"), { id: '' })).dry).not.toHaveProperty('warnings');
	});

	test('is refused in JSON by the expression', async () => {
		const { wet } = await said(described('', { variablesMode: 'json', variablesJson: '={ "body": { "value": "Order {{ $json.id }}" } }' }), {});
		expect(wet).toMatchObject({ error: { message: "'Placeholders (JSON)': {{ $json.id }} gives nothing" } });
	});

	test.each(['null', 'Nan', 'undefined', 'Null and void'])('may be the fixed text %s', async (written) => {
		expect((await said(described(written), {})).wet).toMatchObject({ success: true });
	});
});

test('a caption that is too long or says nothing is named, and the items with it', async () => {
	const parameters = mediaParameters({ additionalFields: { caption: '={{ $json.caption }}' }, options: { dryRun: true } });
	const run = await service.run(parameters, ['Menu', 'x'.repeat(1025), 'Order #NV', '#NV'].map((caption) => ({ json: { caption } })));
	expect(jsonOf(run)).toMatchObject([
		{ valid: true },
		{ warnings: ["'Caption' has 1,025 characters, and the platform takes 1,024"] },
		{ warnings: [`'Caption' says "#NV"`] },
		{ error: { message: `'Caption': {{ $json.caption }} gives "#NV"` } },
	]);
	const [hint] = hintsOf(run);
	expect(hint?.message).toMatch(/characters, and the platform takes 1,024: item 2\.<br>.*says &quot;#NV&quot;: item 3\.$/);
});

test.each<[string, IDataObject, string | RegExp]>([
	['=+{{ $json.cc }}{{ $json.phone }}', { cc: '49', phone: '1701234567' }, '+491701234567'],
	// Without its country it would be a number of the United States.
	['=+{{ $json.cc }}{{ $json.phone }}', { phone: '2015550123' }, /^'To': \{\{ \$json\.cc \}\} gives nothing$/],
	['=+{{ $json.cc }} {{ $json.phone }}', { cc: '', phone: '2015550123' }, /^'To': \{\{ \$json\.cc \}\} gives nothing$/],
	['=+{{ $json.cc || "" }}{{ $json.phone }}', { phone: '12015550123' }, '+12015550123'],
	// Either of two columns.
	['={{ $json.mobile }}{{ $json.phone }}', { phone: '+12015550123' }, '+12015550123'],
	['={{ $json.mobile }} {{ $json.phone }}', { mobile: '+12015550123', phone: null }, '+12015550123'],
])('the recipient %s with %j', async (written, fields, end) => {
	const [found] = await runBoth(textParameters({ to: written }), [{ json: fields }]);
	if (typeof end === 'string') expect(found).toMatchObject({ dry: { recipient: { number: end } }, wet: { success: true } });
	else expect(found).toMatchObject({ wet: { error: { message: expect.stringMatching(end) } } });
});

test.each<[string, INodeParameters]>([
	['of a message', mediaParameters({ mediaUrl: '=https://example.com/{{ $json.id }}.pdf' })],
	['of a header', templateParameters({ headerMedia: 'url', mediaUrl: '=https://example.com/{{ $json.id }}.pdf' })],
])('a media address %s in which an expression gives nothing is refused', async (_where, parameters) => {
	const [{ wet } = { wet: {} }] = await runBoth(parameters, [{ json: {} }]);
	expect(wet).toMatchObject({ error: { message: "'Media URL': {{ $json.id }} gives nothing" } });
});
