import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';
import { stringify } from 'flatted';

import { Messaging } from '../../nodes/Messaging/Messaging.node';
import { editorContext, outputOf, runMessaging } from '../support/engine';
import { errorOf, recipients, templateParameters, textParameters } from '../support/messages';
import { workflowToPublish } from '../support/publishing';
import { accepting, orderUpdate, startService, type ReceivedRequest, type ScriptedAnswer, type ScriptedService } from '../support/service';
import { allEvents, delivered, itemsOf, post, sign } from '../support/signedWebhook';
import { startTrigger, type TriggerServer } from '../support/webhook';

/** Services that give the account's secrets back, and what a user sees of them. */

const [apiKey, secret, oldSecret] = ['sk_live/ab+cd==12', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'the old signing secret'] as const;

let service: ScriptedService | undefined;
let trigger: TriggerServer | undefined;

afterEach(async () => {
	await service?.close();
	await trigger?.close();
	trigger = undefined;
});

async function credential(
	answer: (request: ReceivedRequest) => ScriptedAnswer,
	changes: ICredentialDataDecryptedObject = {},
): Promise<ICredentialDataDecryptedObject> {
	service = await startService(answer);
	return { baseUrl: service.url, apiKey, webhookSecret: `${secret}\n  ${oldSecret}  `, ...changes };
}

const once = { options: { maxAttempts: 1 } };

/** Sends one text, with On Error = continue. */
async function sending(answer: ScriptedAnswer, changes: ICredentialDataDecryptedObject = {}) {
	const run = await runMessaging(
		{ credential: await credential(() => answer, changes), parameters: textParameters(once), onError: 'continueRegularOutput' },
		recipients('+12015550123'),
	);
	return { run, json: outputOf(run)[0]?.json };
}

describe('what a service says is understood as it says it, whatever the key is', () => {
	const accepted = { success: true, message_id: 'm1', id: 7, message: 'queued', to: '+12015550123', status: 'accepted' };

	test.each(['e', 'id', 'message', 'success', 'true', '7', 'message_id', 'to'])('an accepted message with the key %s', async (key) => {
		expect((await sending({ body: accepted }, { apiKey: key })).json).toEqual(accepted);
	});

	test.each(['rejected', 'invalid-request', 'httpStatus', 'category', 'rejected\nnot_sent'])('a refused one with %j as webhook secret', async (webhookSecret) => {
		const { json } = await sending({ status: 422, body: { error: { message: 'no such person' } } }, { webhookSecret });
		expect(json).toMatchObject({ error: { outcome: 'rejected', category: 'invalid-request', httpStatus: 422, to: '+12015550123' } });
	});

	test('a failed status that is a secret is one all the same', async () => {
		const { json } = await sending({ body: { status: 'failed', state: 'declined' } }, { webhookSecret: 'declined' });
		expect(json).toMatchObject({ error: { outcome: 'rejected' } });
	});

	test('a closed window is known by words that are a secret', async () => {
		const { json } = await sending({ status: 400, body: { message: 'Send a re-engagement first' } }, { webhookSecret: 're-engagement' });
		expect(json).toMatchObject({ error: { category: 'window-closed', description: expect.stringContaining('"Send a *** first"') } });
	});

	test('a template is sent by a name that is the key', async () => {
		const run = await runMessaging({ credential: await credential(accepting, { apiKey: 'order_update' }), parameters: templateParameters() });
		expect(outputOf(run)[0]?.json).toMatchObject({ success: true });
		expect(service?.requests.at(-1)?.body).toMatchObject({ template_name: 'order_update' });
	});

	test.each<[string, (url: string) => unknown, string]>([
		['link', (url) => ({ next: `${url}/v1/messaging/templates?page=2&access_token=${encodeURIComponent(apiKey)}` }), `page=2&access_token=${encodeURIComponent(apiKey)}`],
		['cursor', () => ({ next_cursor: `2:${apiKey}` }), `cursor=${encodeURIComponent(`2:${apiKey}`).replaceAll('%3A', ':')}`],
	])('the next page is asked for by a %s that holds the key', async (_kind, more, query) => {
		const given = await credential((request) => ({
			body: request.url.includes('?') ? { data: [{ name: 'b' }] } : { data: [{ name: 'a' }], ...Object(more(service?.url ?? '')) },
		}));
		const run = await runMessaging({ credential: given, parameters: { resource: 'template', operation: 'getMany' } });
		expect(outputOf(run).map(({ json }) => json)).toEqual([{ name: 'a' }, { name: 'b' }]);
		expect(decodeURIComponent(service?.requests[1]?.url ?? '')).toBe(decodeURIComponent(`/v1/messaging/templates?${query}`));
	});
});

describe('what a user sees of it', () => {
	const secrets = [apiKey, secret, 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', oldSecret];

	test('the answer to an accepted message, in values and never in keys', async () => {
		const { json } = await sending({
			body: {
				success: true,
				message_id: `m-${apiKey}`,
				[apiKey]: 1,
				echo: [{ authorization: `Bearer ${apiKey}` }, `key=${encodeURIComponent(apiKey)}&b=%20`],
				basic: Buffer.from(`user:${apiKey}`).toString('base64'),
				secrets,
			},
		});
		expect(json).toEqual({
			success: true,
			message_id: 'm-***',
			[apiKey]: 1,
			echo: [{ authorization: 'Bearer ***' }, 'key=***&b=%20'],
			basic: 'dXNlcjp***',
			secrets: ['***', '***', '***', '***'],
		});
	});

	test('a number that is the key', async () => {
		const { json } = await sending({ body: { success: true, message_id: 'm', account: 12345678 } }, { apiKey: '12345678' });
		expect(json).toEqual({ success: true, message_id: 'm', account: '***' });
	});

	test.each<[string, ScriptedAnswer]>([
		['an error', { status: 400, headers: { 'x-request-id': `r-${apiKey}` }, body: { error: { message: `${apiKey} may not`, details: `Bearer ${secret}`, code: oldSecret } } }],
		['a page', { status: 502, body: `<p title="x">Key sk_live&#x2F;ab&#43;cd&equals;&#61;12, secret the&nbsp;<b>old</b> signing secret and the old\n signing secret</p>` }],
		['a long page, cut in the midst of a secret', { status: 502, body: `<p>${'x'.repeat(190)} ${secret}</p>` }],
		['broken JSON', { status: 500, body: `{"key":"${apiKey.replaceAll('/', '\\/')}` }],
	])('%s', async (_form, answer) => {
		const { run, json } = await sending(answer);
		expect(json).toMatchObject({ error: { description: expect.stringContaining('***') } });
		for (const part of [...secrets, 'whsec', 'MfKQ', 'sk_live']) expect(stringify(run.data)).not.toContain(part);
	});

	test('an option of the run that holds the key by mistake, and is refused', async () => {
		const run = await runMessaging(
			{
				credential: await credential(accepting),
				parameters: textParameters({ options: { idempotencyHeader: apiKey } }),
				onError: 'continueRegularOutput',
			},
			recipients('+12015550123'),
		);
		expect(errorOf(outputOf(run)[0]).message).toContain('cannot be used as a header: "***"');
		expect(stringify(run.data)).not.toContain('sk_live');
	});

	test('nothing of it is kept in the data of an execution that failed', async () => {
		const given = await credential(({ body }) =>
			Object(body).to === '+12015550123' ? { body: { success: true, message_id: 'm', key: apiKey } } : { status: 422, body: { error: apiKey } },
		);
		const run = await runMessaging({ credential: given, parameters: textParameters(once) }, recipients('+12015550123', '+12015550124'));
		expect(run.data.resultData.error?.description).toContain('"***"');
		expect(stringify(run.data)).not.toContain('sk_live');
	});

	test('the records of a list', async () => {
		const record = { template_name: 'a', webhook: { url: `https://n8n.example.com/?s=${secret}`, secrets } };
		const given = await credential(() => ({ body: { data: [record] } }));
		const run = await runMessaging({ credential: given, parameters: { resource: 'template', operation: 'getMany' } });
		expect(outputOf(run)[0]?.json).toEqual({ template_name: 'a', webhook: { url: 'https://n8n.example.com/?s=***', secrets: ['***', '***', '***', '***'] } });
	});

	test('a placeholder that is called like a secret', async () => {
		const template = { ...orderUpdate, expected_variables: { body: [{ param_name: oldSecret, example: apiKey }] } };
		const parameters: INodeParameters = templateParameters({ variables: { mappingMode: 'defineBelow', value: {} } });
		for (const dryRun of [false, true]) {
			const given = await credential(() => ({ body: { data: [template] } }));
			const run = await runMessaging({ credential: given, parameters: { ...parameters, options: { dryRun } }, onError: 'continueRegularOutput' });
			expect(errorOf(outputOf(run)[0]).message).toBe("'Placeholders of the Template' has no text for '{{***}}'");
			await service?.close();
		}
	});
});

describe('in the editor', () => {
	const { listSearch, loadOptions, resourceMapping } = new Messaging().methods;
	const template = {
		template_name: oldSecret,
		language_code: `en ${oldSecret}`,
		expected_variables: { body: [{ param_name: 'name', example: apiKey }, { param_name: `x ${apiKey}`, example: 'y' }] },
	};

	test('lists show none, and choose by the true values', async () => {
		const given = await credential(({ url }) => ({ body: { data: [url.includes('templates') ? template : { id: apiKey, name: secret }] } }));
		const parameters = templateParameters({ template: { __rl: true, mode: 'list', value: oldSecret } });
		const context = editorContext({ credential: given, parameters });
		expect((await listSearch.searchTemplates.call(context)).results).toEqual([{ name: '*** (en ***)', value: oldSecret }]);
		expect((await listSearch.searchPhoneNumbers.call(context)).results).toEqual([{ name: '***', value: apiKey }]);
		expect((await loadOptions.getTemplateLanguages.call(context))[1]).toEqual({ name: 'en ***', value: `en ${oldSecret}` });
		const { fields, emptyFieldsNotice } = await resourceMapping.getTemplateVariables.call(context);
		expect(fields.map(({ id }) => id)).toEqual(['body.name', `body.x ${apiKey}`]);
		expect([...fields.map(({ displayName }) => displayName), emptyFieldsNotice].join()).not.toContain('sk_live');
	});

	test('a refusal shows none', async () => {
		const given = await credential(() => ({ status: 403, body: { error: { message: `${apiKey} may not` } } }));
		const context = editorContext({ credential: given, parameters: templateParameters() });
		const refusal: unknown = await listSearch.searchTemplates.call(context).catch((error: unknown) => error);
		expect(JSON.stringify(refusal)).toContain('*** may not');
		expect(JSON.stringify(refusal)).not.toContain('sk_live');
		expect((await resourceMapping.getTemplateVariables.call(context)).emptyFieldsNotice).toContain('*** may not');
	});
});

describe('the registration of a webhook', () => {
	const url = 'https://n8n.example.com/webhook/webhook-1/webhook';
	const words = `${oldSecret} and ${Buffer.from(secret).toString('base64')} of ${apiKey}`;
	const parameters = { events: allEvents, registration: 'automatic' };

	test.each<[string, ScriptedAnswer]>([
		['register', { status: 422, body: { error: { message: words } } }],
		['register', { status: 422, body: `<p>${words}</p>` }],
	])('that the service refuses to %s', async (_step, answer) => {
		const given = await credential(({ method }) => (method === 'GET' ? { body: { data: [] } } : answer));
		const workflow = workflowToPublish({ credential: given, parameters });
		const refusal: unknown = await workflow.publish().catch((error: unknown) => error);
		expect(String(refusal)).toContain('"*** and *** of ***"');
		expect(JSON.stringify(refusal) + workflow.log.join()).not.toMatch(/signing secret|whsec_|sk_live|d2hzZWN/);
	});

	test.each(['unpublish', 'listen'] as const)('that the service refuses to remove, at %s', async (way) => {
		const id = `wh-${apiKey}`;
		const given = await credential(({ method }) => {
			if (method === 'GET') return { body: { data: [] } };
			return method === 'POST' ? { body: { id, url } } : { status: 409, body: { error: { message: words } } };
		});
		const workflow = workflowToPublish({ credential: given, parameters });
		let told: string;
		if (way === 'unpublish') {
			await workflow.publish();
			told = String(await workflow.unpublish().catch((error: unknown) => error));
		} else {
			await (await workflow.listen())();
			told = workflow.log.join();
		}
		expect(told).toContain('*** and *** of ***');
		expect(told + workflow.log.join()).not.toMatch(/signing secret|whsec_|sk_live|d2hzZWN/);
		expect(decodeURIComponent(service?.requests.at(-1)?.url ?? '')).toBe(`/v1/messaging/webhooks/${id}`);
	});
});

describe('a delivery status', () => {
	async function receiving(parameters: INodeParameters, webhookSecret = `${oldSecret}\n${secret}`) {
		trigger = await startTrigger({
			credential: { baseUrl: 'https://api.example.com', apiKey, webhookSecret },
			parameters: { events: allEvents, ...parameters },
		});
		return trigger;
	}
	const signed = (body: unknown, by: string) => ({ 'x-webhook-signature': sign(JSON.stringify(body), by) });

	test('shows neither the key nor a secret, in no field and not in the payload', async () => {
		const server = await receiving({ options: { includePayload: true } });
		const body = {
			id: `evt-${apiKey}`,
			...delivered,
			message_id: `m-${secret}`,
			to: oldSecret,
			phone_number_id: apiKey,
			error: { code: apiKey, message: `Bearer ${apiKey}` },
			[apiKey]: [{ echo: apiKey }],
		};
		await post(server, body, signed(body, oldSecret));
		const event = {
			message_id: 'm-***',
			status: 'delivered',
			to: '***',
			phone_number_id: '***',
			error: { code: '***', message: 'Bearer ***' },
		};
		expect(itemsOf(server)).toEqual([
			[[{ event_id: 'evt-***', ...event, timestamp: '2026-11-20T10:00:00.000Z', payload: { id: 'evt-***', ...event, timestamp: delivered.timestamp, [apiKey]: [{ echo: '***' }] } }]],
		]);
	});

	test('is told from another by what it says, not by what is shown', async () => {
		const server = await receiving({});
		for (const one of [apiKey, secret, apiKey]) {
			const body = { ...delivered, id: one, message_id: `m-${one}` };
			await post(server, body, signed(body, oldSecret));
		}
		expect(itemsOf(server)).toMatchObject([[[{ event_id: '***', message_id: 'm-***' }]], [[{ event_id: '***', message_id: 'm-***' }]]]);
	});

	test('keeps its status and its time where a secret is one of their words', async () => {
		const server = await receiving({}, 'delivered');
		await post(server, delivered, signed(delivered, 'delivered'));
		expect(itemsOf(server)).toMatchObject([[[{ status: 'delivered', timestamp: '2026-11-20T10:00:00.000Z' }]]]);
	});
});
