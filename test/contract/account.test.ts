import { signatureSchemes } from '../../nodes/Messaging/webhook/signature';
import { defaultPaths, readAccount } from '../../nodes/Messaging/api/account';
import { readSignature } from '../../nodes/Messaging/webhook/signatureSettings';

const required = { baseUrl: 'https://api.example.com', apiKey: 'key-1' };
const defaults = {
	templates: '/v1/messaging/templates',
	phoneNumbers: '/v1/messaging/phone_numbers',
	media: '/v1/messaging/media',
	webhooks: '/v1/messaging/webhooks',
};
const own = {
	templatesPath: '/v2/templates',
	phoneNumbersPath: '/v2/numbers',
	mediaPath: '/v2/files',
	webhooksPath: '/v2/hooks',
};

describe('the account of a credential', () => {
	test('has the documented paths when n8n leaves its hidden fields out', () => {
		expect(readAccount(required)).toEqual({ ok: true, value: { ...required, paths: defaults } });
		expect(defaultPaths).toEqual(defaults);
	});

	test('has customised paths only when that is switched on, and the default for one that was left blank', () => {
		const paths = { templates: '/v2/templates', phoneNumbers: '/v2/numbers', media: '/v2/files', webhooks: '/v2/hooks' };
		const of = (changes: object) => readAccount({ ...required, ...own, customizeEndpoints: true, ...changes });
		expect(of({})).toMatchObject({ value: { paths } });
		expect(of({ templatesPath: ' v2/templates\n' })).toMatchObject({ value: { paths } });
		expect(of({ templatesPath: ' ' })).toMatchObject({ value: { paths: { ...paths, templates: defaults.templates } } });
		for (const customizeEndpoints of [false, undefined, 'true', 1]) expect(of({ customizeEndpoints })).toMatchObject({ value: { paths: defaults } });
	});

	test.each([
		['https://api.example.com///', 'https://api.example.com'],
		['  https://api.example.com/ ', 'https://api.example.com'],
		['https://example.com/messaging/', 'https://example.com/messaging'],
		['http://localhost:4010', 'http://localhost:4010'],
	])('takes the base URL %j', (baseUrl, expected) => {
		expect(readAccount({ ...required, baseUrl })).toMatchObject({ ok: true, value: { baseUrl: expected } });
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

	test.each(['templates', 'phoneNumbers', 'media', 'webhooks'] as const)('refuses a %s path that leads out of the base URL, by its name', (key) => {
		const labels = { templates: 'Templates Path', phoneNumbers: 'Sending Numbers Path', media: 'Media Path', webhooks: 'Webhooks Path' };
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

	test.each([undefined, null, 'x', [[]]])('%j is no account', (credential) => {
		expect(readAccount(credential)).toMatchObject({ ok: false });
	});
});

describe('how webhooks are signed', () => {
	const key = `whsec_${'A'.repeat(32)}`;
	const documented = {
		scheme: 'hmacSha256',
		settings: { secrets: [], header: 'X-Webhook-Signature', prefix: '', encoding: 'hex', toleranceSeconds: 300 },
		unusableLines: [],
	};

	test.each([{}, undefined, null, required, { signatureHeader: ' ', signatureEncoding: 'utf8', signaturePrefix: '\u200b' }])(
		'has the documented defaults where nothing is set: %j',
		(credential) => {
			expect(readSignature(credential)).toEqual(documented);
		},
	);

	test.each(Object.keys(signatureSchemes))('takes every field, and the scheme %s', (scheme) => {
		const credential = {
			signatureScheme: scheme,
			webhookSecret: key,
			signatureHeader: '\u200bX-Hub-Signature-256\ufeff',
			signaturePrefix: 'sha256=\u200e',
			signatureEncoding: 'base64',
			signatureTolerance: 60,
		};
		expect(readSignature(credential)).toEqual({
			scheme,
			settings: { secrets: [key], header: 'X-Hub-Signature-256', prefix: 'sha256=', encoding: 'base64', toleranceSeconds: 60 },
			unusableLines: [],
		});
	});

	test.each(['', 'None', 'NONE', 'md5', 'constructor', '__proto__', null, 7])(
		'anything else is checked as by default, never let through: %j',
		(signatureScheme) => {
			expect(readSignature({ signatureScheme })).toEqual(documented);
		},
	);

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
