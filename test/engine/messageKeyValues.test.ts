import type { IDataObject } from 'n8n-workflow';

import { outputOf, runMessaging } from '../support/engine';
import { items, useKeyedService } from '../support/keyedService';
import { errorOf } from '../support/messages';
import { jsonOf } from '../support/useService';

const messages = useKeyedService();

/** Sends a message for an item with these fields and this key. */
const send = async (messageKey: unknown, fields: IDataObject) =>
	await runMessaging(
		messages.keyed({ messageKey: messageKey as string, idempotencyHeader: 'Idempotency-Key' }),
		items('A').map(({ json }) => ({ json: { ...json, ...fields } })),
	);

const orderId = '{{ $json.order_id }}';
const itemId = '{{ $json.item_id }}';
const nothing = `'Message Key': ${orderId} gives nothing`;
const gives = (what: string, expression = orderId) => `'Message Key': ${expression} gives ${what}`;
/** Not what was typed, which would look like the expression that was meant. */
const isFixed = "'Message Key' is fixed text that can be the same for other messages";

/** An expression, which is refused by its own text. */
const of = (expression: string, fields: IDataObject, what: string, rest = '-shipped'): [string, IDataObject, string] => [`={{ ${expression} }}${rest}`, fields, gives(what, `{{ ${expression} }}`)];

test.each<[key: string, fields: IDataObject, message: string | RegExp]>([
	// A field that is missing or empty, beside fixed text
	[`=${orderId}-shipped`, {}, nothing],
	...['', '\u00a0', '\u200b\u00ad', '\u2800', '\ufffc', '\ue000\u0000'].map((order_id): [string, IDataObject, string] => [`=${orderId}-shipped`, { order_id }, nothing]),
	[`=${orderId}-${itemId}`, { item_id: 7 }, nothing],
	[`=${orderId}${itemId}`, { order_id: 7 }, gives('nothing', itemId)],
	of('$json.order?.id', {}, 'nothing'),
	of('"}" + $json.order_id ? "" : "{"', {}, 'nothing'),
	of('"\\}}".slice(2)', {}, 'nothing'),
	['=\\\\{{ $json.order_id }}-shipped', {}, nothing],
	['=shipped-{{ $json.order_id', {}, gives('nothing', '{{ $json.order_id')],
	['={{ }}-shipped', {}, /./],
	['={{ $("Orders").item.json.id }}-shipped', {}, /./],

	['', {}, "'Message Key' is empty"],
	['={{ $json.order_id.toUpperCase() }}', { order_id: 7 }, "'Message Key': {{ $json.order_id.toUpperCase() }} gives nothing"],

	// Alone
	[`=${orderId}`, {}, nothing],
	[`=${orderId}`, { order_id: { id: 7 } }, gives('an object')],
	[`=${orderId}`, { order_id: ['A-7'] }, gives('a list')],
	[`=${orderId}`, { order_id: true }, gives('only true')],

	// Something else than text
	[`=${orderId}-shipped`, { order_id: {} }, gives('an object')],
	[`=${orderId}-shipped`, { order_id: [] }, gives('a list')],
	of('new Set([$json.order_id])', {}, 'an object'),
	['={{ "A-7".trim }}-shipped', {}, /function/],
	['={{ "" + "A-7".trim }}', {}, /gives "function trim\(\)/],
	of('$json.order_id * 2', {}, 'no number'),
	of('7 / $json.order_id', { order_id: 0 }, 'no number'),
	[`=${orderId}-shipped`, { order_id: 2 ** 53 }, gives('a number that cannot be kept exactly')],
	of('new Date($json.day)', { day: 'soon' }, 'nothing'),
	of('DateTime.fromISO($json.day)', { day: 'soon' }, 'nothing'),
	of('DateTime.fromISO($json.day).toFormat("D")', { day: 'soon' }, '"Invalid DateTime"'),
	of('"on " + new Date($json.day)', { day: 'soon' }, '"on Invalid Date"', ''),

	// True or false, which half of all messages share
	of('$json.is_paid', { is_paid: true }, 'only true'),
	of('$json.is_paid', { is_paid: 'false' }, 'only false'),
	['={{ $json.is_paid }}-{{ $json.is_gift }}', { is_paid: true, is_gift: false }, gives('only true', '{{ $json.is_paid }}')],

	// The words that joining leaves of a missing value
	[`=order${orderId}`, { order_id: 'undefined' }, gives('"undefined"')],
	[`=${orderId}-shipped`, { order_id: 'NULL' }, gives('"NULL"')],
	// What a spreadsheet shows in place of a value that it cannot work out
	...['#N/A', '#REF!', '#VALUE!', '#NAME?', '#DIV/0!', ' #ERROR! ', '#WERT!', '#BEZUG! #BEZUG!'].map((order_id): [string, IDataObject, string] => [`=${orderId}-shipped`, { order_id }, gives(`"${order_id}"`)]),
	['={{ $json.order_id + "-shipped" }}', { order_id: '#N/A' }, gives('"#N/A-shipped"', '{{ $json.order_id + "-shipped" }}')],
	of('typeof $json.order_id', {}, '"undefined"', ''),
	of('$json.order_id + "-shipped"', {}, '"undefined-shipped"', ''),
	of('(null + "-shipped").toUpperCase()', {}, '"NULL-SHIPPED"', ''),
	of('"order=" + $json.order_id + "&shipped"', {}, '"order=undefined&shipped"', ''),
	of('`order – ${$json.order_id}`', {}, '"order – undefined"', ''),
	of('"7" + $json.order_id', {}, '"7undefined"', ''),
	of('"" + $json.order_id + $json.item_id', {}, '"undefinedundefined"', ''),
	of('"on " + $json.order_id * 7', {}, '"on NaN"', ''),
	of('JSON.stringify({ id: $json.order_id ?? null })', {}, '"{"id":null}"', ''),
	of('"" + $json.order', { order: { id: 7 } }, '"[object Object]"', ''),

	// Neither letters nor digits
	['={{ JSON.stringify({ id: $json.order_id }) }}-', {}, /neither letters nor digits: "{}-"/],
	['={{ [$json.order_id, $json.item_id].join("-") }}', {}, /neither letters nor digits: "-"/],

	// An expression that was entered as fixed text
	[`${orderId}-shipped`, {}, isFixed],
	['$json.order_id', {}, isFixed],
	['=${$json.order_id}-shipped', {}, isFixed],
])('%s with %j is refused', async (key, fields, message) => {
	const run = await send(key, fields);
	expect(messages.sent).toEqual([]);
	expect(errorOf(outputOf(run)[0])).toMatchObject({
		outcome: 'not_sent',
		category: 'invalid-input',
		message: typeof message === 'string' ? message : expect.stringMatching(message),
	});
});

test.each<[key: string, fields: IDataObject]>([
	...['A-7', 0, -0.5, '注文七', '👩‍👧'].map((order_id): [string, IDataObject] => [`=${orderId}-shipped`, { order_id }]),
	// A code that only looks like an error of a spreadsheet
	...['#OK!', 'SUMMER-#SALE!'].map((order_id): [string, IDataObject] => [`=${orderId}-shipped`, { order_id }]),
	[`=${orderId}`, { order_id: '٧' }],
	...['Null', 'Nullstraße', 'nullärt', 'Zeronull'].map((order_id): [string, IDataObject] => [`=${orderId}-welcome`, { order_id }]),
	[`=${orderId}-{{ $json.is_gift }}`, { order_id: 7, is_gift: false }],
	['={{ DateTime.fromISO($json.day) }}', { day: '2026-01-02' }],
	['={{ DateTime.fromISO($json.day) }}-reminder', { day: '2026-01-02' }],
	['={{ new Date($json.day) }}-reminder', { day: '2026-01-02' }],
	['={{ { id: $json.order_id }.id }}-shipped', { order_id: 7 }],
	['={{ "\\}}" + $json.order_id }}', { order_id: 7 }],
	['welcome', {}],
])('%s with %j is a key', async (key, fields) => {
	const run = await send(key, fields);
	expect(jsonOf(run)[0]).toMatchObject({ success: true });
	expect(messages.requests.map(({ headers }) => headers['idempotency-key'])).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)]);
});

test.each([
	['a date and the text that a retried execution has of it', new Date('2026-01-02') as unknown as string, '2026-01-02T00:00:00.000Z'],
	['an accent of its own and one in its letter', 'Zoe\u0308', 'Zo\u00eb'],
])('%s give the same key', async (_what, one, other) => {
	for (const day of [one, other]) await send('={{ $json.day }}-reminder', { day });
	const [first, second] = messages.requests.map(({ headers }) => headers['idempotency-key']);
	expect(second).toBe(first);
});

/** The keys of two messages whose items have these fields. */
async function keysOf(messageKey: string, one: IDataObject, other: IDataObject): Promise<unknown[]> {
	for (const fields of [one, other]) await send(messageKey, fields);
	return messages.requests.map(({ headers }) => headers['idempotency-key']);
}

test.each(['\u200b', '\u00ad', '\u200e', '\u202c', '\u2060', '\ufeff', '\ufffc', '\u2800', '\u0000', '\ufe0f'])('a character that nobody sees (%j) makes no other key, wherever it stands', async (character) => {
	for (const order_id of [`A${character}-7`, `${character}A-7`, `A-7${character}`]) {
		messages.requests.splice(0);
		const [one, other] = await keysOf(`=${orderId}-shipped`, { order_id: 'A-7' }, { order_id });
		expect(other).toBe(one);
	}
});

test.each<[string, IDataObject, IDataObject]>([
	['a no-break space and a space', { order_id: 'A\u00a07' }, { order_id: 'A 7' }],
	['a number and the text of it', { order_id: 5 }, { order_id: '5' }],
	['a text with blanks around it', { order_id: ' 5' }, { order_id: '5' }],
	['an emoji with and without its variation', { order_id: '\u2764\ufe0f' }, { order_id: '\u2764' }],
	['line ends of two systems', { order_id: '1\r\n2' }, { order_id: '1\n2' }],
])('%s give the same key', async (_what, one, other) => {
	const [first, second] = await keysOf(`=${orderId}-${itemId}`, { item_id: 'x', ...one }, { item_id: 'x', ...other });
	expect(second).toBe(first);
});

test.each<[string, string, IDataObject, IDataObject]>([
	['parts that look alike once they are joined', `=${orderId}-${itemId}`, { order_id: '1-2', item_id: 3 }, { order_id: 1, item_id: '2-3' }],
	['the same without anything between', `=${orderId}${itemId}`, { order_id: 12, item_id: 3 }, { order_id: 1, item_id: 23 }],
	['a family and two people', `=${orderId}`, { order_id: '👩\u200d👧' }, { order_id: '👩👧' }],
	['two words of Persian and one', `=${orderId}`, { order_id: 'می\u200cخواهم' }, { order_id: 'میخواهم' }],
	['two lines and one', `=${orderId}`, { order_id: '1\n2' }, { order_id: '12' }],
])('%s give two keys', async (_what, key, one, other) => {
	const [first, second] = await keysOf(key, one, other);
	expect(second).not.toBe(first);
});
