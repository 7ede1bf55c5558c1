import { stringify } from 'flatted';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { Messaging } from '../../nodes/Messaging/Messaging.node';
import { outputOf, runMessaging } from '../support/engine';
import { recipients, templateParameters, textParameters } from '../support/messages';
import { workflowToPublish } from '../support/publishing';
import { orderUpdate, type ScriptedAnswer } from '../support/service';
import { allEvents, delivered, itemsOf, post, sign } from '../support/signedWebhook';
import { hintsOf, to, useService } from '../support/useService';
import { useTriggers } from '../support/useTriggers';
import { listeningTo } from '../support/webhook';

/** Services that give the account's secrets back: what they say is understood, and no user sees a secret of it. */

const [apiKey, secret, oldSecret] = ['sk_live/ab+cd==12', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'the old signing secret'] as const;
const words = `${oldSecret} and ${Buffer.from(secret).toString('base64')} of ${apiKey}`;
const shownWords = /\*\*\* and \*\*\* of \*\*\*/;

const service = useService();
const start = useTriggers();

const credential = (changes: ICredentialDataDecryptedObject = {}) => service.credential({ apiKey, webhookSecret: `${secret}\n  ${oldSecret}  `, ...changes });
const listing = { resource: 'template', operation: 'getMany' };

/** What the node says of one text that is answered so. */
async function sending(answer: ScriptedAnswer, changes: ICredentialDataDecryptedObject = {}) {
	service.answer = () => answer;
	const [json] = await service.output(textParameters({ options: { maxAttempts: 1 } }), recipients(to), { credential: credential(changes) });
	return json;
}

describe('what a service says is understood as it says it, whatever the secrets are', () => {
	test.each(['message', 'message_id', 'accepted', '12345678'])('an accepted message with the key %s', async (key) => {
		const said = { success: true, message_id: 'm1', account: 12345679, message: 'queued', to };
		expect(await sending({ body: said }, { apiKey: key })).toEqual(said);
	});

	test.each<[string, ScriptedAnswer, string, object]>([
		['a refused one', { status: 422, body: { error: { message: 'no such person' } } }, 'rejected\ninvalid-request\nhttpStatus', { outcome: 'rejected', category: 'invalid-request', httpStatus: 422 }],
		['a failed one', { body: { status: 'declined', error: 'declined' } }, 'declined', { outcome: 'rejected' }],
		['a closed window', { status: 400, body: { message: 'Send a re-engagement first' } }, 're-engagement', { category: 'window-closed', description: expect.stringContaining('"Send a *** first"') }],
	])('%s', async (_name, answer, webhookSecret, error) => {
		expect(await sending(answer, { webhookSecret })).toMatchObject({ error });
	});

	test('a template by a name that is the key, and the next page by a cursor that holds it', async () => {
		await runMessaging({ credential: credential({ apiKey: 'order_update' }), parameters: templateParameters() });
		expect(service.requests.at(-1)?.body).toMatchObject({ template_name: 'order_update' });
		service.answer = ({ url }) => ({ body: url.includes('?') ? { data: [{ name: 'b' }] } : { data: [{ name: 'a' }], next_cursor: `2:${apiKey}` } });
		expect(outputOf(await runMessaging({ credential: credential(), parameters: listing }))).toHaveLength(2);
		expect(decodeURIComponent(service.requests.at(-1)?.url ?? '')).toContain(`cursor=2:${apiKey}`);
	});
});

describe('a user sees none', () => {
	test('in an accepted message, in values and never in keys', async () => {
		const secrets = [apiKey, secret, oldSecret, Number('12345678')];
		const said = { success: true, message_id: `m-${apiKey}`, [apiKey]: [{ basic: Buffer.from(`user:${apiKey}`).toString('base64') }], secrets };
		expect(await sending({ body: said }, { webhookSecret: `${secret}\n12345678\n${oldSecret}` })).toEqual({
			success: true,
			message_id: 'm-***',
			[apiKey]: [{ basic: 'dXNlcjp***' }],
			secrets: ['***', '***', '***', '***'],
		});
	});

	test('in the lists of the editor, which choose by the true values', async () => {
		const { listSearch, loadOptions, resourceMapping } = new Messaging().methods;
		const template = { template_name: oldSecret, language_code: `en ${oldSecret}`, expected_variables: { body: [{ param_name: 'name', example: apiKey }, { param_name: `x ${apiKey}` }] } };
		service.answer = ({ url }) => ({ body: { data: [url.includes('templates') ? template : { id: apiKey, name: secret }] } });
		const context = service.editor(templateParameters({ template: { __rl: true, mode: 'list', value: oldSecret } }), credential());
		expect((await listSearch.searchTemplates.call(context)).results).toEqual([{ name: '*** (en ***)', value: oldSecret }]);
		expect((await listSearch.searchPhoneNumbers.call(context)).results).toEqual([{ name: '***', value: apiKey }]);
		expect((await loadOptions.getTemplateLanguages.call(context))[1]).toEqual({ name: 'en ***', value: `en ${oldSecret}` });
		const { fields, emptyFieldsNotice } = await resourceMapping.getTemplateVariables.call(context);
		expect(fields.map(({ id }) => id)).toEqual(['body.name', `body.x ${apiKey}`]);
		expect([...fields.map(({ displayName }) => displayName), emptyFieldsNotice].join()).not.toContain('sk_live');

		service.answer = () => ({ status: 403, body: { error: { message: `${apiKey} may not` } } });
		const refused = service.editor(templateParameters(), credential({ baseUrl: `${service.url}/refused` }));
		const refusal: unknown = await listSearch.searchTemplates.call(refused).catch((error: unknown) => error);
		expect(JSON.stringify(refusal)).toMatch(/^(?!.*sk_live).*\*\*\* may not/);
		expect((await resourceMapping.getTemplateVariables.call(refused)).emptyFieldsNotice).toContain('*** may not');
	});

	test('in what is refused before it is sent: a placeholder, a header name', async () => {
		service.answer = () => ({ body: { data: [{ ...orderUpdate, expected_variables: { body: [{ param_name: oldSecret, example: apiKey }] } }] } });
		const parameters = templateParameters({ variables: { mappingMode: 'defineBelow', value: {} } });
		for (const options of [{}, { dryRun: true }, { idempotencyHeader: apiKey }]) {
			const run = await service.run({ ...parameters, options }, recipients(to), { credential: credential() });
			expect(stringify(run.data)).toContain('***');
			expect(stringify([outputOf(run), run.data.resultData.error])).not.toMatch(/old signing|sk_live/);
		}
	});

	test('in a dry run: what is ready, the message as it would arrive, and all that is wrong with an item', async () => {
		const named = `order ${oldSecret}`;
		const parameters = templateParameters({ template: { __rl: true, mode: 'name', value: named }, to: '={{ $json.to }}', variables: { mappingMode: 'defineBelow', value: {} }, options: { dryRun: true } });
		const list = (expected_variables: object) => {
			service.answer = () => ({ body: { data: [{ ...orderUpdate, template_name: named, expected_variables, components: [{ type: 'BODY', text: `Hi ${apiKey}` }] }] } });
		};
		list({});
		const hints = JSON.stringify(hintsOf(await service.run(parameters, recipients(to, '+12015550124'), { credential: credential() })));
		expect(hints).toMatch(/Ready: 2 order \*\*\* .* as it would arrive:<br>Hi \*\*\*/);
		expect(hints).not.toMatch(/old signing|sk_live/);
		list({ body: [{ param_name: oldSecret }] });
		expect(await service.output(parameters, recipients(`nobody ${apiKey}`), { credential: credential() })).toMatchObject([{ valid: false, to: 'nobody ***' }]);
		const { error } = (await service.run(parameters, recipients(`nobody ${apiKey}`), { credential: credential(), onError: 'stopWorkflow' })).data.resultData;
		expect(error?.description).toMatch(/\{\{\*\*\*\}\}.*"nobody \*\*\*"/);
		expect(error?.description).not.toMatch(/old signing|sk_live/);
	});

	test.each([{}, { dryRun: true }])('in what is said of the Fallback Language, with the options %j', async (options) => {
		service.answer = ({ method }) => (method === 'GET' ? { body: { data: [{ ...orderUpdate, language_code: `en ${oldSecret}` }] } } : undefined);
		const parameters = templateParameters({ languageCode: 'fr', additionalFields: { fallbackLanguage: `en ${oldSecret}` }, options });
		const hints = JSON.stringify(hintsOf(await service.run(parameters, recipients(to), { credential: credential() })));
		expect(hints).toContain('Fallback Language en ***');
		expect(hints).not.toContain('old signing');
	});

	test.each(['register', 'remove'])('where the service refuses to %s a webhook', async (step) => {
		const refusal = { status: 422, body: { error: { message: words } } };
		service.answer = ({ method }) => (method === 'GET' ? { body: { data: [] } } : method === 'POST' && step === 'remove' ? { body: { id: `wh-${apiKey}` } } : refusal);
		const workflow = workflowToPublish({ credential: credential(), parameters: { events: allEvents, registration: 'automatic' } });
		const told = String(await workflow.publish().then(async () => await workflow.unpublish()).catch((error: unknown) => error));
		expect(told).toMatch(shownWords);
		expect(told + workflow.log.join()).not.toMatch(/signing secret|MfKQ|sk_live/);
		if (step === 'remove') expect(decodeURIComponent(service.requests.at(-1)?.url ?? '')).toContain(`/wh-${apiKey}`);
	});

	test('in a delivery status, which is told from others by what it says', async () => {
		const server = await start({ includePayload: true }, { credential: credential({ webhookSecret: `delivered\n${secret}` }) });
		for (const one of [apiKey, secret, apiKey]) {
			const body = { ...delivered, id: one, message_id: `m-${one}`, to: one, toUserId: `US.${Buffer.from(one).toString('hex')}`, error: { code: one, message: `Bearer ${one}` }, [apiKey]: [one] };
			await post(server, body, { 'x-webhook-signature': sign(JSON.stringify(body), 'delivered') });
		}
		expect(itemsOf(server)).toMatchObject([
			[[{ event_id: '***', message_id: 'm-***', status: 'delivered', to: '***', user_id: 'US.***', error: { code: '***', message: 'Bearer ***' }, payload: { [apiKey]: ['***'] } }]],
			[[{ event_id: '***', message_id: 'm-***' }]],
		]);
	});
});

/** What a service says, most of which is no success. */
const forms: ReadonlyArray<(said: string) => ScriptedAnswer> = [
	(said) => ({ body: { success: true, message_id: said, echo: [{ value: said }] } }),
	(said) => ({ status: 400, body: { error: { message: said, code: said, details: said }, request_id: said } }),
	(said) => ({ status: 403, body: { errors: [said], error: { error_data: { details: said } } } }),
	(said) => ({ status: 502, body: `<html><p>${said}</p></html>` }),
	(said) => ({ status: 400, body: `${said} ${'x '.repeat(500_000)}` }),
	(said) => ({ status: 500, body: `{"said":${JSON.stringify(said)}` }),
	(said) => ({ body: { success: false, message: said } }),
	(said) => ({ status: 400, headers: { 'x-request-id': encodeURIComponent(said) }, body: [said] }),
];
const numbers = forms.map((_, index) => `+1201555010${index}`);

test.each([false, true])('whatever a service says, no secret is in an output, error, hint, log line or record; the run stops: %s', async (stops) => {
	// Long enough that what is cut off could end within a secret.
	const said = `${'w'.repeat(180)} ${words} ${encodeURIComponent(apiKey)}`;
	service.answer = ({ body, method }) =>
		method === 'GET'
			? { body: { data: [{ template_name: said, more: [{ note: said }] }] } }
			: forms[numbers.indexOf(String(Object(body).to))]?.(said);
	const parameters = textParameters({ options: { maxAttempts: 1, concurrency: 8 } });
	const settings = { credential: credential(), parameters, ...(stops ? {} : { onError: 'continueRegularOutput' as const }) };
	const log: string[] = [];
	const run = await listeningTo(service.editor(parameters), log, async () => await runMessaging(settings, recipients(...numbers)));
	const listed = await runMessaging({ credential: credential(), parameters: listing });
	expect([outputOf(run).length, outputOf(listed).length]).toEqual([stops ? 0 : forms.length, 1]);
	const shown = stringify([run.data, listed.data, log]);
	for (const part of [apiKey, 'sk_live', oldSecret, secret, Buffer.from(secret).toString('base64'), encodeURIComponent(apiKey)]) {
		expect(shown).not.toContain(part);
	}
});
