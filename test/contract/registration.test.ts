import { readRegistration, reportsWanted, unreachableFromOutside } from '../../nodes/Messaging/webhook/registration';

describe('a URL that a service on the internet', () => {
	test.each([
		...['http://localhost:5678/webhook/1', 'https://n8n.localhost/', 'https://127.1.2.3/', 'https://0.0.0.0/', 'https://10.0.0.7/'],
		...['https://172.31.255.255/', 'https://172.16.0.0/', 'https://192.168.1.2/', 'https://169.254.1.1/', 'https://[::1]:5678/'],
		...['https://[fd12::1]/', 'https://[fe80::1]/', 'https://n8n:5678/', 'https://n8n.local/', 'https://n8n.internal/'],
	])('cannot reach: %s', (url) => {
		expect(unreachableFromOutside(url)).toMatch(/network of n8n/);
		expect(unreachableFromOutside(url)).toContain(url);
	});

	test('may refuse, since it is not HTTPS', () => {
		expect(unreachableFromOutside('http://n8n.example.com/')).toMatch(/http:\/\/n8n\.example\.com\/.*not HTTPS/);
	});

	test.each(['https://n8n.example.com/webhook/1', 'https://8.8.8.8/', 'https://172.32.0.1/', 'https://[2001:db8::1]/', 'https://localhost.example.com/', 'https://10.example.com/'])(
		'can reach: %s',
		(url) => {
			expect(unreachableFromOutside(url)).toBeUndefined();
		},
	);
});

test.each([undefined, 'wh_1', [{ id: 'wh_1' }], { url: 'https://n8n.example.com/' }, { id: ' ' }])('%j is no registration', (record) => {
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
