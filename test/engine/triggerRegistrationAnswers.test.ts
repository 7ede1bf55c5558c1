import { NodeApiError, type ICredentialDataDecryptedObject } from 'n8n-workflow';

import { workflowToPublish } from '../support/publishing';
import { allEvents, secret } from '../support/signedWebhook';
import { startService, type ReceivedRequest, type ScriptedAnswer } from '../support/service';
import { useService } from '../support/useService';

/** What services answer to a registration: the forms that are read, and what a user is told if it goes wrong. */

const path = '/v1/messaging/webhooks';
const url = 'https://n8n.example.com/webhook/webhook-1/webhook';
const key = 'api-key-123';

const service = useService();
const parameters = { events: allEvents, registration: 'automatic' };

/** A workflow whose service answers so. */
function publishing(answer: (request: ReceivedRequest) => ScriptedAnswer, more: ICredentialDataDecryptedObject = {}) {
	service.answer = answer;
	return workflowToPublish({ credential: service.credential({ apiKey: key, webhookSecret: secret, ...more }), parameters });
}

const asked = () => service.requests.map((request) => `${request.method} ${request.url}`);
/** The requests that changed something. */
const changes = () => asked().filter((line) => !line.startsWith('GET'));
const deletions = () => asked().filter((line) => line.startsWith('DELETE'));
const empty: ScriptedAnswer = { body: { data: [] } };
/** A service without registrations, which answers so to whatever else it is asked. */
const posting = (answer: ScriptedAnswer) => (request: ReceivedRequest) => (request.method === 'GET' ? empty : answer);
const refusalOf = async (work: Promise<unknown>): Promise<NodeApiError> => {
	const refusal: unknown = await work.catch((error: unknown) => error);
	if (!(refusal instanceof NodeApiError)) throw new Error('Nothing was refused');
	return refusal;
};

test('what is sent is the documented request, with the first of several secrets', async () => {
	const workflow = publishing(posting({ status: 201, body: { id: 'wh_1' } }), {
		webhookSecret: `new-one\n${secret}`,
		customizeEndpoints: true,
		webhooksPath: '/v2/hooks/',
	});
	await workflow.publish();
	const [, sent] = service.requests;
	expect(sent).toMatchObject({ method: 'POST', url: '/v2/hooks', headers: { authorization: `Bearer ${key}` } });
	expect(sent?.body).toEqual({ url, events: allEvents, secret: 'new-one' });
	await workflow.unpublish();
	expect(asked()).toEqual(['GET /v2/hooks', 'POST /v2/hooks', 'DELETE /v2/hooks/wh_1']);
});

test('when n8n starts and has to register anew, a line that is no key is not sent as the secret', async () => {
	const standardKey = `whsec_${'A'.repeat(32)}`;
	const workflow = publishing(posting({ body: { id: 'wh_1' } }), { signatureScheme: 'standardWebhooks', webhookSecret: `# since May\n${standardKey}` });
	await workflow.restart();
	expect(service.requests.at(-1)?.body).toMatchObject({ secret: standardKey });
});

describe('the id of a new registration', () => {
	test.each<[string, unknown, string]>([
		['at the root', { id: 'wh_1', url }, 'wh_1'],
		['under data', { success: true, data: { id: 'wh_1' } }, 'wh_1'],
		['under webhook', { webhook: { id: 'wh_1' } }, 'wh_1'],
		['under data.webhook', { data: { webhook: { id: 'wh_1' } } }, 'wh_1'],
		['as a number beyond 2^53', '{"id":9007199254740993}', '9007199254740993'],
		['with characters that a path must not hold', { id: 'a/b?c' }, 'a%2Fb%3Fc'],
	])('%s is what is removed', async (_form, body, id) => {
		const workflow = publishing(posting({ body }));
		await workflow.publish();
		expect(await workflow.unpublish()).toBe(true);
		expect(asked().at(-1)).toBe(`DELETE ${path}/${id}`);
		expect(workflow.log).toEqual([]);
	});

	test('is found by the URL where the answer does not say it', async () => {
		let isThere = false;
		const workflow = publishing(({ method }) => {
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
		const workflow = publishing(posting({ status: 204 }));
		await workflow.publish();
		expect(workflow.log).toEqual([expect.stringMatching(/did not return its ID.*by hand/)]);
		expect(await workflow.unpublish()).toBe(true);
		expect(deletions()).toEqual([]);
	});
});

describe('an id that could name something else is never asked to be deleted', () => {
	test.each(['..', '../../media/m-1', '?'])('%j', async (id) => {
		const workflow = publishing(posting({ body: { id } }));
		await workflow.publish();
		const { message } = await refusalOf(workflow.unpublish());
		expect(message).toMatch(/still registered at the service.*It has the ID .*Delete it in the settings of the service/);
		expect(deletions()).toEqual([]);
	});

	test('in a list, where an outdated registration would be replaced', async () => {
		const workflow = publishing(() => ({ body: { data: [{ id: '..', url, events: ['sent'] }] } }));
		await expect(workflow.publish()).rejects.toThrow(/still registered at the service.*It has the ID \.\./);
		expect(changes()).toEqual([]);
	});
});

test.each<[string, unknown]>([
	['events that are no texts', { id: 'wh_1', url, events: [{ toString: 1 }, null, [[]]] }],
	['endless texts', { id: 'i'.repeat(100_000), url: 'u'.repeat(100_000), events: ['e'.repeat(100_000)] }],
])('a registration of %s keeps nothing from being published', async (_name, record) => {
	const workflow = publishing(({ method }) => (method === 'GET' ? { body: { data: [record] } } : { body: { id: 'wh_2' } }));
	await workflow.publish();
	expect(asked().at(-1)).toMatch(/^POST/);
});

test('of endless texts of a service a message holds the beginning', async () => {
	const long = 'x'.repeat(1_000_000);
	const workflow = publishing(({ method }) => {
		if (method === 'DELETE') return { status: 400, body: { error: { message: long } } };
		return method === 'GET' ? empty : { body: { id: long } };
	});
	await workflow.publish();
	expect((await refusalOf(workflow.unpublish())).message.length).toBeLessThan(2_000);
});

describe('a registration in the list is kept', () => {
	test('by its id and its URL', async () => {
		const list: object[] = [];
		const workflow = publishing(({ method }) => {
			if (method === 'POST') list.push({ id: 'wh_1', url, events: allEvents });
			return { body: method === 'GET' ? { data: list } : { id: 'wh_1' } };
		});
		await workflow.publish();
		await workflow.restart();
		expect(changes()).toEqual([`POST ${path}`]);
	});

	test.each<[string, unknown]>([
		['in a bare list', [{ id: 'wh_1', url, events: allEvents }]],
		['under results', { results: [{ id: 'wh_1', url }] }],
		['with its URL under another name', { data: [{ id: 'wh_1', callback_url: url }] }],
		['with its URL written otherwise', { data: [{ id: 'wh_1', url: url.replace('n8n.example.com', 'N8N.EXAMPLE.COM:443') }] }],
		['on the last of several pages', 'paged'],
	])('%s', async (_form, body) => {
		const workflow = publishing((request) => {
			if (body !== 'paged') return { body };
			return request.url.includes('page=2')
				? { body: { data: [{ id: 'wh_1', url }], page: 2, total_pages: 2 } }
				: { body: { data: [{ id: 'wh_0', url: 'https://elsewhere.example.com' }], page: 1, total_pages: 2 } };
		});
		await workflow.publish();
		const looked = asked().length;
		await workflow.unpublish();
		expect(changes()).toEqual([`DELETE ${path}/wh_1`]);
		// Its id is kept: nothing has to be looked up again.
		expect(asked()).toHaveLength(looked + 1);
	});

	test('by its id where the service shows no URLs', async () => {
		let isThere = false;
		const workflow = publishing(({ method }) => {
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
	const always = (answer: ScriptedAnswer) => () => answer;

	test.each<[string, (request: ReceivedRequest) => ScriptedAnswer, RegExp]>([
		['a wrong key', always({ status: 401, body: { error: 'No' } }), /did not accept the API key.*'API Key'.*'Registration' to 'Manual'/],
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
		const refusal = await refusalOf(publishing(answer).publish());
		expect(refusal.message).toMatch(message);
		expect(refusal.message).not.toMatch(/\berror\b|problem|failure|mistake/i);
		expect(JSON.stringify(refusal)).not.toContain(key);
	});

	test('a base URL that is none', async () => {
		const workflow = publishing(always(empty), { baseUrl: 'api.example.com' });
		await expect(workflow.publish()).rejects.toThrow(/'Base URL'.*not a URL/);
	});

	test('a local address is no reason for what has another one', async () => {
		const workflow = publishing(posting({ status: 401 }));
		const { message } = await refusalOf(workflow.publish({ publicUrl: 'http://localhost:5678' }));
		expect(message).toMatch(/did not accept the API key/);
		expect(message).not.toMatch(/localhost/);
	});
});

describe('a registration that may have been taken', () => {
	/** A service that takes each registration and then answers so; `isDown` once it has, if it stays so. */
	function losing(answer: ScriptedAnswer, staysDown: boolean) {
		const state = { taken: [] as string[], isDown: false };
		const answers = ({ method }: ReceivedRequest): ScriptedAnswer => {
			if (state.isDown) return { status: 503 };
			if (method === 'GET') return { body: { data: state.taken.map((id) => ({ id, url })) } };
			if (method === 'POST') state.taken.push('wh_1');
			else state.taken.pop();
			state.isDown = staysDown && method === 'POST';
			return method === 'POST' ? answer : { status: 204 };
		};
		return { state, answers };
	}

	test('is removed after the try, and not made twice', async () => {
		const { state, answers } = losing('reset', false);
		await expect(publishing(answers).publish()).rejects.toThrow(/connection to the service broke off/);
		expect(state.taken).toEqual([]);
	});

	test.each<[string, ScriptedAnswer]>([
		['whose answer was lost', 'reset'],
		['that was answered with status 502', { status: 502 }],
	])('%s, and that could not be removed, is removed at the next unpublishing, though by hand by then', async (_case, answer) => {
		const { state, answers } = losing(answer, true);
		const workflow = publishing(answers);
		await expect(workflow.publish()).rejects.toThrow(/The webhook is not registered/);
		state.isDown = false;
		await workflow.publish({ parameters: { events: allEvents, registration: 'manual' } });
		expect(state.taken).toEqual(['wh_1']);
		await workflow.unpublish();
		expect(state.taken).toEqual([]);
	});
});

test.each([404, 410])('a registration that is gone by %i counts as removed', async (status) => {
	const workflow = publishing((request) => (request.method === 'DELETE' ? { status } : posting({ body: { id: 'wh_1' } })(request)));
	await workflow.publish();
	expect(await workflow.unpublish()).toBe(true);
});

describe('an ID that is somebody else\'s by now', () => {
	/** A service that gives its registrations numbers, and has one of somebody else already. */
	const others = [{ id: 1, url: 'https://elsewhere.example.com/', events: allEvents }];
	const counting = ({ method }: ReceivedRequest): ScriptedAnswer => (method === 'GET' ? { body: { data: others } } : { body: { id: 2, url } });

	test.each([['restart', true], ['restart', false], ['unpublish', true]] as const)('at the service that the credential names now is not deleted: %s, shown with its URL: %s', async (step, isShown) => {
		const before = await startService(posting({ body: { id: 1, url } }));
		const hiding = (request: ReceivedRequest) => (request.method === 'GET' ? { body: { data: [{ id: 1, events: allEvents }] } } : counting(request));
		const workflow = publishing(isShown ? counting : hiding, { baseUrl: before.url });
		await workflow.publish();
		const credential = service.credential({ apiKey: key, webhookSecret: secret });
		await workflow.restart({ credential, parameters: step === 'restart' ? parameters : { ...parameters, registration: 'manual' } });
		if (step === 'unpublish') await workflow.unpublish();
		await before.close();
		expect(changes()).toEqual(step === 'restart' ? [`POST ${path}`] : []);
		expect(workflow.log.filter((line) => line.includes(before.url))).toEqual([expect.stringMatching(/may still be registered at .*delete it there/)]);
	});

	test('since the service has begun to count anew is not deleted', async () => {
		let isNew = false;
		const workflow = publishing((request) => (isNew ? counting(request) : posting({ body: { id: 1, url } })(request)));
		await workflow.publish();
		isNew = true;
		await workflow.restart();
		expect(changes()).toEqual([`POST ${path}`, `POST ${path}`]);
	});
});

test('where a lost registration is refused, nothing is removed that is not there', async () => {
	let isLost = false;
	const workflow = publishing((request) => posting(isLost ? { status: 422 } : { body: { id: 'wh_1' } })(request));
	await workflow.publish();
	isLost = true;
	await expect(workflow.restart()).rejects.toThrow(/rejected/);
	expect(deletions()).toEqual([]);
});
