import fc from 'fast-check';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { outputOf, runMessaging } from '../support/engine';
import { textParameters } from '../support/messages';
import { accepting, startService, type ScriptedService } from '../support/service';
import { runs } from '../support/runs';

let service: ScriptedService;

beforeEach(async () => {
	service = await startService(accepting);
});

afterEach(async () => {
	await service.close();
});

/** The texts that arrive when `text` is this expression, one an item; undefined for an item that was refused. */
async function textsOf(text: string, items: readonly IDataObject[]): Promise<unknown[]> {
	const begun = service.requests.length;
	const run = await runMessaging(
		{
			credential: { baseUrl: service.url, apiKey: 'key-123' },
			parameters: textParameters({ to: '+12015550123', text, options: { concurrency: 1 } }),
			onError: 'continueRegularOutput',
		},
		items.map((json): INodeExecutionData => ({ json })),
	);
	const sent = service.requests.slice(begun).map(({ body }): unknown => Reflect.get(Object(body), 'text'));
	return outputOf(run).map(({ json }) => (json.success === true ? sent.shift() : undefined));
}

const plain = [(name: string) => `={{ $json.${name} }}`, (name: string) => `={{$json["${name}"]}}`, (name: string) => `={{ $json['${name}'] }}`];
/** The same value, in a form that is no plain field. */
const workedOut = (name: string) => `={{ ($json.${name}) }}`;

const field = fc.constantFrom('name', 'Name', 'x1', '_private', 'toString', 'constructor', 'length');
const value = fc.oneof(
	fc.string(),
	fc.constantFrom('={{ 1 + 1 }}', '{{ $json.name }}', '  padded  ', 'true', '', '007'),
	fc.double({ noNaN: true, noDefaultInfinity: true }),
	fc.integer(),
	fc.boolean(),
	fc.constant(null),
	fc.array(fc.integer(), { maxLength: 2 }),
	fc.record({ name: fc.string() }),
);

test('a field of the item gives what n8n makes of the expression, whatever the item holds', async () => {
	await fc.assert(
		fc.asyncProperty(field, fc.array(fc.dictionary(field, value), { minLength: 1, maxLength: 6 }), async (name, items) => {
			const expected = await textsOf(workedOut(name), items);
			for (const expression of plain) expect(await textsOf(expression(name), items)).toEqual(expected);
		}),
		runs(60),
	);
});

test.each<[string, string]>([
	['={{ $json.name }} and more', 'Ada and more'],
	['={{ $json.name }}{{ $json.name }}', 'AdaAda'],
	['={{ $json.name + "!" }}', 'Ada!'],
	['={{ $json.name.toUpperCase() }}', 'ADA'],
	['={{ $json["n" + "ame"] }}', 'Ada'],
	['= {{ $json.name }}', ' Ada'],
	['{{ $json.name }}', '{{ $json.name }}'],
	['={{ $json.person.first }}', 'Grace'],
])('%s is worked out by n8n as it stands', async (expression, expected) => {
	expect(await textsOf(expression, [{ name: 'Ada', person: { first: 'Grace' } }])).toEqual([expected]);
});
