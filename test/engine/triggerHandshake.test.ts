import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { MessagingTrigger } from '../../nodes/Messaging/MessagingTrigger.node';
import { account } from '../support/signedWebhook';
import { useTriggers } from '../support/useTriggers';
import type { TriggerSettings } from '../support/webhook';

/*
 * A service that asks the webhook URL for a token before it registers it.
 */

const start = useTriggers();
const ours = 'a-token-of-mine-42';
const right = { 'hub.mode': 'subscribe', 'hub.verify_token': ours, 'hub.challenge': '1158201444' };

/** What the trigger answers to a question, with what it wrote into n8n's log. */
async function ask(query: Record<string, string> | string, credential: ICredentialDataDecryptedObject = { verifyToken: ours }, more: Partial<TriggerSettings> = {}) {
	const trigger = await start({}, { credential: { ...account, ...credential }, ...more });
	const response = await fetch(`${trigger.url}?${typeof query === 'string' ? query : String(new URLSearchParams(query))}`);
	const { status, headers } = response;
	expect(trigger.started).toEqual([]);
	expect(trigger.log.join()).not.toContain(ours);
	return { status, headers, text: await response.text(), log: trigger.log };
}

test('the right token gets the challenge as it came, as plain text and nothing else, and starts nothing', async () => {
	const { status, headers, text, log } = await ask(right);
	expect([status, text, log]).toEqual([200, right['hub.challenge'], []]);
	expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
	expect(headers.get('x-content-type-options')).toBe('nosniff');
});

test.each([
	['in a test run too', {}, { mode: 'manual' as const }],
	['however webhooks are signed', { signatureScheme: 'none' }, {}],
	['with blanks and characters that nobody sees around the token', { verifyToken: ` ${ours}\u200b\n` }, {}],
])('%s', async (_case, credential, more) => {
	expect(await ask(right, { verifyToken: ours, ...credential }, more)).toMatchObject({ status: 200, text: right['hub.challenge'] });
});

test.each(['<script>alert(1)</script>', 'a b&c=d', 'ü\n1', 'x'.repeat(500)])('the challenge %j comes back letter by letter', async (challenge) => {
	expect(await ask({ ...right, 'hub.challenge': challenge })).toMatchObject({ status: 200, text: challenge });
});

const without = (name: keyof typeof right) => Object.fromEntries(Object.entries(right).filter(([key]) => key !== name));

test.each<[string, Record<string, string> | string, RegExp, ICredentialDataDecryptedObject?]>([
	['nothing', '', /it carries no hub\.mode, hub\.verify_token and hub\.challenge/],
	['other parameters', { token: ours }, /it carries no hub\.mode/],
	['no mode', without('hub.mode'), /hub\.mode is not 'subscribe'/],
	['another mode', { ...right, 'hub.mode': 'unsubscribe' }, /hub\.mode is not 'subscribe'/],
	['no token', without('hub.verify_token'), /hub\.verify_token is missing/],
	['an empty token', { ...right, 'hub.verify_token': '' }, /hub\.verify_token is missing/],
	['another token', { ...right, 'hub.verify_token': 'guessed' }, /hub\.verify_token is not the 'Verify Token'/],
	['the beginning of the token', { ...right, 'hub.verify_token': ours.slice(0, -1) }, /is not the 'Verify Token'/],
	['the token in another case', { ...right, 'hub.verify_token': ours.toUpperCase() }, /is not the 'Verify Token'/],
	['the token twice', `${String(new URLSearchParams(right))}&hub.verify_token=guessed`, /hub\.verify_token is missing/],
	['the API key in place of the token', { ...right, 'hub.verify_token': account.apiKey }, /is not the 'Verify Token'/],
	['no challenge', without('hub.challenge'), /hub\.challenge is missing/],
	['a long challenge', { ...right, 'hub.challenge': 'x'.repeat(501) }, /hub\.challenge has more than 500 characters/],
	['anything, without a token in the credential', right, /'Verify Token' in the Messaging API credential is empty/, {}],
	['the empty token, without one in the credential', { ...right, 'hub.verify_token': ' ' }, /hub\.verify_token is missing/, { verifyToken: '' }],
	['a token that nobody sees, where nobody sees one in the credential', { ...right, 'hub.verify_token': '\u200b' }, /is empty/, { verifyToken: '\u200b\u2800' }],
])('%s is refused with 403, and the log says which part was wrong', async (...[, query, reason, credential]) => {
	const { status, text, log } = await ask(query, credential);
	expect([status, text]).toEqual([403, '{"message":"Forbidden"}']);
	expect(log).toEqual([expect.stringMatching(new RegExp(`answered 403 to a question for its URL: .*${reason.source}`))]);
});

test('a credential that cannot be read now is answered 503, so that the service may ask again', async () => {
	const lost = Object.assign(new Error('gone'), { code: 'ECONNREFUSED' });
	expect(await ask(right, {}, { credentialError: () => lost })).toMatchObject({ status: 503, log: [expect.stringContaining('ECONNREFUSED')] });
});

test('n8n opens the URL for the question before the one that is registered, and the panel shows one URL', () => {
	const shown = new MessagingTrigger().description.webhooks?.map(({ name, httpMethod, path, ndvHideUrl }) => [name, httpMethod, path, ndvHideUrl === true]);
	expect(shown).toEqual([['setup', 'GET', 'webhook', true], ['default', 'POST', 'webhook', false]]);
});
