import type { IDataObject } from 'n8n-workflow';

import { outputOf, runMessaging } from '../support/engine';
import { items, jsonOf, useKeyedService } from '../support/keyedService';
import { errorOf } from '../support/messages';

const messages = useKeyedService();

/** Sends a message for an item with these fields and this key. */
const send = async (messageKey: unknown, fields: IDataObject) =>
	await runMessaging(
		messages.settings({ messageKey: messageKey as string, idempotencyHeader: 'Idempotency-Key' }),
		items('A').map(({ json }) => ({ json: { ...json, ...fields } })),
	);

const orderId = '{{ $json.order_id }}';
const itemId = '{{ $json.item_id }}';
const nothing = `'Message Key': ${orderId} gives nothing`;
const gives = (what: string, expression = orderId) => `'Message Key': ${expression} gives ${what}`;
const is = (key: string) => `'Message Key' is "${key}"`;

test.each<[key: string, fields: IDataObject, message: string | RegExp]>([
	// A field that is missing or empty, beside fixed text
	[`=${orderId}-shipped`, {}, nothing],
	[`=${orderId}-shipped`, { order_id: null }, nothing],
	[`=${orderId}-shipped`, { order_id: '' }, nothing],
	[`=${orderId}-shipped`, { order_id: '  ' }, nothing],
	[`=${orderId}-shipped`, { order_id: '\n\t' }, nothing],
	[`=${orderId}-shipped`, { order_id: '\u00a0' }, nothing],
	[`=${orderId}-shipped`, { order_id: '\u200b\u00ad' }, nothing],
	[`=${orderId}-shipped`, { order_id: '\u2800' }, nothing],
	[`=shipped-${orderId}`, {}, nothing],
	[`=Order ${orderId} was shipped`, {}, nothing],
	[`=${orderId}-${itemId}`, { item_id: 7 }, nothing],
	[`=${orderId}-${itemId}`, { order_id: 7 }, gives('nothing', itemId)],
	[`=${orderId}-${itemId}`, {}, nothing],
	[`=${orderId}${itemId}`, { order_id: 7 }, gives('nothing', itemId)],
	['={{ $json["order id"] }}-shipped', {}, gives('nothing', '{{ $json["order id"] }}')],
	['={{ $json.order.id }}-shipped', {}, gives('nothing', '{{ $json.order.id }}')],
	['={{ $json.order?.id }}-shipped', {}, gives('nothing', '{{ $json.order?.id }}')],
	['={{ $json.order_id?.trim() }}-shipped', {}, gives('nothing', '{{ $json.order_id?.trim() }}')],
	['={{ $json.order_id || "" }}-shipped', {}, gives('nothing', '{{ $json.order_id || "" }}')],
	['={{ $json.order_id ?? null }}-shipped', {}, gives('nothing', '{{ $json.order_id ?? null }}')],
	['={{ [$json.order_id].find((id) => id) }}-shipped', {}, gives('nothing', '{{ [$json.order_id].find((id) => id) }}')],
	['={{ $if($json.order_id, $json.order_id, "") }}-shipped', {}, gives('nothing', '{{ $if($json.order_id, $json.order_id, "") }}')],
	['={{ "}" + $json.order_id ? "" : "{" }}-shipped', {}, gives('nothing', '{{ "}" + $json.order_id ? "" : "{" }}')],
	['={{ "\\}}".slice(2) }}-shipped', {}, gives('nothing', '{{ "\\}}".slice(2) }}')],
	['=\\\\{{ $json.order_id }}-shipped', {}, nothing],
	['=shipped-{{ $json.order_id', {}, gives('nothing', '{{ $json.order_id')],
	['={{ }}-shipped', {}, /./],
	['={{ $("Orders").item.json.id }}-shipped', {}, /./],

	// Alone
	[`=${orderId}`, {}, nothing],
	[`=${orderId}`, { order_id: null }, nothing],
	[`=${orderId}`, { order_id: ' ' }, nothing],
	[`=${orderId}`, { order_id: '\u200b' }, nothing],
	[`=${orderId}`, { order_id: { id: 7 } }, gives('an object')],
	[`=${orderId}`, { order_id: ['A-7'] }, gives('a list')],
	[`=${orderId}`, { order_id: true }, gives('only true')],

	// Something else than text
	[`=${orderId}-shipped`, { order_id: { id: 7 } }, gives('an object')],
	[`=${orderId}-shipped`, { order_id: {} }, gives('an object')],
	[`=${orderId}-shipped`, { order_id: [] }, gives('a list')],
	[`=${orderId}-shipped`, { order_id: ['A-7'] }, gives('a list')],
	['={{ $json }}-shipped', {}, gives('an object', '{{ $json }}')],
	['={{ [$json.order_id, $json.item_id] }}-shipped', {}, gives('a list', '{{ [$json.order_id, $json.item_id] }}')],
	['={{ new Set([$json.order_id]) }}-shipped', {}, gives('an object', '{{ new Set([$json.order_id]) }}')],
	['={{ "A-7".trim }}-shipped', {}, /function/],
	['={{ "" + "A-7".trim }}', {}, /gives "function trim\(\)/],
	['={{ $json.order_id * 2 }}-shipped', {}, gives('no number', '{{ $json.order_id * 2 }}')],
	['={{ parseInt($json.order_id) }}-shipped', { order_id: 'A-7' }, gives('no number', '{{ parseInt($json.order_id) }}')],
	['={{ 7 / $json.order_id }}-shipped', { order_id: 0 }, gives('no number', '{{ 7 / $json.order_id }}')],
	[`=${orderId}-shipped`, { order_id: 2 ** 53 }, gives('a number that cannot be kept exactly')],
	['={{ new Date($json.day) }}-shipped', { day: 'soon' }, gives('nothing', '{{ new Date($json.day) }}')],
	['={{ DateTime.fromISO($json.day) }}-shipped', { day: 'soon' }, gives('nothing', '{{ DateTime.fromISO($json.day) }}')],
	['={{ DateTime.fromISO($json.day).toFormat("D") }}-shipped', { day: 'soon' }, gives('"Invalid DateTime"', '{{ DateTime.fromISO($json.day).toFormat("D") }}')],
	['={{ "on " + new Date($json.day) }}', { day: 'soon' }, gives('"on Invalid Date"', '{{ "on " + new Date($json.day) }}')],

	// True or false, which half of all messages share
	['={{ $json.is_paid }}-shipped', { is_paid: true }, gives('only true', '{{ $json.is_paid }}')],
	['={{ $json.is_paid }}-shipped', { is_paid: 'false' }, gives('only false', '{{ $json.is_paid }}')],
	['={{ $json.is_paid }}-{{ $json.is_gift }}', { is_paid: true, is_gift: false }, gives('only true', '{{ $json.is_paid }}')],

	// The words that joining leaves of a missing value
	[`=order${orderId}`, { order_id: 'undefined' }, gives('"undefined"')],
	[`=order${orderId}`, { order_id: 'null' }, gives('"null"')],
	[`=${orderId}-shipped`, { order_id: 'NULL' }, gives('"NULL"')],
	['={{ typeof $json.order_id }}', {}, gives('"undefined"', '{{ typeof $json.order_id }}')],
	['={{ String($json.order_id) }}-shipped', {}, gives('"undefined"', '{{ String($json.order_id) }}')],
	['={{ $json.order_id + "-shipped" }}', {}, gives('"undefined-shipped"', '{{ $json.order_id + "-shipped" }}')],
	['={{ (null + "-shipped").toUpperCase() }}', {}, gives('"NULL-SHIPPED"', '{{ (null + "-shipped").toUpperCase() }}')],
	['={{ "order " + $json.order_id }}', {}, gives('"order undefined"', '{{ "order " + $json.order_id }}')],
	['={{ $json.order_id + " shipped" }}', {}, gives('"undefined shipped"', '{{ $json.order_id + " shipped" }}')],
	['={{ "order=" + $json.order_id + "&shipped" }}', {}, gives('"order=undefined&shipped"', '{{ "order=" + $json.order_id + "&shipped" }}')],
	['={{ `order(${$json.order_id})` }}', {}, gives('"order(undefined)"', '{{ `order(${$json.order_id})` }}')],
	['={{ `order,${$json.order_id},shipped` }}', {}, gives('"order,undefined,shipped"', '{{ `order,${$json.order_id},shipped` }}')],
	['={{ `order~${$json.order_id}~` }}', {}, gives('"order~undefined~"', '{{ `order~${$json.order_id}~` }}')],
	['={{ `order – ${$json.order_id}` }}', {}, gives('"order – undefined"', '{{ `order – ${$json.order_id}` }}')],
	['={{ `order@${$json.order_id};` }}', {}, gives('"order@undefined;"', '{{ `order@${$json.order_id};` }}')],
	['={{ "7" + $json.order_id }}', {}, gives('"7undefined"', '{{ "7" + $json.order_id }}')],
	['={{ $json.order_id + "7" }}', {}, gives('"undefined7"', '{{ $json.order_id + "7" }}')],
	['={{ "" + $json.order_id + $json.item_id }}', {}, gives('"undefinedundefined"', '{{ "" + $json.order_id + $json.item_id }}')],
	['={{ "on " + $json.order_id * 7 }}', {}, gives('"on NaN"', '{{ "on " + $json.order_id * 7 }}')],
	['={{ JSON.stringify({ id: $json.order_id ?? null }) }}', {}, gives('"{"id":null}"', '{{ JSON.stringify({ id: $json.order_id ?? null }) }}')],
	['={{ "" + $json.order }}', { order: { id: 7 } }, gives('"[object Object]"', '{{ "" + $json.order }}')],

	// Neither letters nor digits
	['={{ JSON.stringify({ id: $json.order_id }) }}-', {}, /neither letters nor digits: "{}-"/],
	['={{ [$json.order_id, $json.item_id].join("-") }}', {}, /neither letters nor digits: "-"/],
	['--', {}, /neither letters nor digits: "--"/],

	// An expression that was entered as fixed text
	[`${orderId}-shipped`, {}, is(`${orderId}-shipped`)],
	['$json.order_id', {}, is('$json.order_id')],
	['=${$json.order_id}-shipped', {}, is('${$json.order_id}-shipped')],
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
	[`=${orderId}-shipped`, { order_id: 'A-7' }],
	[`=${orderId}-shipped`, { order_id: 7 }],
	[`=${orderId}-shipped`, { order_id: 0 }],
	[`=${orderId}-shipped`, { order_id: '0' }],
	[`=${orderId}-shipped`, { order_id: -0.5 }],
	[`=${orderId}-shipped`, { order_id: '注文七' }],
	[`=${orderId}-shipped`, { order_id: '👩‍👧' }],
	[`=${orderId}`, { order_id: '👩‍👧' }],
	[`=${orderId}`, { order_id: '٧' }],
	[`=${orderId}-welcome`, { order_id: 'Null' }],
	[`=${orderId}-welcome`, { order_id: 'annulled' }],
	[`=${orderId}-welcome`, { order_id: 'Nullstraße' }],
	[`=${orderId}-welcome`, { order_id: 'nullärt' }],
	[`=${orderId}-{{ $json.is_gift }}`, { order_id: 7, is_gift: false }],
	['={{ DateTime.fromISO($json.day).toISODate() }}', { day: '2026-01-02' }],
	['={{ DateTime.fromISO($json.day) }}', { day: '2026-01-02' }],
	['={{ DateTime.fromISO($json.day) }}-reminder', { day: '2026-01-02' }],
	['={{ new Date($json.day) }}-reminder', { day: '2026-01-02' }],
	['={{ new Date($json.day) }}', { day: '2026-01-02' }],
	['={{ { id: $json.order_id }.id }}-shipped', { order_id: 7 }],
	['={{ "\\}}" + $json.order_id }}', { order_id: 7 }],
	['=welcome', {}],
	['welcome', {}],
])('%s with %j is a key', async (key, fields) => {
	const run = await send(key, fields);
	expect(jsonOf(run)[0]).toMatchObject({ success: true });
	expect(messages.requests.map(({ headers }) => headers['idempotency-key'])).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/)]);
});

test('a date gives the same key when n8n retries the execution, which has it as text then', async () => {
	const day = new Date('2026-01-02');
	const key = '={{ $json.day }}-reminder';
	await send(key, { day: day as unknown as string });
	await send(key, { day: day.toJSON() });
	const [first, second] = messages.requests.map(({ headers }) => headers['idempotency-key']);
	expect(second).toBe(first);
});
