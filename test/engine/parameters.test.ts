import fc from 'fast-check';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { templateParameters, textParameters } from '../support/messages';
import { readMapper, readOptionInParts, readText } from '../support/parameterProbe';
import { fieldProperty, mapperProperty, partsProperty } from '../support/plainFields';
import { runs } from '../support/propertyRuns';
import { to, useService } from '../support/useService';

const service = useService();

const same = (ours: unknown, n8n: unknown) => expect(ours).toStrictEqual(n8n);

test.each([
	['a field of the item gives what n8n makes of the expression, whatever it is called and holds', async () => await fc.assert(fieldProperty(same), runs(150))],
	['a mapper gives what n8n makes of it, whatever its columns are called and filled with', async () => await fc.assert(mapperProperty(same), runs(150))],
	['an expression that is read part by part gives what n8n joins of it, whatever stands between its parts', async () => await fc.assert(partsProperty(same), runs(150))],
])('%s', async (_what, holds) => await holds());

test.each(['={{ $json.name }}', '={{$json["name"]}}', "={{ $json['name'] }}"])('%s with a text or a number needs no n8n', async (expression) => {
	const readings = await readText(expression, [{ json: { name: 'Ada' } }, { json: { name: 7 } }, { json: { name: null } }]);
	expect(readings.map(({ ours, asked }) => [ours, asked])).toEqual([['Ada', []], [7, []], [null, ['text']]]);
});

test.each(['=a\\\\b{{', '={{ 1 }}a\\\\b{{', '=a\\\\b', '=x.constructor {{ $json.name }}', '=\\{{ $json.a. constructor }}'])(
	'%s gives what n8n makes of it',
	async (expression) => {
		const [reading] = await readOptionInParts(expression, [{ json: { name: 'Ada' } }]);
		expect(reading?.ours).toEqual(reading?.n8n);
	},
);

test('of an expression that is read part by part n8n is asked for the parts alone that are more than a field', async () => {
	const json = { id: 7, name: 'Ada' };
	const asked = async (key: string) => (await readOptionInParts(key, [{ json }, { json }])).map(({ ours, asked }) => [ours, asked]);
	expect(await asked('={{ $json.id }}-{{ $json.name }}-x')).toEqual([['7-Ada-x', []], ['7-Ada-x', []]]);
	expect(await asked('={{ $json.id }}-{{ $json.id + 1 }}')).toEqual([['7-8', ['{{ $json.id + 1 }}']], ['7-8', ['{{ $json.id + 1 }}']]]);
});

test('of a mapper with a value that n8n converts each part of the others must still say something', async () => {
	const value = { 'header.order_id': '={{ $now }}', 'body.first_name': '=dear {{ $json.nobody }}', 'body.status': 'packed' };
	expect((await service.failing(templateParameters({ variables: { mappingMode: 'defineBelow', value } }))).message).toMatch(/\{\{ \$json\.nobody \}\} gives nothing$/);
	expect(service.posts).toEqual([]);
});

describe('of a mapper n8n is asked for', () => {
	const name = '={{ $json.name }}';
	const both = async (columns: INodeParameters, ...items: IDataObject[]) =>
		(await readMapper(columns, [], items.map((json) => ({ json })))).map(({ ours, asked }) => [ours, asked]);

	test('nothing where each column is a fixed text or a field that holds a text or a number', async () => {
		const columns = { 'body.name': name, 'body.city': 'London', 'body.count': '={{ $json["the count"] }}' };
		expect(await both(columns, { name: 'Ada', 'the count': 3 }, { name: 'Lin', 'the count': 4 })).toEqual([
			[{ 'body.name': 'Ada', 'body.city': 'London', 'body.count': 3 }, []],
			[{ 'body.name': 'Lin', 'body.city': 'London', 'body.count': 4 }, []],
		]);
	});

	test('the columns alone that are more than a field, whatever they are called', async () => {
		const shout = '={{ $json.name + "!" }}';
		const columns = { 'body.name': name, 'body.1': shout, 'a "b" \'c\' [0].\\d': shout, '': shout };
		const [reading] = await both(columns, { name: 'Ada' });
		expect(reading?.[0]).toEqual({ 'body.name': 'Ada', 'body.1': 'Ada!', 'a "b" \'c\' [0].\\d': 'Ada!', '': 'Ada!' });
		expect(reading?.[1]).toEqual([
			'variables.value["body.1"]',
			'variables.value["a \\"b\\" \'c\' [0].\\\\d"]',
			'variables.value[""]',
		]);
	});

	test('all of it for an item whose field holds anything else', async () => {
		const columns = { 'body.name': name, 'body.fixed': 'text' };
		expect(await both(columns, { name: true }, { name: 'Ada' })).toEqual([
			[{ 'body.name': true, 'body.fixed': 'text' }, ['variables.value']],
			[{ 'body.name': 'Ada', 'body.fixed': 'text' }, []],
		]);
	});
});

test.each<[string, string]>([
	['={{ $json.name }} and more', 'Ada and more'],
	['={{ $json.name }}{{ $json.name }}', 'AdaAda'],
	['={{ $json.name + "!" }}', 'Ada!'],
	['={{ $json.name.toUpperCase() }}', 'ADA'],
	['={{ $json["n" + "ame"] }}', 'Ada'],
	['= {{ $json.name }}', ' Ada'],
	['{ $json.name }', '{ $json.name }'],
	['={{ $json.person.first }}', 'Grace'],
])('%s is worked out by n8n as it stands, for each item', async (expression, expected) => {
	const [before, json] = [{ name: 'Lin', person: { first: 'Mae' } }, { name: 'Ada', person: { first: 'Grace' } }];
	await service.run(textParameters({ to, text: expression, options: { concurrency: 1 } }), [{ json: before }, { json }]);
	expect(service.posts.at(-1)).toMatchObject({ body: { text: expected } });
});
