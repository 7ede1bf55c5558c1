import { NodeApiError, type ICredentialDataDecryptedObject } from 'n8n-workflow';

import { workflowToPublish } from '../support/publishing';
import { allEvents, secret } from '../support/signedWebhook';
import { startService, type ReceivedRequest, type ScriptedAnswer, type ScriptedService } from '../support/service';

/** What services answer to a registration: the forms that are read, and what a user is told if it goes wrong. */

const path = '/v1/messaging/webhooks';
const url = 'https://n8n.example.com/webhook/webhook-1/webhook';
const key = 'api-key-123';

let service: ScriptedService | undefined;
afterEach(async () => await service?.close());

async function publishing(
	answer: (request: ReceivedRequest) => ScriptedAnswer,
	changes: ICredentialDataDecryptedObject = {},
) {
	service = await startService(answer);
	const credential = { baseUrl: service.url, apiKey: key, webhookSecret: secret, ...changes };
	return workflowToPublish({ credential, parameters: { events: allEvents, registration: 'automatic' } });
}

const asked = () => (service?.requests ?? []).map((request) => `${request.method} ${request.url}`);
const empty: ScriptedAnswer = { body: { data: [] } };

test('what is sent is the documented request, with the first of several secrets', async () => {
	const workflow = await publishing(({ method }) => (method === 'GET' ? empty : { status: 201, body: { id: 'wh_1' } }), {
		webhookSecret: `new-one\n${secret}`,
		customizeEndpoints: true,
		webhooksPath: '/v2/hooks/',
	});
	await workflow.publish();
	const [, sent] = service?.requests ?? [];
	expect(sent).toMatchObject({ method: 'POST', url: '/v2/hooks', headers: { authorization: `Bearer ${key}` } });
	expect(sent?.body).toEqual({ url, events: allEvents, secret: 'new-one' });
	await workflow.unpublish();
	expect(asked()).toEqual(['GET /v2/hooks', 'POST /v2/hooks', 'DELETE /v2/hooks/wh_1']);
});

describe('the id of a new registration', () => {
	test.each<[string, unknown, string]>([
		['at the root', { id: 'wh_1', url }, 'wh_1'],
		['under data', { success: true, data: { id: 'wh_1' } }, 'wh_1'],
		['under webhook', { webhook: { id: 'wh_1' } }, 'wh_1'],
		['under data.webhook', { data: { webhook: { id: 'wh_1' } } }, 'wh_1'],
		['as a number', { id: 17 }, '17'],
		['as a number beyond 2^53', '{"id":9007199254740993}', '9007199254740993'],
		['with characters that a path must not hold', { id: 'a/b?c' }, 'a%2Fb%3Fc'],
	])('%s is what is removed', async (_form, body, id) => {
		const workflow = await publishing(({ method }) => (method === 'GET' ? empty : { body }));
		await workflow.publish();
		expect(await workflow.unpublish()).toBe(true);
		expect(asked().at(-1)).toBe(`DELETE ${path}/${id}`);
		expect(workflow.log).toEqual([]);
	});

	test('is found by the URL where the answer does not say it', async () => {
		let isThere = false;
		const workflow = await publishing(({ method }) => {
			if (method === 'GET') return { body: { data: isThere ? [{ id: 'wh_1', url }] : [] } };
			isThere = method === 'POST';
			return { status: 204 };
		});
		await workflow.publish();
		expect(workflow.log).toEqual([]);
		await workflow.unpublish();
		expect(asked().at(-1)).toBe(`DELETE ${path}/wh_1`);
	});

	test('that nobody can find is told in the log', async () => {
		const workflow = await publishing(({ method }) => (method === 'GET' ? empty : { status: 204 }));
		await workflow.publish();
		expect(workflow.log).toEqual([expect.stringMatching(/did not return its ID.*by hand/)]);
		expect(await workflow.unpublish()).toBe(true);
		expect(asked().filter((line) => line.startsWith('DELETE'))).toEqual([]);
	});
});

describe('an id that could name something else is never asked to be deleted', () => {
	test.each(['..', '.', '../templates', '%2e%2e', '..\\templates', '../../media/m-1', '?', '#', '\ud800'])('%j', async (id) => {
		const workflow = await publishing(({ method }) => (method === 'GET' ? empty : { body: { id } }));
		await workflow.publish();
		const refusal: unknown = await workflow.unpublish().catch((error: unknown) => error);
		expect(refusal).toBeInstanceOf(NodeApiError);
		expect((refusal as NodeApiError).message).toMatch(/still registered at the service.*It has the ID .*Delete it in the settings of the service/);
		expect(asked().filter((line) => line.startsWith('DELETE'))).toEqual([]);
	});

	test.each(['', ' ', '\t'])('%j is no id at all', async (id) => {
		const workflow = await publishing(({ method }) => (method === 'GET' ? empty : { body: { id } }));
		await workflow.publish();
		expect(await workflow.unpublish()).toBe(true);
		expect(asked().filter((line) => line.startsWith('DELETE'))).toEqual([]);
	});

	test('in a list, where an outdated registration would be replaced', async () => {
		const workflow = await publishing(() => ({ body: { data: [{ id: '..', url, events: ['sent'] }] } }));
		await expect(workflow.publish()).rejects.toThrow(/still registered at the service.*It has the ID \.\./);
		expect(asked().filter((line) => !line.startsWith('GET'))).toEqual([]);
	});
});

test.each<[string, unknown]>([
	['events that are no texts', { id: 'wh_1', url, events: [{ toString: 1 }, null, [[]]] }],
	['endless texts', { id: 'i'.repeat(100_000), url: 'u'.repeat(100_000), events: ['e'.repeat(100_000)] }],
])('a registration of %s keeps nothing from being published', async (_name, record) => {
	const workflow = await publishing(({ method }) => (method === 'GET' ? { body: { data: [record] } } : { body: { id: 'wh_2' } }));
	await workflow.publish();
	expect(asked().at(-1)).toMatch(/^POST/);
});

test('of endless texts of a service a message holds the beginning', async () => {
	const long = 'x'.repeat(1_000_000);
	const workflow = await publishing(({ method }) => {
		if (method === 'DELETE') return { status: 400, body: { error: { message: long } } };
		return method === 'GET' ? empty : { body: { id: long } };
	});
	await workflow.publish();
	const refusal: unknown = await workflow.unpublish().catch((error: unknown) => error);
	expect((refusal as NodeApiError).message.length).toBeLessThan(2_000);
});

describe('a registration in the list is kept', () => {
	test.each<[string, unknown]>([
		['in a bare list', [{ id: 'wh_1', url, events: allEvents }]],
		['under results', { results: [{ id: 'wh_1', url }] }],
		['with its URL under another name', { data: [{ id: 'wh_1', callback_url: url }] }],
		['with its URL written otherwise', { data: [{ id: 'wh_1', url: url.replace('n8n.example.com', 'N8N.EXAMPLE.COM:443') }] }],
		['with events in any order and case', { data: [{ id: 'wh_1', url, events: ['READ', 'Failed', 'sent', 'delivered'] }] }],
		['with events as services name them', { data: [{ id: 'wh_1', url, events: allEvents.map((event) => `message.${event}`) }] }],
		['without its events', { data: [{ id: 'wh_1', url, events: null }] }],
		['on the last of several pages', 'paged'],
	])('%s', async (_form, body) => {
		const workflow = await publishing((request) => {
			if (body !== 'paged') return { body };
			return request.url.includes('page=2')
				? { body: { data: [{ id: 'wh_1', url }], page: 2, total_pages: 2 } }
				: { body: { data: [{ id: 'wh_0', url: 'https://elsewhere.example.com' }], page: 1, total_pages: 2 } };
		});
		await workflow.publish();
		const looked = asked().length;
		await workflow.unpublish();
		expect(asked().filter((line) => !line.startsWith('GET'))).toEqual([`DELETE ${path}/wh_1`]);
		// Its id is kept: nothing has to be looked up again.
		expect(asked()).toHaveLength(looked + 1);
	});

	test('by its id where the service shows no URLs', async () => {
		let isThere = false;
		const workflow = await publishing(({ method }) => {
			if (method === 'GET') return { body: { data: isThere ? [{ id: 'wh_1' }] : [] } };
			isThere = true;
			return { body: { id: 'wh_1' } };
		});
		await workflow.publish();
		await workflow.restart();
		expect(asked().filter((line) => line.startsWith('POST'))).toHaveLength(1);
		await workflow.restart({ publicUrl: 'https://moved.example.com' });
		expect(asked().slice(-2)).toEqual([`DELETE ${path}/wh_1`, `POST ${path}`]);
	});
});

describe('where it goes wrong, the message alone says what happened and what to do', () => {
	const posting = (answer: ScriptedAnswer) => (request: ReceivedRequest) => (request.method === 'GET' ? empty : answer);
	const always = (answer: ScriptedAnswer) => () => answer;

	test.each<[string, (request: ReceivedRequest) => ScriptedAnswer, RegExp]>([
		['a wrong key', always({ status: 401, body: { error: 'No' } }), /did not accept the API key.*'API Key'.*'Registration' to 'Manual'/],
		['a key without the right', posting({ status: 403 }), /did not accept the API key.*'API Key'.*'Manual'/],
		['no such endpoint', always({ status: 404 }), /no list of webhooks at this address.*'Webhooks Path'.*'Manual'/],
		['another method', always({ status: 405 }), /no list of webhooks at this address.*'Webhooks Path'.*'Manual'/],
		['a page instead of a list', always({ body: '<html>Welcome</html>' }), /list of webhooks could not be read\. Try again later, or.*'Manual'/],
		['a service that is broken', always({ status: 500 }), /could not handle the request \(status 500\)\. Try again later, or.*'Manual'/],
		['a limit', always({ status: 429 }), /asks to wait.*Try again later, or.*'Manual'/],
		['a connection that breaks', always('reset'), /connection to the service broke off.*'Base URL'.*'Manual'/],
		['a redirect', always({ status: 307, headers: { location: 'https://elsewhere.example.com/' } }), /not registered.*'Manual'/],
		['a refusal', posting({ status: 422, body: { error: { message: 'Only https' } } }), /rejected it \(status 422\)\. The service said: "Only https"\. Set 'Registration' to 'Manual' and enter the URL/],
		['a refusal with status 200', posting({ body: { success: false, message: 'Too many' } }), /rejected.*"Too many".*'Manual'/],
	])('%s', async (_case, answer, message) => {
		const workflow = await publishing(answer);
		const refusal: unknown = await workflow.publish().catch((error: unknown) => error);
		expect(refusal).toBeInstanceOf(NodeApiError);
		expect((refusal as NodeApiError).message).toMatch(message);
		expect((refusal as NodeApiError).message).not.toMatch(/\berror\b|problem|failure|mistake/i);
		expect(JSON.stringify(refusal)).not.toContain(key);
	});

	test('a service that is down', async () => {
		const workflow = await publishing(always(empty));
		await service?.close();
		await expect(workflow.publish()).rejects.toThrow(/could not be reached.*'Base URL'.*'Manual'/);
	});

	test('a base URL that is none', async () => {
		const workflow = await publishing(always(empty), { baseUrl: 'api.example.com' });
		await expect(workflow.publish()).rejects.toThrow(/'Base URL'.*not a URL/);
	});

	test('an answer that echoes the key and the secret shows neither', async () => {
		const workflow = await publishing(posting({ status: 400, body: { error: { message: `Bad secret ${secret} of ${key}` } } }));
		const refusal: unknown = await workflow.publish().catch((error: unknown) => error);
		expect((refusal as Error).message).toContain('Bad secret *** of ***');
		for (const kept of [secret, key]) expect(JSON.stringify(refusal) + workflow.log.join()).not.toContain(kept);
	});
});

test('a registration that may have been taken is removed after the try, and not made twice', async () => {
	const taken: string[] = [];
	const workflow = await publishing(({ method }) => {
		if (method === 'GET') return { body: { data: taken.map((id) => ({ id, url })) } };
		if (method === 'DELETE') {
			taken.pop();
			return { status: 204 };
		}
		taken.push('wh_1');
		return 'reset';
	});
	await expect(workflow.publish()).rejects.toThrow(/connection to the service broke off/);
	expect(taken).toEqual([]);
});

test.each<[string, ScriptedAnswer]>([
	['whose answer was lost', 'reset'],
	['that was answered with status 502', { status: 502 }],
])('a registration %s, and that could not be removed, is removed at the next unpublishing, though by hand by then', async (_case, answer) => {
	const taken: string[] = [];
	let isDown = false;
	const workflow = await publishing(({ method }) => {
		if (isDown) return { status: 503 };
		if (method === 'GET') return { body: { data: taken.map((id) => ({ id, url })) } };
		if (method === 'DELETE') {
			taken.pop();
			return { status: 204 };
		}
		taken.push('wh_1');
		isDown = true;
		return answer;
	});
	await expect(workflow.publish()).rejects.toThrow(/The webhook is not registered/);
	isDown = false;
	await workflow.publish({ parameters: { events: allEvents, registration: 'manual' } });
	expect(taken).toEqual(['wh_1']);
	await workflow.unpublish();
	expect(taken).toEqual([]);
});

test('where a lost registration is refused, nothing is removed that is not there', async () => {
	let isLost = false;
	const workflow = await publishing(({ method }) => {
		if (method === 'GET') return empty;
		return isLost ? { status: 422 } : { body: { id: 'wh_1' } };
	});
	await workflow.publish();
	isLost = true;
	await expect(workflow.restart()).rejects.toThrow(/rejected/);
	expect(asked().filter((line) => line.startsWith('DELETE'))).toEqual([]);
});

test('a local address is no reason for what has another one', async () => {
	const workflow = await publishing(({ method }) => (method === 'GET' ? empty : { status: 401 }));
	const refusal: unknown = await workflow.publish({ publicUrl: 'http://localhost:5678' }).catch((error: unknown) => error);
	expect((refusal as NodeApiError).message).toMatch(/did not accept the API key/);
	expect((refusal as NodeApiError).message).not.toMatch(/localhost/);
});
