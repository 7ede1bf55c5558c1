import fc from 'fast-check';

import { readAccount } from '../../nodes/Messaging/api/account';
import { sendPath } from '../../nodes/Messaging/message/messageKinds';
import { isPathPart } from '../../nodes/Messaging/api/serviceAddress';
import { runs } from '../support/propertyRuns';

/** Pieces of which addresses that lead elsewhere are made. */
const piece = fc.constantFrom(
	'a', 'v1', 'messaging', 'api.example.com', 'elsewhere.example', '/', '//', '\\', '..', '.', '/../', '/./', '%2e', '%2E', '%252e',
	'%2f', '%5c', '?', '#', '@', ':', ';', ' ', '\t', '\n', '\r', '\0', 'user:password@', '&', '=', 'https://', 'http:', '[::1]', ':8080', '。', '/', 'ü', '\u00a0',
);
const pieces = fc.oneof(fc.array(piece, { maxLength: 8 }).map((some) => some.join('')), fc.string({ maxLength: 12 }), fc.webPath());
const baseUrl = fc.oneof(
	fc.tuple(fc.constantFrom('https://api.example.com', 'http://127.0.0.1:4010', 'https://api.example.com/shop'), pieces).map((parts) => parts.join('')),
	fc.webUrl(),
	pieces,
);
const paths = fc.record({ templatesPath: pieces, phoneNumbersPath: pieces, mediaPath: pieces, webhooksPath: pieces });

/** The path that a program sees, whichever way it reads what is encoded, dots, backslashes and parameters. */
function asSeen(path: string): string {
	let seen = path;
	for (let before = ''; before !== seen; ) {
		before = seen;
		seen = seen.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
	}
	const plain = seen.replaceAll('\\', '/').replace(/;[^/]*/g, '').replace(/[\t\r\n]/g, '');
	return new URL(`https://x.example${plain}`).pathname;
}

test('whatever is accepted as base URL and paths, each request goes to that origin and below that path', () => {
	let accepted = 0;
	fc.assert(
		fc.property(baseUrl, paths, fc.string({ maxLength: 10 }), (base, own, id) => {
			const account = readAccount({ baseUrl: base, apiKey: 'key-123', customizeEndpoints: true, ...own });
			if (!account.ok) return;
			accepted++;
			const given = new URL(base.trim());
			const below = given.pathname.replace(/\/+$/, '');
			const registration = isPathPart(id) ? [`${account.value.paths.webhooks}/${encodeURIComponent(id)}`] : [];
			for (const path of [...Object.values(account.value.paths), ...Object.values(sendPath), ...registration]) {
				const url = new URL(`${account.value.baseUrl}${path}`);
				expect([url.origin, url.username, url.password, url.search, url.hash]).toEqual([given.origin, '', '', '', '']);
				expect(url.pathname.startsWith(`${below}/`)).toBe(true);
				expect(url.pathname).toBe(`${new URL(`${account.value.baseUrl}/`).pathname.slice(0, -1)}${path}`);
				if (!path.includes('%')) expect(asSeen(path)).toBe(path);
			}
		}),
		runs(5_000),
	);
	expect(accepted).toBeGreaterThan(4);
});

test('whatever id a registration has, what is deleted is one part below the path of webhooks, or nothing', () => {
	fc.assert(
		fc.property(pieces, (id) => {
			if (!isPathPart(id)) return;
			const seen = asSeen(`/v1/webhooks/${encodeURIComponent(id)}`);
			expect(seen).toMatch(/^\/v1\/webhooks\/./);
			expect(new URL(`https://x.example/v1/webhooks/${encodeURIComponent(id)}`).pathname.split('/')).toHaveLength(4);
		}),
		runs(5_000),
	);
});

test.each(['wh_1', 'a/b?c', '17', '9007199254740993', 'a..b', '...', 'wh.1', '100%', 'ü'])('%j is an id that can be deleted', (id) => {
	expect(isPathPart(id)).toBe(true);
});

test.each(['', ' ', '.', '..', '../templates', '..\\templates', 'a/..', 'a/../../b', '%2e', '%2E%2e', '.%2e', '%252e%252e', '..%2ftemplates', '..%5c', '..;', '..;/b', '..?', '..#a', ';a', '?', '#a', '/a', '%2fa', ' .. ', '.\n.', './a', '\ud800'])(
	'%j is none',
	(id) => {
		expect(isPathPart(id)).toBe(false);
	},
);
