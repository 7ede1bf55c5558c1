import { headerValue, headerValues } from '../../nodes/Messaging/api/headers';

test.each<[string, Record<string, string | string[] | undefined>, string, string[]]>([
	['in any case', { 'X-Webhook-Signature': 'a' }, 'x-webhook-signature', ['a']],
	['asked for in any case and with blanks', { 'x-webhook-signature': 'a' }, ' X-Webhook-Signature ', ['a']],
	['blanks around a value removed', { h: ' a\t' }, 'h', ['a']],
	['a list of values', { h: ['a', ' b '] }, 'h', ['a', 'b']],
	['the same header in two cases', { h: 'a', H: 'b' }, 'h', ['a', 'b']],
	['blank values left out', { h: ['', ' ', 'a'] }, 'h', ['a']],
	['absent', { other: 'a' }, 'h', []],
	['undefined', { h: undefined }, 'h', []],
	['names of JavaScript', {}, 'constructor', []],
	['no name', { '': 'a', h: 'b' }, 'x', []],
])('the values of a header: %s', (_name, headers, name, values) => {
	expect(headerValues(headers, name)).toEqual(values);
	expect(headerValue(headers, name)).toBe(values[0]);
});
