import { Webhook } from 'standardwebhooks';
import fc from 'fast-check';

import { signatureSchemes, verifySignature, type SignatureSchemeName } from '../../nodes/Messaging/webhook/signature';
import type { SignatureSettings } from '../../nodes/Messaging/webhook/signatureScheme';
import type { Headers } from '../../nodes/Messaging/api/headers';
import { signers } from '../../sandbox/webhooks/sign';
import vectors from './data/signatures.json';
import { opensslHmac } from './support/openssl.mts';
import { runs } from '../support/propertyRuns';
import { schemes } from '../support/schemes';

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

const hex = (secret = 's-1') => opensslHmac(secret, body);
const stamped = (secret: string, time: number | string) => opensslHmac(secret, Buffer.concat([Buffer.from(`${time}.`), body]));

/** The headers with which the sandbox signs a body with the first secret. */
const sign = (scheme: SignatureSchemeName, { secrets: [secret = ''], header, prefix, encoding }: SignatureSettings, raw: Uint8Array, at: number, webhookId: string) =>
	signers[scheme](raw, { secret, header, prefix, encoding, now: at, webhookId });

/** The schemes that check something, each with settings under which a signature of ours is right. */
const checking = schemes
	.filter(({ fields }) => fields.includes('webhookSecret'))
	.map(({ credential: { signatureScheme, webhookSecret } }) => [signatureScheme, settings({ secrets: [webhookSecret] })] as const);

/** Those that sign the body. */
const signing = checking.filter(([scheme]) => signatureSchemes[scheme].signs.includes('body'));

/** Those that sign a time. */
const signingTime = checking.filter(([scheme]) => signatureSchemes[scheme].signs.includes('time'));

describe('other implementations agree', () => {
	test.each(vectors.filter(({ scheme }) => scheme === 'hmacSha256'))('HMAC-SHA256 of $source', ({ secret, body: text = '', bytes, hex: signature = '' }) => {
		const raw = bytes === undefined ? Buffer.from(text) : Buffer.from(bytes, 'hex');
		const ours = settings({ secrets: [secret] });
		expect(sign('hmacSha256', ours, raw, now, '')).toEqual({ 'X-Webhook-Signature': signature });
		// The secret of one has nothing but control characters, which nobody sees: no service gives such a secret.
		const verdict = /^\p{Cc}+$/u.test(secret) ? 'no secret is set' : 'verified';
		expect(verifySignature('hmacSha256', ours, { 'x-webhook-signature': signature }, raw, now)).toBe(verdict);
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

	test('the standardwebhooks package signs, we verify, and the other way round', () => {
		const other = new Webhook(standardSecret);
		const time = Date.now();
		fc.assert(
			fc.property(fc.json(), fc.stringMatching(/^[\w-]{1,40}$/), (text, id) => {
				const headers = {
					'webhook-id': id,
					'webhook-timestamp': String(Math.floor(time / 1000)),
					'webhook-signature': other.sign(id, new Date(time), text),
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
	const [first = ''] = given.secrets;
	const [second, third] = scheme === 'standardWebhooks' ? [`whsec_${'B'.repeat(24)}`, `whsec_${'C'.repeat(24)}`] : ['s-2', 's-3'];
	const signed = (secret = first, raw: Uint8Array = body) => sign(scheme, { ...given, secrets: [secret] }, raw, now, 'msg_1');
	const verify = (headers: Headers, secrets = given.secrets) => verifySignature(scheme, { ...given, secrets }, headers, body, now);

	test('believes each of several secrets while one is rotated, and no third', () => {
		expect(verify(signed())).toBe('verified');
		expect(verify(signed(), [second, first])).toBe('verified');
		expect(verify(signed(second), [second, first])).toBe('verified');
		expect(verify(signed(third), [second, first])).toBe('the signature is wrong');
	});

	test('reads headers in any case, as lists, and with blanks around', () => {
		const headers = Object.entries(signed()).map(([name, value]) => [name.toUpperCase(), [` ${value} `]]);
		expect(verify(Object.fromEntries(headers))).toBe('verified');
	});

	test('a blank secret opens nothing, alone or beside a real one', () => {
		// Signed with the empty secret, as anyone could.
		const unseen = ['\u2800\u2800', '\u200b', '\u200e\u00ad', '\ufffc', '\u0000', '\ue000', '\u3164', ' \u00a0\u2028'];
		for (const one of unseen) expect(verify(signed(one), [one])).not.toBe('verified');
		for (const secrets of [[], [''], ['', ' '], unseen]) expect(verify(signed(''), secrets)).toBe('no secret is set');
		expect(verify(signed(''), ['', first])).not.toBe('verified');
		expect(verify(signed(), ['', first])).toBe('verified');
	});

	test('refuses a signature cut short, lengthened or changed anywhere', () => {
		for (const [name, value] of Object.entries(signed())) {
			const variants = [value.slice(0, -2), value.slice(1), value.slice(0, 1), `${value}0`, `0${value}`, [...value].reverse().join('')];
			for (const changed of variants) expect(verify({ ...signed(), [name]: changed })).not.toBe('verified');
		}
	});
});

test.each(signing)('property: %s refuses a body that differs anywhere', (scheme, given) => {
	const change = fc.tuple(fc.nat(), fc.uint8Array({ maxLength: 2 }), fc.nat(2));
	fc.assert(
		fc.property(fc.uint8Array(), change, (raw, [place, inserted, removed]) => {
			const start = place % (raw.length + 1);
			const changed = Buffer.concat([raw.slice(0, start), inserted, raw.slice(start + removed)]);
			const headers = sign(scheme, given, raw, now, 'msg_1');
			const isSame = changed.equals(raw);
			expect(verifySignature(scheme, given, headers, changed, now)).toBe(isSame ? 'verified' : 'the signature is wrong');
		}),
	);
});

/** What stands in the one header of a scheme, and what of the settings is not as by default. */
type Form = [name: string, value: string | string[], changes?: Partial<SignatureSettings>];

const right = stamped('s-1', seconds);
const wrong = stamped('s-2', seconds);
const forms: Partial<Record<SignatureSchemeName, Form[]>> = {
	hmacSha256: [
		['hex in upper case', hex().toUpperCase()],
		['a prefix', `sha256=${hex()}`, { prefix: 'sha256=' }],
		['a configured prefix that is missing from the header', hex(), { prefix: 'sha256=' }],
		['a blank after the prefix', `sha256= ${hex()}`, { prefix: 'sha256=' }],
		['base64 without its padding', opensslHmac('s-1', body, 'base64').replace('=', ''), { encoding: 'base64' }],
		['base64 in the alphabet of URLs', Buffer.from(hex('s-7'), 'hex').toString('base64url'), { secrets: ['s-7'], encoding: 'base64' }],
		['a list of which one is right', ['00', hex('s-2'), hex()]],
	],
	timestampedHmac: [
		['the parts the other way round', `v1=${right},t=${seconds}`],
		['blanks between the parts', `t=${seconds}, v1=${right}`],
		["s, as YCloud's", `t=${seconds},s=${right}`],
		['any v1 of several', `t=${seconds},v1=${wrong},v1=${right}`],
		['upper-case hex', `t=${seconds},v1=${right.toUpperCase()}`],
		['other versions beside it', `t=${seconds},v0=${wrong},v1=${right}`],
		['a prefix', `sig t=${seconds},v1=${right}`, { prefix: 'sig' }],
	],
	sharedSecret: [
		['Bearer before it', 'Bearer s-1'],
		['bearer in any case', 'bearer  s-1'],
		['a prefix', 'Token s-1', { prefix: 'Token ' }],
		['a prefix and blanks, which the credential trims', 'Token  s-1', { prefix: 'Token' }],
		['a configured prefix that is missing', 's-1', { prefix: 'Token' }],
		['a secret that itself starts with Bearer', 'Bearer s-1', { secrets: ['Bearer s-1'] }],
	],
};

// What is refused stands in test/engine/triggerRefusals.test.ts.
describe.each(Object.entries(forms) as Array<[SignatureSchemeName, Form[]]>)('%s believes', (scheme, believed) => {
	test.each(believed)('%s', (_form, value, changes = {}) => {
		expect(verifySignature(scheme, settings(changes), { 'x-webhook-signature': value }, body, now)).toBe('verified');
	});
});

test('a second header beside the right one is not read', () => {
	const given = `t=${seconds},v1=${right}`;
	expect(verifySignature('timestampedHmac', settings(), { 'x-webhook-signature': [given, given] }, body, now)).toBe('the signature is not readable');
});

test.each(['', 'NaN', '0x6ab1', `+${seconds}`, `${seconds}.5`, String(now)])('the timestamp %j cannot be read, though it is rightly signed', (time) => {
	const headers = { 'x-webhook-signature': `t=${time},v1=${stamped('s-1', time)}` };
	expect(verifySignature('timestampedHmac', settings(), headers, body, now)).toBe('the signature is not readable');
});

test.each(signingTime)('%s is good for as long as the credential says, in both directions', (scheme, given) => {
	for (const toleranceSeconds of [10, 300]) {
		for (const seconds of [toleranceSeconds, -toleranceSeconds]) {
			const verify = (offset: number) =>
				verifySignature(scheme, { ...given, toleranceSeconds }, sign(scheme, given, body, now + offset * 1000, 'msg_1'), body, now);
			expect(verify(seconds)).toBe('verified');
			expect(verify(seconds + Math.sign(seconds))).toBe('the timestamp is too far from now');
		}
	}
});

describe('Standard Webhooks', () => {
	const sign = (secret = standardSecret): string => new Webhook(secret).sign('msg_1', new Date(now), body.toString());
	const headers = (changes: Headers = {}) => ({
		'webhook-id': 'msg_1',
		'webhook-timestamp': String(seconds),
		'webhook-signature': sign(),
		...changes,
	});
	const verify = (given: Headers, secrets = [standardSecret]) =>
		verifySignature('standardWebhooks', settings({ secrets }), given, body, now);
	const other = 'whsec_AAAAAAAAAAAAAAAAAAAAAAAA';

	test.each<[string, Headers]>([
		['any of several signatures', headers({ 'webhook-signature': `${sign(other)} ${sign()}` })],
		['signatures of other versions beside it', headers({ 'webhook-signature': `v1a,x v2,${sign().slice(3)} ${sign()}` })],
		['signatures as a list', headers({ 'webhook-signature': [sign(other), sign()] })],
		["Svix's headers", { 'svix-id': 'msg_1', 'svix-timestamp': String(seconds), 'svix-signature': sign() }],
	])('believes %s', (_form, given) => {
		expect(verify(given)).toBe('verified');
	});

	test.each<[string, Headers]>([
		['two ids', headers({ 'webhook-id': ['msg_1', 'msg_1'] })],
		['two timestamps', headers({ 'webhook-timestamp': [String(seconds), String(seconds)] })],
		['no version', headers({ 'webhook-signature': sign().slice(3) })],
		['half of each family of headers', { 'webhook-signature': sign(), 'svix-id': 'msg_1', 'svix-timestamp': String(seconds) }],
	])('refuses %s', (_form, given) => {
		expect(verify(given)).not.toBe('verified');
	});

	/** What a reader of base64 that passes over every other character makes of a line, as a secret again. */
	const leniently = (line: string) => Buffer.from(line.replace(/^whsec_/, ''), 'base64').toString('base64');
	const bytes = (count: number) => Buffer.alloc(count, 'key').toString('base64');

	test.each([
		['whsec_ twice', `whsec_${standardSecret}`],
		['base64 that one character is missing from', 'A'.repeat(29)],
		['too much padding', `${'A'.repeat(32)}==`],
		['too little padding', `${bytes(16).replace('==', '')}=`],
		['padding in the middle', `${bytes(16)}${bytes(16)}`],
	])('%s is no key: nothing signed with what is left of it is believed', (_form, line) => {
		const forged = headers({ 'webhook-signature': sign(leniently(line)) });
		expect(verify(forged, [line])).toBe('no line of the secret is a key');
		expect(verify(forged, [standardSecret, line])).not.toBe('verified');
		expect(verify(headers(), [line, standardSecret])).toBe('verified');
	});

	test('property: what holds fewer than 16 bytes, or anything but base64, is no key', () => {
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

	test('property: 16 bytes and more are a key, with whsec_ and padding or without', () => {
		fc.assert(
			fc.property(fc.uint8Array({ minLength: 16, maxLength: 64 }), fc.constantFrom('', 'whsec_'), fc.boolean(), (key, prefix, isPadded) => {
				const line = Buffer.from(key).toString('base64');
				const given = `${prefix}${isPadded ? line : line.replace(/=+$/, '')}`;
				expect(verify(headers({ 'webhook-signature': sign(line) }), [given])).toBe('verified');
			}),
		);
	});
});

test('property: random headers never throw and are never believed', () => {
	const value = fc.oneof(fc.string(), fc.array(fc.string()), fc.stringMatching(/^(t=|v1,|v1=|sha256=|,| |[0-9a-f])*$/));
	const signed = checking.flatMap(([scheme, given]) => Object.keys(sign(scheme, given, body, now, 'msg_1')));
	const names = ['svix-signature', ...new Set(signed.map((name) => name.toLowerCase()))];
	fc.assert(
		fc.property(fc.dictionary(fc.constantFrom(...names), value), fc.constantFrom(...checking), (headers, [scheme, given]) => {
			fc.pre(!JSON.stringify(headers).includes('s-1'));
			expect(verifySignature(scheme, given, headers, body, now)).not.toBe('verified');
		}),
		runs(300),
	);
});
