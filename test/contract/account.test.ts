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

	test('has customised paths only when that is switched on', () => {
		const paths = { templates: '/v2/templates', phoneNumbers: '/v2/numbers', media: '/v2/files', webhooks: '/v2/hooks' };
		expect(readAccount({ ...required, ...own, customizeEndpoints: true })).toMatchObject({ value: { paths } });
		for (const customizeEndpoints of [false, undefined, 'true', 1]) {
			expect(readAccount({ ...required, ...own, customizeEndpoints })).toMatchObject({ value: { paths: defaults } });
		}
	});

	test('has the default for a path that was left blank', () => {
		const custom = { ...required, customizeEndpoints: true, templatesPath: ' ', mediaPath: '/v2/files' };
		expect(readAccount(custom)).toMatchObject({ value: { paths: { ...defaults, media: '/v2/files' } } });
	});

	test.each([
		['without its slash', 'v2/templates'],
		['with blanks', ' /v2/templates\n'],
	])('takes a path %s', (_form, templatesPath) => {
		const custom = { ...required, customizeEndpoints: true, templatesPath };
		expect(readAccount(custom)).toMatchObject({ value: { paths: { templates: '/v2/templates' } } });
	});

	test('a path that is a full address stays at the service: the key must not leave', () => {
		const custom = { ...required, customizeEndpoints: true, templatesPath: 'https://elsewhere.example/templates' };
		const account = readAccount(custom);
		expect(account).toMatchObject({ ok: true });
		if (account.ok) expect(account.value.paths.templates).toMatch(/^\/(?!\/)/);
	});

	test.each([
		['https://api.example.com/', 'https://api.example.com'],
		['https://api.example.com///', 'https://api.example.com'],
		['  https://api.example.com/ ', 'https://api.example.com'],
		['https://example.com/messaging/', 'https://example.com/messaging'],
		['http://localhost:4010', 'http://localhost:4010'],
	])('takes the base URL %j', (baseUrl, expected) => {
		expect(readAccount({ ...required, baseUrl })).toMatchObject({ ok: true, value: { baseUrl: expected } });
	});

	test.each([[''], [' '], ['api.example.com'], ['ftp://example.com'], ['/v1'], ['https://'], [undefined], [null], [7]])(
		'refuses the base URL %j by name',
		(baseUrl) => {
			expect(readAccount({ ...required, baseUrl })).toMatchObject({
				ok: false,
				error: { message: expect.stringContaining("'Base URL'") },
			});
		},
	);

	test.each([
		['https://api.example.com?'],
		['https://api.example.com/?'],
		['https://api.example.com/shop?to='],
		['https://api.example.com#'],
		['https://api.example.com/#/shop'],
		['https://user:password@api.example.com'],
		['https://user@api.example.com/shop'],
		['https://@api.example.com'],
		['https://:@api.example.com'],
	])('refuses the base URL %j, which would send the key or the path elsewhere, and never repeats it', (given) => {
		const account = readAccount({ ...required, baseUrl: given });
		expect(account).toMatchObject({
			ok: false,
			error: {
				message: expect.stringMatching(/^'Base URL'.*a query, a fragment or a user/),
				description: expect.stringMatching(/such as https:\/\/api\.example\.com/),
			},
		});
		expect(JSON.stringify(account)).not.toContain('password');
	});

	test.each([
		['https:api.example.com'],
		['https:/api.example.com'],
		['https:///api.example.com'],
		['https:\\\\api.example.com'],
		['https://api.example.com\\shop'],
		['https://api.exa\nmple.com'],
		['https://api.example.com/a\tb'],
		['https://api.example.com/a b'],
		['https://api.example.com:99999'],
	])('refuses the base URL %j, which programs read differently', (given) => {
		expect(readAccount({ ...required, baseUrl: given })).toMatchObject({
			ok: false,
			error: { message: expect.stringMatching(/'Base URL'.*is not a URL/) },
		});
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

	test.each([[''], [' \n'], ['\u200b\ufeff'], [undefined], [null], [{}]])('refuses the key %j by name', (apiKey) => {
		expect(readAccount({ ...required, apiKey })).toMatchObject({
			ok: false,
			error: { message: expect.stringContaining("'API Key'") },
		});
	});

	test.each([[undefined], [null], ['x'], [[]]])('%j is no account', (credential) => {
		expect(readAccount(credential)).toMatchObject({ ok: false });
	});
});

describe('how webhooks are signed', () => {
	const key = `whsec_${'A'.repeat(32)}`;
	const documented = {
		scheme: 'hmacSha256',
		settings: {
			secrets: [],
			header: 'X-Webhook-Signature',
			prefix: '',
			encoding: 'hex',
			toleranceSeconds: 300,
		},
		unusableLines: [],
	};

	test.each([[{}], [undefined], [null], [required]])('has the documented defaults where nothing is set: %j', (credential) => {
		expect(readSignature(credential)).toEqual(documented);
	});

	test('takes every field', () => {
		const credential = {
			signatureScheme: 'timestampedHmac',
			webhookSecret: 's-1',
			signatureHeader: '\u200bX-Hub-Signature-256\ufeff',
			signaturePrefix: 'sha256=\u200e',
			signatureEncoding: 'base64',
			signatureTolerance: 60,
		};
		expect(readSignature(credential)).toEqual({
			scheme: 'timestampedHmac',
			settings: {
				secrets: ['s-1'],
				header: 'X-Hub-Signature-256',
				prefix: 'sha256=',
				encoding: 'base64',
				toleranceSeconds: 60,
			},
			unusableLines: [],
		});
	});

	test.each(Object.keys(signatureSchemes))('knows %s', (signatureScheme) => {
		expect(readSignature({ signatureScheme })).toMatchObject({ scheme: signatureScheme });
	});

	test.each(['', 'None', 'NONE', 'md5', 'constructor', '__proto__', 'toString', null, 7])(
		'anything else is checked as by default, never let through: %j',
		(signatureScheme) => {
			expect(readSignature({ signatureScheme })).toEqual(documented);
		},
	);

	test.each([
		['one', 's-1', ['s-1']],
		['one a line', 'new\nold', ['new', 'old']],
		['lines of Windows, blank lines and blanks', '\r\n new \r\n\r\n\told\r\n', ['new', 'old']],
		['a secret with blanks inside', 'It is a secret', ['It is a secret']],
		['blanks', ' \n \t\u200b\n\ufeff', []],
		['nothing', '', []],
		['pasted with characters that nobody sees: without them, and as it stands', 'new\u200b\r\u202aold', ['new', 'new\u200b', 'old', '\u202aold']],
	])('secrets: %s', (_form, webhookSecret, secrets) => {
		expect(readSignature({ webhookSecret }).settings.secrets).toEqual(secrets);
	});

	test.each<[string, string, number[]]>([
		['a key', key, []],
		['a blank line and a key', `\n${key}\n`, []],
		['a comment above the key', `# from the settings\n${key}`, [1]],
		['a masked copy below it, after a blank line', `${key}\r\n\r\n••••••••Qw`, [3]],
		['several', `WEBHOOK_SECRET=${key}\n${key}\nwhsec_\n`, [1, 3]],
		['a key with characters that nobody sees', `\ufeff${key.slice(0, 20)}\u00ad${key.slice(20)}\u200b`, []],
		['nothing', '', []],
	])('lines of a Standard Webhooks secret that are no key: %s', (_form, webhookSecret, unusableLines) => {
		expect(readSignature({ signatureScheme: 'standardWebhooks', webhookSecret })).toMatchObject({ unusableLines });
		for (const signatureScheme of Object.keys(signatureSchemes).filter((name) => name !== 'standardWebhooks')) {
			expect(readSignature({ signatureScheme, webhookSecret })).toMatchObject({ unusableLines: [] });
		}
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

	test('a blank header or encoding is the default', () => {
		for (const blank of [' ', '\u200b']) {
			expect(readSignature({ signatureHeader: blank, signatureEncoding: 'utf8', signaturePrefix: blank })).toEqual(documented);
		}
	});
});
