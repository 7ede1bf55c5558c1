import { Webhook } from 'standardwebhooks';
import { DbConnectionTimeoutError, UnexpectedError, UserError, type ICredentialDataDecryptedObject } from 'n8n-workflow';

import { signatureSchemes } from '../../nodes/Messaging/webhook/signature';
import vectors from '../contract/data/signatures.json';
import { opensslHmac } from '../contract/support/openssl.mts';
import { account, delivered, post, secret, sign } from '../support/signedWebhook';
import { useTriggers } from '../support/useTriggers';
import type { TriggerSettings } from '../support/webhook';

/**
 * What must not start a workflow, through the whole trigger: each variant is nearly right. All are
 * answered 401 with the same words, and leave one line in the log that holds no secret and no body.
 */

const body = JSON.stringify(delivered);
const now = Math.floor(Date.now() / 1000);
const standardSecret = vectors.find(({ scheme }) => scheme === 'standardWebhooks')?.secret ?? '';
const otherKey = `whsec_${'A'.repeat(24)}`;

type Headers = Record<string, string>;
type Variant = [name: string, headers: Headers, reason: RegExp, change?: ICredentialDataDecryptedObject];

const signature = (value: string): Headers => ({ 'x-webhook-signature': value });
const base64 = (text = body, by = secret) => opensslHmac(by, Buffer.from(text), 'base64');
const missing = /header is missing/;
const wrong = /signature is wrong/;
const unreadable = /not readable/;
const old = /too far from now/;
const noSecret = /no secret is set/;
const noKey = /no line of the secret is a key \(ignored, since not a key: line 1 of 'Webhook Secret'\)/;

const hmacSha256: Variant[] = [
	['no header at all', {}, missing],
	['a blank header', signature(' '), missing],
	['the right signature in another header', { 'x-signature': sign(body) }, missing],
	['another secret', signature(sign(body, 'guessed')), wrong],
	['the empty secret', signature(sign(body, '')), wrong],
	['another body', signature(sign('{}')), wrong],
	['the body as JSON written otherwise', signature(sign(JSON.stringify(delivered, null, 1))), wrong],
	['a letter that is no hex digit', signature(`${sign(body).slice(0, 63)}g`), unreadable],
	['hex where base64 is chosen', signature(sign(body)), unreadable, { signatureEncoding: 'base64' }],
	['a prefix that is not chosen', signature(`sha256=${sign(body)}`), unreadable],
	['two signatures of which one is right', signature(`${sign(body)}, ${sign('{}')}`), unreadable],
	['the default header where another is chosen', signature(sign(body)), missing, { signatureHeader: 'X-Hub-Signature-256' }],
	['an old secret that is no longer listed', signature(sign(body, 'old')), wrong, { webhookSecret: `new\n${secret}` }],
	['two secrets in one', signature(sign(body, `new\n${secret}`)), wrong, { webhookSecret: `new\n${secret}` }],
];

const at = (time: number, by = secret, text = body) => sign(`${time}.${text}`, by);
const timestampedHmac: Variant[] = [
	['the plain scheme', signature(sign(body)), unreadable],
	['no timestamp', signature(`v1=${at(now)}`), unreadable],
	['no signature', signature(`t=${now}`), unreadable],
	['another version', signature(`t=${now},v0=${at(now)}`), unreadable],
	['two timestamps', signature(`t=${now},t=${now - 1},v1=${at(now)}`), unreadable],
	['a timestamp of ten minutes ago', signature(`t=${now - 600},v1=${at(now - 600)}`), old],
	['a timestamp beyond a smaller tolerance', signature(`t=${now - 60},v1=${at(now - 60)}`), old, { signatureTolerance: 10 }],
	['a fresh timestamp before an old signature', signature(`t=${now},v1=${at(now - 600)}`), wrong],
	['another body', signature(`t=${now},v1=${at(now, secret, '{}')}`), wrong],
].map(([name, headers, reason, change]) => [name, headers, reason, { ...(change as object), signatureScheme: 'timestampedHmac' }] as Variant);

const standard = (changes: Headers = {}, time = now, by = standardSecret): Headers => ({
	'webhook-id': 'msg_1',
	'webhook-timestamp': String(time),
	'webhook-signature': new Webhook(by).sign('msg_1', new Date(time * 1000), body),
	...changes,
});
const without = (name: string) => Object.fromEntries(Object.entries(standard()).filter(([key]) => key !== name));
const right = standard()['webhook-signature'] ?? '';
const standardWebhooks: Variant[] = [
	['no id', without('webhook-id'), missing],
	['no timestamp', without('webhook-timestamp'), missing],
	['no signature', without('webhook-signature'), missing],
	['another id', standard({ 'webhook-id': 'msg_2' }), wrong],
	['another timestamp', standard({ 'webhook-timestamp': String(now - 1) }), wrong],
	['a timestamp that is no number', standard({ 'webhook-timestamp': 'now' }), unreadable],
	['a timestamp of ten minutes ago', standard({}, now - 600), old],
	['another secret', standard({}, now, otherKey), wrong],
	['an asymmetric version', standard({ 'webhook-signature': right.replace('v1,', 'v1a,') }), unreadable],
	['the secret as text for a key', standard({ 'webhook-signature': `v1,${base64(`msg_1.${now}.${body}`, standardSecret)}` }), wrong],
	['the header of the plain scheme', signature(sign(body, standardSecret)), missing],
	['a secret that holds no key', standard(), noKey, { webhookSecret: 'whsec_' }],
	['what is left of a masked copy', standard({}, now, 'Qw=='), noKey, { webhookSecret: '••••••••Qw' }],
	['what is left of a masked copy beside the key', standard({}, now, 'Qw=='), /signature is wrong.*line 2/, { webhookSecret: `${standardSecret}\n••••••••Qw` }],
].map(([name, headers, reason, change]) => [name, headers, reason, { webhookSecret: standardSecret, ...(change as object), signatureScheme: 'standardWebhooks' }] as Variant);

const sharedSecret: Variant[] = [
	['no header', {}, missing],
	['the secret in other letter case', signature(secret.toUpperCase()), wrong],
	['another word before the secret', signature(`Basic ${secret}`), wrong],
].map(([name, headers, reason]) => [name, headers, reason, { signatureScheme: 'sharedSecret' }] as Variant);

const noSecretSet: Variant[] = Object.keys(signatureSchemes).filter((scheme) => scheme !== 'none').flatMap(
	(signatureScheme): Variant[] => [
		[`${signatureScheme}: signed with the empty secret`, signature(sign(body, '')), noSecret, { signatureScheme, webhookSecret: '' }],
		[`${signatureScheme}: unsigned`, {}, noSecret, { signatureScheme, webhookSecret: ' \n\t' }],
	],
);

/** What is left on a line when text is copied from a page: nothing to see, and easily guessed. */
const invisible = ['\u200b', '\ufeff\u2060', '\u00ad', '\u3164'];
const invisibleSecret: Variant[] = invisible.flatMap((line): Variant[] => [
	[`${JSON.stringify(line)} alone`, signature(sign(body, line)), noSecret, { webhookSecret: line }],
	[`${JSON.stringify(line)} beside the secret`, signature(sign(body, line)), wrong, { webhookSecret: `${secret}\n${line}` }],
	[`${JSON.stringify(line)} with a timestamp`, signature(`t=${now},v1=${at(now, line)}`), wrong, { signatureScheme: 'timestampedHmac', webhookSecret: `${line}\n${secret}` }],
]);

const start = useTriggers();

describe.each([
	['HMAC SHA-256', hmacSha256],
	['HMAC SHA-256 with timestamp', timestampedHmac],
	['Standard Webhooks', standardWebhooks],
	['a shared secret', sharedSecret],
	['no secret in the credential', noSecretSet],
	['a line that shows nothing in place of a secret', invisibleSecret],
])('with %s', (_scheme, variants) => {
	test.each(variants)('%s', async (_name, headers, reason, change = {}) => {
		const credential = { ...account, ...change };
		const trigger = await start({}, { credential });
		expect(await post(trigger, body, headers)).toEqual({ status: 401, text: '{"message":"Unauthorized"}' });
		expect(trigger.started).toEqual([]);

		expect(trigger.log).toHaveLength(1);
		expect(trigger.log[0]).toMatch(reason);
		const values = Object.values(headers).filter((value) => value.trim().length > 8);
		const secrets = credential.webhookSecret.split('\n').filter((line) => line.trim().length > 3);
		for (const kept of [...values, ...secrets, account.apiKey, 'm1', '447400123456']) {
			expect(trigger.log[0]).not.toContain(kept);
		}
	});
});

/** As n8n names what it throws where its database has no credential with this id. */
class CredentialNotFoundError extends UserError {}

test.each<[string, Partial<TriggerSettings>]>([
	['that the node does not name', { credentialIsGone: true }],
	['that was deleted', { credentialError: () => new CredentialNotFoundError('Credential with ID "credential-1" does not exist for type "messagingApi".') }],
])('a credential %s proves nothing: 401, as waiting changes nothing', async (_form, settings) => {
	const trigger = await start({}, settings);
	expect(await post(trigger, body)).toEqual({ status: 401, text: '{"message":"Unauthorized"}' });
	expect(trigger.started).toEqual([]);
	expect(trigger.log).toEqual([expect.stringMatching(/401.*the credential was deleted, or none is chosen/)]);
});

describe("while the credential can't be read", () => {
	test.each<[string, Error, RegExp]>([
		['as the database refuses connections', Object.assign(new Error('connect 127.0.0.1:5432'), { code: 'ECONNREFUSED' }), /503.*could not be read \(ECONNREFUSED\).*database/],
		['as the database does not answer', new DbConnectionTimeoutError({ configuredTimeoutInMs: 20, cause: new Error('timeout') }), /503.*could not be read, for example/],
		[
			'as it was written with another encryption key',
			new UnexpectedError(`Credentials could not be decrypted: "${secret}" is not valid JSON`),
			/503.*could not be read, for example/,
		],
	])('%s: 503, which services try again after', async (_form, error, reason) => {
		const trigger = await start({}, { credentialError: () => error });
		const answer = await fetch(trigger.url, { method: 'POST', headers: signature(sign(body)), body });
		expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '60']);
		expect(await answer.json()).toEqual({ message: 'Service Unavailable' });
		expect(trigger.started).toEqual([]);
		expect(trigger.log).toEqual([expect.stringMatching(reason)]);
		for (const kept of [secret, 'm1', '127.0.0.1']) expect(trigger.log[0]).not.toContain(kept);
	});

	test('nothing is believed or remembered, and what is sent again afterwards starts the workflow once', async () => {
		let isAway = true;
		const credentialError = () => (isAway ? new Error('the database system is shutting down') : undefined);
		const trigger = await start({}, { credentialError });
		for (const headers of [signature(sign(body)), {}, signature(sign(body, 'guessed'))]) {
			expect(await post(trigger, body, headers)).toMatchObject({ status: 503 });
		}
		isAway = false;
		for (let time = 0; time < 2; time++) expect(await post(trigger, body)).toMatchObject({ status: 200 });
		expect(trigger.started).toHaveLength(1);
	});
});
