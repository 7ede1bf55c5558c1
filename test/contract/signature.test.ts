import { Webhook } from 'standardwebhooks';
import fc from 'fast-check';

import {
	verifySignature,
	type SignatureSchemeName,
	type SignatureSettings,
} from '../../nodes/Messaging/webhook/signature';
import { signers } from '../../sandbox/webhooks/sign';
import vectors from './data/signatures.json';
import { opensslHmac } from './support/openssl.mts';
import { runs } from '../support/propertyRuns';

const now = 1_790_000_000_000;
const seconds = now / 1000;
const body = Buffer.from('{"message_id":"m1","status":"delivered"}');
const standardSecret = vectors.find(({ scheme }) => scheme === 'standardWebhooks')?.secret ?? '';

const settings = (changes: Partial<SignatureSettings> = {}): SignatureSettings => ({
	secrets: ['s-1'],
	header: 'X-Webhook-Signature',
	prefix: '',
	encoding: 'hex',
	toleranceSeconds: 300,
	...changes,
});

const standard = (changes: Partial<SignatureSettings> = {}) => settings({ secrets: [standardSecret], ...changes });

const hex = (secret = 's-1', signed: Uint8Array = body) => opensslHmac(secret, signed);
const stamped = (secret: string, time: number | string, signed: Uint8Array = body) =>
	opensslHmac(secret, Buffer.concat([Buffer.from(`${time}.`), signed]));

/** The headers with which the sandbox signs a body with the first secret. */
const sign = (scheme: SignatureSchemeName, { secrets: [secret = ''], header, prefix, encoding }: SignatureSettings, raw: Uint8Array, at: number, webhookId: string) =>
	signers[scheme](raw, { secret, header, prefix, encoding, now: at, webhookId });

/** The schemes that check something, each with settings under which a signature of ours is right. */
const settingsOf: Record<Exclude<SignatureSchemeName, 'none'>, SignatureSettings> = {
	hmacSha256: settings(),
	timestampedHmac: settings(),
	standardWebhooks: standard(),
	sharedSecret: settings(),
};
const checking = Object.entries(settingsOf) as Array<[SignatureSchemeName, SignatureSettings]>;

/** Those that sign the body. */
const signing = checking.filter(([scheme]) => scheme !== 'sharedSecret');

/** Those that sign a time. */
const signingTime = checking.filter(([scheme]) => ['timestampedHmac', 'standardWebhooks'].includes(scheme));

describe('other implementations agree', () => {
	const plain = vectors.filter(({ scheme }) => scheme === 'hmacSha256');

	test.each(plain)('HMAC-SHA256 of $source', ({ secret, body: text = '', bytes, hex: signature = '' }) => {
		const raw = bytes === undefined ? Buffer.from(text) : Buffer.from(bytes, 'hex');
		const ours = settings({ secrets: [secret] });
		expect(sign('hmacSha256', ours, raw, now, '')).toEqual({ 'X-Webhook-Signature': signature });
		const headers = { 'x-webhook-signature': signature };
		expect(verifySignature('hmacSha256', ours, headers, raw, now)).toBe('verified');
	});

	test("GitHub's header, with its prefix", () => {
		const headers = {
			'x-hub-signature-256': 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
		};
		const github = settings({
			secrets: ["It's a Secret to Everybody"],
			header: 'X-Hub-Signature-256',
			prefix: 'sha256=',
		});
		expect(verifySignature('hmacSha256', github, headers, Buffer.from('Hello, World!'), now)).toBe('verified');
	});

	test.each(vectors.filter(({ scheme }) => scheme === 'standardWebhooks'))(
		'Standard Webhooks of the $source',
		({ secret, id = '', timestamp = 0, body: text = '', signature = '' }) => {
			const raw = Buffer.from(text);
			const ours = settings({ secrets: [secret] });
			const headers = { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signature };
			expect(sign('standardWebhooks', ours, raw, timestamp * 1000, id)).toEqual(headers);
			expect(verifySignature('standardWebhooks', ours, headers, raw, timestamp * 1000)).toBe('verified');
		},
	);

	test.each(['s-1', "It's a Secret to Everybody", 'пароль', '🔑 with blanks'])('OpenSSL signs, we verify: %s', (secret) => {
		for (const encoding of ['hex', 'base64'] as const) {
			const headers = { 'x-webhook-signature': opensslHmac(secret, body, encoding) };
			expect(verifySignature('hmacSha256', settings({ secrets: [secret], encoding }), headers, body, now)).toBe('verified');
		}
		const headers = { 'x-webhook-signature': `t=${seconds},v1=${stamped(secret, seconds)}` };
		expect(verifySignature('timestampedHmac', settings({ secrets: [secret] }), headers, body, now)).toBe('verified');
	});

	test('we sign, OpenSSL agrees', () => {
		const raw = Buffer.from([0, 255, 13, 10, 0xc3, 0xa9]);
		expect(sign('hmacSha256', settings(), raw, now, '')).toEqual({
			'X-Webhook-Signature': opensslHmac('s-1', raw),
		});
		expect(sign('hmacSha256', settings({ encoding: 'base64' }), raw, now, '')).toEqual({
			'X-Webhook-Signature': opensslHmac('s-1', raw, 'base64'),
		});
		expect(sign('timestampedHmac', settings(), raw, now, '')).toEqual({
			'X-Webhook-Signature': `t=${seconds},v1=${stamped('s-1', seconds, raw)}`,
		});
	});

	test('the standardwebhooks package signs, we verify, and the other way round', () => {
		const other = new Webhook(standardSecret);
		const time = Date.now();
		fc.assert(
			fc.property(fc.json(), fc.stringMatching(/^[\w-]{1,40}$/), (text, id) => {
				const signature = other.sign(id, new Date(time), text);
				const headers = {
					'webhook-id': id,
					'webhook-timestamp': String(Math.floor(time / 1000)),
					'webhook-signature': signature,
				};
				const raw = Buffer.from(text);
				expect(verifySignature('standardWebhooks', standard(), headers, raw, time)).toBe('verified');
				const ours = sign('standardWebhooks', standard(), raw, time, id);
				expect(() => other.verify(text, ours)).not.toThrow();
			}),
			{ numRuns: 30 },
		);
	});
});

describe.each(checking)('%s', (scheme, given) => {
	const signed = (raw: Uint8Array = body, at = now, by = given) => sign(scheme, by, raw, at, 'msg_1');

	test('believes what we sign ourselves', () => {
		expect(verifySignature(scheme, given, signed(), body, now)).toBe('verified');
		expect(verifySignature(scheme, given, signed(Buffer.alloc(0)), Buffer.alloc(0), now)).toBe('verified');
	});

	test('reads headers in any case, as lists, and with blanks around', () => {
		const headers = Object.entries(signed()).map(([name, value]) => [name.toUpperCase(), [` ${value} `]]);
		expect(verifySignature(scheme, given, Object.fromEntries(headers), body, now)).toBe('verified');
	});

	test('fails closed without a secret', () => {
		for (const secrets of [[], [''], ['', ' ']]) {
			const none = { ...given, secrets };
			expect(verifySignature(scheme, none, signed(), body, now)).toBe('no secret is set');
			expect(verifySignature(scheme, none, {}, body, now)).toBe('no secret is set');
			// Signed with the empty secret, as anyone could.
			expect(verifySignature(scheme, none, signed(body, now, { ...none, secrets: [''] }), body, now)).toBe('no secret is set');
		}
	});

	test('a blank secret beside a real one opens nothing', () => {
		const both = { ...given, secrets: ['', ...given.secrets] };
		expect(verifySignature(scheme, both, signed(body, now, { ...given, secrets: [''] }), body, now)).not.toBe('verified');
		expect(verifySignature(scheme, both, signed(), body, now)).toBe('verified');
	});

	test('refuses an unsigned request', () => {
		expect(verifySignature(scheme, given, {}, body, now)).toBe('the signature header is missing');
		const blank = Object.fromEntries(Object.keys(signed()).map((name) => [name, ' ']));
		expect(verifySignature(scheme, given, blank, body, now)).toBe('the signature header is missing');
	});

	test('refuses a signature with another secret', () => {
		const other = { ...given, secrets: [scheme === 'standardWebhooks' ? 'whsec_AAAAAAAAAAAAAAAAAAAAAAAA' : 's-2'] };
		expect(verifySignature(scheme, given, signed(body, now, other), body, now)).toBe('the signature is wrong');
	});

	test('believes each of several secrets while one is rotated, and no third', () => {
		const [old = ''] = given.secrets;
		const fresh = scheme === 'standardWebhooks' ? 'whsec_BBBBBBBBBBBBBBBBBBBBBBBB' : 's-2';
		const third = scheme === 'standardWebhooks' ? 'whsec_CCCCCCCCCCCCCCCCCCCCCCCC' : 's-3';
		const rotating = { ...given, secrets: [fresh, old] };
		const by = (secret: string) => signed(body, now, { ...given, secrets: [secret] });
		expect(verifySignature(scheme, rotating, by(fresh), body, now)).toBe('verified');
		expect(verifySignature(scheme, rotating, by(old), body, now)).toBe('verified');
		expect(verifySignature(scheme, rotating, by(third), body, now)).not.toBe('verified');
		expect(signed(body, now, rotating)).toEqual(by(fresh));
	});

	test('refuses a signature cut short, lengthened or changed anywhere', () => {
		for (const [name, value] of Object.entries(signed())) {
			const variants = [
				value.slice(0, -2),
				value.slice(1),
				value.slice(0, 1),
				`${value}0`,
				`0${value}`,
				[...value].reverse().join(''),
			];
			for (const changed of variants) {
				expect(verifySignature(scheme, given, { ...signed(), [name]: changed }, body, now)).not.toBe('verified');
			}
		}
	});

	test('a refusal holds neither secret nor signature nor body', () => {
		const refusal = verifySignature(scheme, given, signed(Buffer.from('other')), body, now);
		for (const secret of [...given.secrets, ...Object.values(signed()), 'delivered']) expect(refusal).not.toContain(secret);
	});
});

describe.each(signing)('%s signs the body', (scheme, given) => {
	test('property: a body that differs in one byte is refused', () => {
		fc.assert(
			fc.property(fc.uint8Array({ minLength: 1 }), fc.nat(), fc.integer({ min: 1, max: 255 }), (raw, place, change) => {
				const headers = sign(scheme, given, raw, now, 'msg_1');
				const changed = Uint8Array.from(raw);
				changed[place % raw.length] = (changed[place % raw.length] ?? 0) ^ change;
				expect(verifySignature(scheme, given, headers, raw, now)).toBe('verified');
				expect(verifySignature(scheme, given, headers, changed, now)).toBe('the signature is wrong');
			}),
		);
	});

	test.each([
		['longer', Buffer.concat([body, Buffer.from(' ')])],
		['cut short', body.subarray(0, -1)],
		['empty', Buffer.alloc(0)],
		['the same JSON written otherwise', Buffer.from('{ "message_id": "m1", "status": "delivered" }')],
	])('a body that is %s is refused', (_change, other) => {
		const headers = sign(scheme, given, body, now, 'msg_1');
		expect(verifySignature(scheme, given, headers, other, now)).toBe('the signature is wrong');
	});
});

describe('HMAC-SHA256', () => {
	const verify = (value: string | string[], changes: Partial<SignatureSettings> = {}) =>
		verifySignature('hmacSha256', settings(changes), { 'x-webhook-signature': value }, body, now);

	test.each<[string, string | string[], Partial<SignatureSettings>]>([
		['hex in upper case', hex().toUpperCase(), {}],
		['a prefix', `sha256=${hex()}`, { prefix: 'sha256=' }],
		['a configured prefix that is missing from the header', hex(), { prefix: 'sha256=' }],
		['a blank after the prefix', `sha256= ${hex()}`, { prefix: 'sha256=' }],
		['base64', opensslHmac('s-1', body, 'base64'), { encoding: 'base64' }],
		['base64 without its padding', opensslHmac('s-1', body, 'base64').replace('=', ''), { encoding: 'base64' }],
		[
			'base64 in the alphabet of URLs',
			opensslHmac('s-7', body, 'base64').replaceAll('+', '-').replaceAll('/', '_'),
			{ secrets: ['s-7'], encoding: 'base64' },
		],
		['a list of which one is right', ['00', hex('s-2'), hex()], {}],
	])('believes %s', (_form, value, changes) => {
		expect(verify(value, changes)).toBe('verified');
	});

	test.each<[string, string | string[], Partial<SignatureSettings>]>([
		['hex of another secret', hex('s-2'), {}],
		['hex of another body', hex('s-1', Buffer.from('x')), {}],
		['hex cut to a few bytes', hex().slice(0, 8), {}],
		['hex with a character that is none', `${hex().slice(0, 63)}g`, {}],
		['hex that turns bad after its right beginning', `${hex().slice(0, 32)}${'z'.repeat(32)}`, {}],
		['hex twice', hex() + hex(), {}],
		['base64 where hex is expected', opensslHmac('s-1', body, 'base64'), {}],
		['hex where base64 is expected', hex(), { encoding: 'base64' }],
		['a prefix that is not configured', `sha256=${hex()}`, {}],
		['another prefix', `sha1=${hex()}`, { prefix: 'sha256=' }],
		['the prefix alone', 'sha256=', { prefix: 'sha256=' }],
		['the secret itself', 's-1', {}],
		['the word undefined', 'undefined', {}],
		['two signatures in one value', `${hex()},${hex()}`, {}],
		['the same with a line break inside', `${hex().slice(0, 32)}\n${hex().slice(32)}`, {}],
	])('refuses %s', (_form, value, changes) => {
		expect(verify(value, changes)).not.toBe('verified');
	});

	test('refuses the right signature under another header', () => {
		expect(verifySignature('hmacSha256', settings(), { 'x-signature': hex() }, body, now)).toBe(
			'the signature header is missing',
		);
	});
});

describe('HMAC with timestamp', () => {
	const verify = (value: string | string[], changes: Partial<SignatureSettings> = {}, at = now) =>
		verifySignature('timestampedHmac', settings(changes), { 'x-webhook-signature': value }, body, at);
	const right = stamped('s-1', seconds);
	const wrong = stamped('s-2', seconds);

	test.each<[string, string | string[], Partial<SignatureSettings>]>([
		['the documented form', `t=${seconds},v1=${right}`, {}],
		['the parts the other way round', `v1=${right},t=${seconds}`, {}],
		['blanks between the parts', `t=${seconds}, v1=${right}`, {}],
		["s, as YCloud's", `t=${seconds},s=${right}`, {}],
		['any v1 of several', `t=${seconds},v1=${wrong},v1=${right}`, {}],
		['upper-case hex', `t=${seconds},v1=${right.toUpperCase()}`, {}],
		['other versions beside it', `t=${seconds},v0=${wrong},v1=${right}`, {}],
		['a prefix', `sig ${`t=${seconds},v1=${right}`}`, { prefix: 'sig' }],
	])('believes %s', (_form, value, changes) => {
		expect(verify(value, changes)).toBe('verified');
	});

	test.each<[string, string | string[], string]>([
		['no timestamp', `v1=${right}`, 'the signature is not readable'],
		['no signature', `t=${seconds}`, 'the signature is not readable'],
		['the right signature as v0', `t=${seconds},v0=${right}`, 'the signature is not readable'],
		['two timestamps', `t=${seconds},t=${seconds - 1},v1=${right}`, 'the signature is not readable'],
		['two headers', [`t=${seconds},v1=${right}`, `t=${seconds},v1=${right}`], 'the signature is not readable'],
		['a signature of the body alone', `t=${seconds},v1=${hex()}`, 'the signature is wrong'],
		['another timestamp than the signed one', `t=${seconds - 1},v1=${right}`, 'the signature is wrong'],
		['the plain scheme', hex(), 'the signature is not readable'],
		['milliseconds', `t=${now},v1=${stamped('s-1', now)}`, 'the signature is not readable'],
		['a fraction', `t=${seconds}.5,v1=${stamped('s-1', `${seconds}.5`)}`, 'the signature is not readable'],
		['a sign', `t=+${seconds},v1=${stamped('s-1', `+${seconds}`)}`, 'the signature is not readable'],
		['hex digits', `t=0x6ab1,v1=${stamped('s-1', '0x6ab1')}`, 'the signature is not readable'],
		['an empty timestamp', `t=,v1=${stamped('s-1', '')}`, 'the signature is not readable'],
		['a timestamp that is no number', `t=NaN,v1=${stamped('s-1', 'NaN')}`, 'the signature is not readable'],
		['a signature cut short', `t=${seconds},v1=${right.slice(0, 62)}`, 'the signature is not readable'],
	])('refuses %s', (_form, value, refusal) => {
		expect(verify(value)).toBe(refusal);
	});
});

describe.each(signingTime)('%s is good for a while', (scheme, given) => {
	test.each([
		['now', 0, 'verified'],
		['at the edge of the past', -300, 'verified'],
		['past it', -301, 'the timestamp is too far from now'],
		['at the edge of the future', 300, 'verified'],
		['beyond it', 301, 'the timestamp is too far from now'],
		['years ago', -100_000_000, 'the timestamp is too far from now'],
	])('signed %s', (_when, offset, verdict) => {
		const headers = sign(scheme, given, body, now + offset * 1000, 'msg_1');
		expect(verifySignature(scheme, given, headers, body, now)).toBe(verdict);
	});

	test('as the credential says how long', () => {
		const strict = { ...given, toleranceSeconds: 10 };
		const headers = sign(scheme, given, body, now, 'msg_1');
		expect(verifySignature(scheme, strict, headers, body, now + 10_000)).toBe('verified');
		expect(verifySignature(scheme, strict, headers, body, now + 11_000)).toBe('the timestamp is too far from now');
	});
});

describe('Standard Webhooks', () => {
	const sign = (secret = standardSecret, id = 'msg_1', time = seconds): string =>
		new Webhook(secret).sign(id, new Date(time * 1000), body.toString());
	const headers = (changes: Record<string, string | string[] | undefined> = {}) => ({
		'webhook-id': 'msg_1',
		'webhook-timestamp': String(seconds),
		'webhook-signature': sign(),
		...changes,
	});
	const verify = (given: Record<string, string | string[] | undefined>, secrets = [standardSecret]) =>
		verifySignature('standardWebhooks', settings({ secrets }), given, body, now);
	const other = 'whsec_AAAAAAAAAAAAAAAAAAAAAAAA';

	test.each<[string, Record<string, string | string[] | undefined>, string[]]>([
		['the three headers', headers(), [standardSecret]],
		['a secret without whsec_', headers(), [standardSecret.replace('whsec_', '')]],
		['any of several signatures', headers({ 'webhook-signature': `${sign(other)} ${sign()}` }), [standardSecret]],
		[
			'signatures of other versions beside it',
			headers({ 'webhook-signature': `v1a,x v2,${sign().slice(3)} ${sign()}` }),
			[standardSecret],
		],
		['signatures as a list', headers({ 'webhook-signature': [sign(other), sign()] }), [standardSecret]],
		[
			"Svix's headers",
			{ 'svix-id': 'msg_1', 'svix-timestamp': String(seconds), 'svix-signature': sign() },
			[standardSecret],
		],
	])('believes %s', (_form, given, secrets) => {
		expect(verify(given, secrets)).toBe('verified');
	});

	test.each<[string, Record<string, string | string[] | undefined>]>([
		['no id', headers({ 'webhook-id': undefined })],
		['no timestamp', headers({ 'webhook-timestamp': undefined })],
		['no signature', headers({ 'webhook-signature': undefined })],
		['another id', headers({ 'webhook-id': 'msg_2' })],
		['another timestamp', headers({ 'webhook-timestamp': String(seconds - 1) })],
		['two ids', headers({ 'webhook-id': ['msg_1', 'msg_1'] })],
		['two timestamps', headers({ 'webhook-timestamp': [String(seconds), String(seconds)] })],
		['a timestamp that is no number', headers({ 'webhook-timestamp': 'NaN' })],
		['another version', headers({ 'webhook-signature': sign().replace('v1,', 'v2,') })],
		['an asymmetric version', headers({ 'webhook-signature': sign().replace('v1,', 'v1a,') })],
		['no version', headers({ 'webhook-signature': sign().slice(3) })],
		['a version without a signature', headers({ 'webhook-signature': 'v1,' })],
		['hex', headers({ 'webhook-signature': `v1,${hex(standardSecret)}` })],
		['a key that is the secret as text', headers({ 'webhook-signature': `v1,${opensslHmac(standardSecret, Buffer.from(`msg_1.${seconds}.${body.toString()}`), 'base64')}` })],
		['another secret', headers({ 'webhook-signature': sign(other) })],
		['half of each family of headers', { 'webhook-signature': sign(), 'svix-id': 'msg_1', 'svix-timestamp': String(seconds) }],
		['the configured header instead', { 'x-webhook-signature': sign() }],
	])('refuses %s', (_form, given) => {
		expect(verify(given)).not.toBe('verified');
	});

	/** What a reader of base64 that passes over every other character makes of a line, as a secret again. */
	const leniently = (line: string) => Buffer.from(line.replace(/^whsec_/, ''), 'base64').toString('base64');
	const bytes = (count: number) => Buffer.alloc(count, 'key').toString('base64');

	const noKeys: ReadonlyArray<[string, string]> = [
		['a masked copy', '••••••••Qw'],
		['a masked copy with its beginning', 'whsec_••••••••Qw'],
		['stars', '************************Qw'],
		['dots in the middle', 'whsec_MfKQ...aSw'],
		['a comment', '# the secret of the staging account'],
		['a comment without blanks', '//the-secret-of-the-staging-account'],
		['words', 'the-secret-of-the-staging-account'],
		['a line of a settings file', `WEBHOOK_SECRET=${standardSecret}`],
		['the same in quotes', `"${standardSecret}"`],
		['two secrets on a line', `${standardSecret} ${standardSecret}`],
		['two secrets and a comma', `${standardSecret},${standardSecret}`],
		['whsec_ twice', `whsec_${standardSecret}`],
		['whsec_ in capitals', standardSecret.replace('whsec_', 'WHSEC_')],
		['a public key of the asymmetric form', standardSecret.replace('whsec_', 'whpk_')],
		['the URL-safe alphabet', `whsec_${Buffer.alloc(24, 0xfb).toString('base64url')}`],
		['hex with a colon', 'ab:cd:ef:ab:cd:ef:ab:cd:ef:ab:cd:ef'],
		['15 bytes', bytes(15)],
		['six bytes', 'whsec_c2VjcmV0'],
		['one byte', 'Qw'],
		['base64 that one character is missing from', 'A'.repeat(29)],
		['too much padding', `${'A'.repeat(32)}==`],
		['too little padding', `${bytes(16).replace('==', '')}=`],
		['padding alone', '=='],
		['padding in the middle', `${bytes(16)}${bytes(16)}`],
		['whsec_ alone', 'whsec_'],
		['no base64 at all', '!!!'],
	];

	test.each(noKeys)('%s is no key: nothing signed with what is left of it is believed', (_form, line) => {
		const guess = leniently(line);
		const forged = headers({ 'webhook-signature': sign(guess === '' ? bytes(1) : guess) });
		expect(verify(forged, [line])).toBe('no line of the secret is a key');
		expect(verify(forged, [standardSecret, line])).not.toBe('verified');
		expect(verify(headers(), [line, standardSecret])).toBe('verified');
	});

	test.each([
		['16 bytes', bytes(16)],
		['16 bytes without padding', bytes(16).replace('==', '')],
		['17 bytes', bytes(17)],
		['24 bytes, as the specification has it', bytes(24)],
		['64 bytes', bytes(64)],
		['every character of the alphabet', Buffer.from('fbff'.repeat(12), 'hex').toString('base64')],
	])('%s is a key', (_form, key) => {
		for (const line of [key, `whsec_${key}`]) {
			expect(verify(headers({ 'webhook-signature': sign(Buffer.from(key, 'base64').toString('base64')) }), [line])).toBe('verified');
		}
	});

	test('property: what holds fewer than 16 bytes, or anything but base64, is never believed', () => {
		const short = fc.uint8Array({ minLength: 1, maxLength: 15 }).map((key) => Buffer.from(key).toString('base64'));
		const other = fc
			.tuple(fc.base64String({ minLength: 20, maxLength: 60 }), fc.nat(), fc.string({ minLength: 1, maxLength: 3, unit: 'grapheme' }))
			.filter(([, , wrong]) => /[^A-Za-z0-9+/=\s]/.test(wrong))
			.map(([text, place, wrong]) => `${text.slice(0, place % text.length)}${wrong}${text.slice(place % text.length)}`);
		fc.assert(
			fc.property(fc.oneof(short, other), (line) => {
				fc.pre(leniently(line) !== '');
				expect(verify(headers({ 'webhook-signature': sign(leniently(line)) }), [line])).toBe('no line of the secret is a key');
			}),
		);
	});
});

describe('shared secret', () => {
	const verify = (value: string | string[], changes: Partial<SignatureSettings> = {}) =>
		verifySignature('sharedSecret', settings(changes), { 'x-webhook-signature': value }, body, now);

	test.each<[string, string | string[], Partial<SignatureSettings>]>([
		['the secret', 's-1', {}],
		['Bearer before it', 'Bearer s-1', {}],
		['bearer in any case', 'bearer  s-1', {}],
		['a prefix', 'Token s-1', { prefix: 'Token ' }],
		['a prefix and blanks, which the credential trims', 'Token  s-1', { prefix: 'Token' }],
		['a configured prefix that is missing', 's-1', { prefix: 'Token' }],
		['a secret that itself starts with Bearer', 'Bearer s-1', { secrets: ['Bearer s-1'] }],
	])('believes %s', (_form, value, changes) => {
		expect(verify(value, changes)).toBe('verified');
	});

	test.each<[string, string, Partial<SignatureSettings>]>([
		['another secret', 's-2', {}],
		['another letter case', 'S-1', {}],
		['a beginning of the secret', 's-', {}],
		['more than the secret', 's-11', {}],
		['Bearer alone', 'Bearer', {}],
		['another word before it', 'Basic s-1', {}],
		['the prefix alone', 'Token', { prefix: 'Token' }],
		['all secrets in one', 's-1\ns-2', { secrets: ['s-1', 's-2'] }],
		['a signature with it', hex(), {}],
	])('refuses %s', (_form, value, changes) => {
		expect(verify(value, changes)).toBe('the signature is wrong');
	});
});

test('none is a choice that checks nothing', () => {
	expect(verifySignature('none', settings({ secrets: [] }), {}, body, now)).toBe('verified');
	expect(sign('none', settings(), body, now, 'msg_1')).toEqual({});
});

test('property: random headers never throw and are never believed', () => {
	const value = fc.oneof(fc.string(), fc.array(fc.string()), fc.stringMatching(/^(t=|v1,|v1=|sha256=|,| |[0-9a-f])*$/));
	const signed = checking.flatMap(([scheme, given]) => Object.keys(sign(scheme, given, body, now, 'msg_1')));
	const names = ['svix-signature', ...new Set(signed.map((name) => name.toLowerCase()))];
	fc.assert(
		fc.property(fc.dictionary(fc.constantFrom(...names), value), fc.constantFrom(...checking), (headers, [scheme, given]) => {
			const secret = JSON.stringify(headers).includes('s-1');
			fc.pre(!secret);
			expect(verifySignature(scheme, given, headers, body, now)).not.toBe('verified');
		}),
		runs(300),
	);
});
