import { isSameUrl, readRegistration, reportsWanted, unreachableFromOutside } from '../../nodes/Messaging/webhook/registration';

describe('a URL that a service on the internet', () => {
	test.each([
		['http://localhost:5678/webhook/1', /network of n8n/],
		['https://n8n.localhost/', /network of n8n/],
		['https://127.1.2.3/', /network of n8n/],
		['https://0.0.0.0/', /network of n8n/],
		['https://10.0.0.7/', /network of n8n/],
		['https://172.31.255.255/', /network of n8n/],
		['https://192.168.1.2/', /network of n8n/],
		['https://169.254.1.1/', /network of n8n/],
		['https://[::1]:5678/', /network of n8n/],
		['https://[fd12::1]/', /network of n8n/],
		['https://[fe80::1]/', /network of n8n/],
		['https://n8n:5678/', /network of n8n/],
		['https://n8n.local/', /network of n8n/],
		['https://n8n.internal/', /network of n8n/],
		['http://n8n.example.com/', /not HTTPS/],
	])('cannot reach, or may refuse: %s', (url, reason) => {
		expect(unreachableFromOutside(url)).toMatch(reason);
		expect(unreachableFromOutside(url)).toContain(url);
	});

	test.each(['https://n8n.example.com/webhook/1', 'https://8.8.8.8/', 'https://172.32.0.1/', 'https://[2001:db8::1]/', 'https://localhost.example.com/', 'https://10.example.com/'])(
		'can reach: %s',
		(url) => {
			expect(unreachableFromOutside(url)).toBeUndefined();
		},
	);
});

test('one URL is the same however it is written, and another is not', () => {
	expect(isSameUrl('https://N8N.example.com:443/a', 'https://n8n.example.com/a')).toBe(true);
	expect(isSameUrl('https://n8n.example.com/b', 'https://n8n.example.com/a')).toBe(false);
	expect(isSameUrl('http://n8n.example.com/a', 'https://n8n.example.com/a')).toBe(false);
	expect(isSameUrl(undefined, 'https://n8n.example.com/a')).toBe(false);
});

test.each<[string, unknown]>([
	['nothing', undefined],
	['text', 'wh_1'],
	['a list', [{ id: 'wh_1' }]],
	['a record without an id', { url: 'https://n8n.example.com/' }],
	['a blank id', { id: ' ' }],
])('%s is no registration', (_form, record) => {
	expect(readRegistration(record)).toBeUndefined();
});

test.each<[string, readonly string[] | undefined, boolean]>([
	['the same events', ['read', 'sent'], true],
	['the same under longer names', ['message.read', 'message.sent'], true],
	['events that are not shown', undefined, true],
	['fewer events', ['read'], false],
	['more events', ['read', 'sent', 'failed'], false],
	['events of another kind', ['read', 'messages'], false],
	['no events', [], false],
])('a registration with %s', (_form, events, expected) => {
	const url = 'https://n8n.example.com/a';
	expect(reportsWanted({ id: '1', url, events }, url, ['sent', 'read'])).toBe(expected);
});
