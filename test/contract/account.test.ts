import fc from 'fast-check';

import { sendPath } from '../../nodes/Messaging/request/messageKinds';
import { fillPath } from '../../nodes/Messaging/api/path';
import { isPathPart } from '../../nodes/Messaging/api/serviceAddress';
import { defaultPaths, readAccount } from '../../nodes/Messaging/api/account';
import { readSignature } from '../../nodes/Messaging/webhook/signatureSettings';
import { runs } from '../support/propertyRuns';

const required = { baseUrl: 'https://api.example.com', apiKey: 'key-1' };
const own = { sendPath: '/v2/send', templatesPath: '/v2/templates', phoneNumbersPath: '/v2/numbers', mediaPath: '/v2/files', webhooksPath: '/v2/hooks' };

describe('the account of a credential', () => {
	test('has customised paths only when that is switched on, and the default for one that was left blank', () => {
		const paths = { send: '/v2/send', templates: '/v2/templates', phoneNumbers: '/v2/numbers', media: '/v2/files', webhooks: '/v2/hooks' };
		const of = (changes: object) => readAccount({ ...required, ...own, customizeEndpoints: true, ...changes });
		expect(of({})).toMatchObject({ value: { paths } });
		expect(of({ templatesPath: ' v2/templates\n' })).toMatchObject({ value: { paths } });
		expect(of({ templatesPath: ' ' })).toMatchObject({ value: { paths: { ...paths, templates: defaultPaths.templates } } });
		for (const customizeEndpoints of [false, undefined, 'true', 1]) expect(of({ customizeEndpoints })).toMatchObject({ value: { paths: defaultPaths } });
	});

	test.each<[string, RegExp, unknown[]]>([
		['is none', /^'Base URL'/, ['', ' ', 'api.example.com', 'ftp://example.com', '/v1', 'https://', undefined, null, 7]],
		[
			'would send the key or the path elsewhere',
			/^'Base URL'.*a query, a fragment or a user/,
			['https://api.example.com?', 'https://api.example.com/shop?to=', 'https://api.example.com/#/shop', 'https://user:password@api.example.com', 'https://@api.example.com', 'https://:@api.example.com'],
		],
		[
			'programs read differently',
			/'Base URL'.*is not a URL/,
			['https:api.example.com', 'https:/api.example.com', 'https:///api.example.com', 'https:\\\\api.example.com', 'https://api.example.com\\shop', 'https://api.exa\nmple.com', 'https://api.example.com/a b', 'https://api.example.com:99999'],
		],
	])('refuses a base URL that %s, and never repeats it', (_what, message, given) => {
		for (const baseUrl of given) {
			const account = readAccount({ ...required, baseUrl });
			const error = { message: expect.stringMatching(message), description: expect.stringMatching(/such as https:\/\/api\.example\.com/) };
			expect([baseUrl, account]).toMatchObject([baseUrl, { ok: false, error }]);
			expect(JSON.stringify(account)).not.toContain('password');
		}
	});

	test.each(['send', 'templates', 'phoneNumbers', 'media', 'webhooks'] as const)('refuses a %s path that leads out of the base URL, by its name', (key) => {
		const labels = { send: 'Send Path', templates: 'Templates Path', phoneNumbers: 'Sending Numbers Path', media: 'Media Path', webhooks: 'Webhooks Path' };
		for (const path of [
			'/v1/../../admin', '..', '.', '/v1/..', '/./v1', '/%2e%2e/admin', '/v1/%2E./a', '/v1/%252e%252e/a', '/..%2fadmin', '/..%5cadmin',
			'\\\\elsewhere.example', '/v1\\..\\admin', '/v1/.\t./admin', '/v1/.\n./admin', '/..;/admin', '/v1;a=b', '/v1?a=b', '/v1#a', '/v1 /a', '/v1/ü',
		]) {
			const account = readAccount({ ...required, customizeEndpoints: true, [`${key}Path`]: path });
			expect([path, account]).toMatchObject([
				path,
				{ ok: false, error: { message: `'${labels[key]}' in the Messaging API credential is not a path below the Base URL` } },
			]);
			// Switched off, they are not there.
			expect(readAccount({ ...required, customizeEndpoints: false, [`${key}Path`]: path })).toMatchObject({ ok: true });
		}
	});

	test.each(['/v1/messages.list', '/v1/..hidden/a', '/accounts/17:list', '/~me/@team', '/a//b', '/v1/templates/'])('takes the path %j as it is', (templatesPath) => {
		expect(readAccount({ ...required, customizeEndpoints: true, templatesPath })).toMatchObject({ value: { paths: { templates: templatesPath } } });
	});

	test.each(['', ' \n', '\u200b\ufeff', undefined, null, {}])('refuses the key %j by name', (apiKey) => {
		expect(readAccount({ ...required, apiKey })).toMatchObject({ ok: false, error: { message: expect.stringContaining("'API Key'") } });
	});
});

describe('how webhooks are signed', () => {
	const documented = {
		scheme: 'hmacSha256',
		settings: { secrets: [], header: 'X-Webhook-Signature', prefix: '', encoding: 'hex', toleranceSeconds: 300 },
		unusableLines: [],
	};

	test.each([
		...[{}, undefined, null, required, { signatureHeader: ' ', signatureEncoding: 'utf8', signaturePrefix: '\u200b' }],
		...['', 'None', 'NONE', 'md5', 'constructor', '__proto__', null, 7].map((signatureScheme) => ({ signatureScheme })),
	])('is as documented where nothing is set, and never let through for an unknown scheme: %j', (credential) => {
		expect(readSignature(credential)).toEqual(documented);
	});

	test.each([
		['one a line', 'new\nold', ['new', 'old']],
		['lines of Windows, blank lines and blanks', '\r\n new \r\n\r\n\told\r\n', ['new', 'old']],
		['a secret with blanks inside', 'It is a secret', ['It is a secret']],
		['nothing', '', []],
		['pasted with characters that nobody sees: without them, and as it stands', 'new\u200b\r\u202aold', ['new', 'new\u200b', 'old', '\u202aold']],
	])('secrets: %s', (_form, webhookSecret, secrets) => {
		expect(readSignature({ webhookSecret }).settings.secrets).toEqual(secrets);
	});

	test.each<[unknown, number]>([
		[0, 0],
		['60', 60],
		[-5, 0],
		['', 300],
		[null, 300],
		[NaN, 300],
		[Infinity, 300],
		['soon', 300],
	])('a tolerance of %j is %i seconds', (signatureTolerance, seconds) => {
		expect(readSignature({ signatureTolerance }).settings.toleranceSeconds).toBe(seconds);
	});
});

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
/** Mostly a good one: an account is read only if all its paths are. */
const path = fc.oneof({ arbitrary: pieces, weight: 1 }, { arbitrary: fc.constant('/v1/messaging/x'), weight: 2 });
const paths = fc.record({ sendPath: path, templatesPath: path, phoneNumbersPath: path, mediaPath: path, webhooksPath: path });

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
		fc.property(baseUrl, paths, (base, own) => {
			const account = readAccount({ baseUrl: base, apiKey: 'key-123', customizeEndpoints: true, ...own });
			if (!account.ok) return;
			accepted++;
			const given = new URL(base.trim());
			const below = given.pathname.replace(/\/+$/, '');
			for (const path of [...Object.values(account.value.paths), ...Object.values(sendPath)]) {
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

describe('IDs in paths', () => {
	const read = (field: string, path: string) => readAccount({ ...required, customizeEndpoints: true, [field]: path });

	test.each(['{phone_number_id}', ':phone_number_id', '{phoneNumberId}', ':phoneNumberId', '{PHONE-NUMBER-ID}'])('%s stands for the sending number', (part) => {
		expect(read('templatesPath', `v1/numbers/${part}/templates`)).toMatchObject({ value: { paths: { templates: '/v1/numbers/{phone_number_id}/templates' } } });
		expect(read('mediaPath', `/v1/${part}/:templateId/media`)).toMatchObject({ value: { paths: { media: '/v1/{phone_number_id}/{template_id}/media' } } });
	});

	test.each<[string, string, RegExp, RegExp]>([
		['templatesPath', '/v1/{account_id}/templates', /^'Templates Path' .* holds \{account_id\}/, /only \{phone_number_id\} \(the ID of the sending number\)/],
		['templatesPath', '/v1/:template_id/templates', /^'Templates Path' .* holds :template_id/, /only \{phone_number_id\}/],
		['mediaPath', '/v1/:id/media', /^'Media Path' .* holds :id/, /only \{phone_number_id\} .* and \{template_id\} \(the ID of the template\)/],
		['sendPath', '/v1/{phone_number_id}/send', /^'Send Path' .* holds \{phone_number_id\}/, /can hold no ID/],
		['webhooksPath', '/v1/:x', /^'Webhooks Path'/, /no ID/],
		['phoneNumbersPath', '/{}/numbers', /^'Sending Numbers Path'/, /no ID/],
	])('in %s, what %s names is refused with what the path can hold', (field, path, message, description) => {
		expect(read(field, path)).toMatchObject({ ok: false, error: { message: expect.stringMatching(message), description: expect.stringMatching(description) } });
	});

	test.each(['/v1/x{phone_number_id}/templates', '/v1/{phone_number_id/templates', '/v1/{phone_number_id}s', '/{phone_number_id}/../templates', '/v1/{a{b}}/x'])('%j is no path', (path) => {
		expect(read('templatesPath', path)).toMatchObject({ ok: false, error: { message: expect.stringMatching(/^'Templates Path' in the Messaging API credential (is not a path below|holds)/) } });
	});

	test('a colon inside of a part belongs to it', () => {
		expect(read('sendPath', '/v1/messages:send')).toMatchObject({ value: { paths: { send: '/v1/messages:send' } } });
	});

	test('whatever the IDs are, each is one part of the path, or nothing is asked for', () => {
		const path = '/v1/{phone_number_id}/templates/{template_id}/media';
		fc.assert(
			fc.property(pieces, pieces, (phone_number_id, template_id) => {
				const filled = fillPath(path, { phone_number_id, template_id });
				if (!filled.ok) return;
				const seen = new URL(`https://x.example${filled.value}`).pathname.split('/');
				expect(seen.map((part) => decodeURIComponent(part))).toEqual(['', 'v1', phone_number_id.trim(), 'templates', template_id.trim(), 'media']);
				expect(asSeen(filled.value)).toMatch(/^\/v1\/./);
			}),
			runs(5_000),
		);
	});

	test('an ID that is another part of the path by its name is filled in as it is', () => {
		expect(fillPath('/{phone_number_id}/{template_id}', { phone_number_id: '{template_id}', template_id: 't' })).toEqual({ ok: true, value: '/%7Btemplate_id%7D/t' });
	});
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

test.each(['', ' ', '.', '..', '../templates', '..\\templates', 'a/..', 'a/../../b', '%2e', '%2E%2e', '.%2e', '%252e%252e', '..%2ftemplates', '..%5c', '..;', '..;/b', '..?', '..#a', ';a', '?', '#a', '/a', '%2fa', ' .. ', '.\n.', './a', '%00', '%2509', '%20', '.%00.', '\ud800'])(
	'%j is none',
	(id) => {
		expect(isPathPart(id)).toBe(false);
	},
);
