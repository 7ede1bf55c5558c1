import type { INodeParameters } from 'n8n-workflow';

import { createCertificate, trustCertificate } from '../support/certificate.mts';
import { useClosing } from '../support/closing';
import { endlessForms, startEndlessService } from '../support/endlessAnswer.mts';
import { textParameters } from '../support/messages';
import { useProxy } from '../support/networkConditions.mts';
import { noConnectionLeft } from '../support/openHandles.mts';
import { workflowToPublish } from '../support/publishing';
import { onRequest, type Serve, startRawService } from '../support/rawService.mts';
import { allEvents, secret } from '../support/signedWebhook';
import { breakNames, startTlsFront } from '../support/tlsFront.mts';
import { startTunnelProxy } from '../support/tunnelProxy.mts';
import { to, useService } from '../support/useService';

const service = useService();
const closing = useClosing();
const serving = async (serve: Serve) => closing(await startRawService(serve));

/** Sends one text to another service, once as far as this package is asked, and gives its error. */
const send = async ({ url }: { readonly url: string }) =>
	await service.failing(textParameters({ options: { maxAttempts: 1 } }), undefined, { credential: service.credential({ baseUrl: url }) });

const head = (status: number) => `HTTP/1.1 ${status} Any\r\ncontent-type: application/json\r\n`;

// n8n's helper makes a request again whose answer it could not read, if the status of that answer is 401.
describe.each([200, 401, 429])('an answer with status %d', (status) => {
	test.each([
		['whose body cannot be decompressed', `${head(status)}content-encoding: gzip\r\ncontent-length: 5\r\n\r\nhello`],
		['whose body breaks off', `${head(status)}content-length: 100\r\n\r\n{"err`],
		['whose chunks are none', `${head(status)}transfer-encoding: chunked\r\n\r\n5\r\nhello\r\nxyz\r\n\r\n`],
	])('%s leaves the message unknown, and it leaves once', async (_name, answer) => {
		const broken = await serving((socket) => onRequest(socket, () => socket.end(answer)));
		expect(await send(broken)).toMatchObject({ outcome: 'unknown', category: 'network', to });
		expect(broken.made()).toBe(1);
	});
});

test('nor is it not sent where nobody listens after an answer that broke off', async () => {
	const gone = await startRawService((socket) =>
		onRequest(socket, () => {
			socket.write(`${head(401)}content-length: 100\r\n\r\n{"err`, () => void gone.close());
		}),
	);
	expect(await send(gone)).toMatchObject({ outcome: 'unknown', category: 'network', to });
});

describe.each(Object.keys(endlessForms) as Array<keyof typeof endlessForms>)('a response that does not end, %s', (form) => {
	let endless: Awaited<ReturnType<typeof startEndlessService>>;
	beforeEach(async () => void (endless = closing(await startEndlessService(form))));

	/** That n8n closed every connection. The sockets of both sides hold some megabytes beyond the ten that are read. */
	async function closedInTime() {
		for (const megabytes of await Promise.all(endless.taken)) expect(megabytes).toBeLessThan(40);
	}

	const credential = () => service.credential({ baseUrl: endless.url, webhookSecret: secret });
	const errorWith = async (parameters: INodeParameters) => await service.failing(parameters, undefined, { credential: credential() });

	test('leaves the message unknown, and it leaves once', async () => {
		const error = await errorWith(textParameters());
		expect(error).toMatchObject({ outcome: 'unknown', category: 'service', to, message: 'The response of the service is larger than 10 MB' });
		expect(error.description).toMatch(/may or may not have been sent.*not read to its end.*'Base URL'/);
		expect(endless.taken).toHaveLength(1);
		await closedInTime();
	});

	test.each([
		['template', 'templates', /'Templates Path'.*'By Name'/],
		['phoneNumber', 'sending numbers', /'Sending Numbers Path'.*'By ID'/],
	])('is no list: %s', async (resource, list, remedy) => {
		const error = await errorWith({ resource, operation: 'getMany', returnAll: true });
		expect(error).toMatchObject({ category: 'service', message: `The list of ${list} could not be read` });
		expect(error.description).toMatch(/^A page of it is larger than 10 MB/);
		expect(error.description).toMatch(remedy);
		expect(endless.taken).toHaveLength(1);
		await closedInTime();
	});

	test('is no registration', async () => {
		const workflow = workflowToPublish({ credential: credential(), parameters: { events: allEvents, registration: 'automatic' } });
		await expect(workflow.publish()).rejects.toThrow(/^The webhook is not registered: the response of the service is larger than 10 MB\. Check 'Base URL'/);
		await closedInTime();
	});
});

test('a response that is too large and then waits is left, too', async () => {
	const waiting = await serving((socket) =>
		onRequest(socket, () => socket.write(`${head(200)}content-length: 20000000\r\n\r\n${'x'.repeat(10_000_001)}`)),
	);
	expect(await send(waiting)).toMatchObject({ outcome: 'unknown', code: 'ERR_RESPONSE_TOO_LARGE', to });
	await noConnectionLeft(waiting);
});

test.each([
	[10_000_000, { message_id: 'm-1' }],
	[10_000_001, { error: { outcome: 'unknown' } }],
])('of a response of %d bytes it is %j', async (bytes, expected) => {
	const [begin, end] = ['{"success":true,"message_id":"m-1","more":"', '"}'];
	service.answer = () => ({ body: begin + 'x'.repeat(bytes - begin.length - end.length) + end });
	expect(await service.output(textParameters())).toMatchObject([expected]);
});

const certificate = createCertificate();

beforeAll(() => trustCertificate(certificate));

/** Opens a front with these settings, and gives what the node says of a text that is sent through it. */
async function sendThrough(settings: Pick<Parameters<typeof startTlsFront>[0], 'version' | 'breaksOff'>) {
	const { url } = closing(await startTlsFront({ certificate, target: service.url, ...settings }));
	const [json] = await service.output(textParameters(), undefined, { credential: service.credential({ baseUrl: url }) });
	return json;
}

const unknown = { outcome: 'unknown', category: 'network', to, description: expect.stringMatching(/may or may not have been sent/) };

describe.each([
	['over TLSv1.2', { version: 'TLSv1.2' }, undefined],
	['over TLSv1.3', { version: 'TLSv1.3' }, undefined],
	['through the tunnel of a proxy that speaks http', {}, 'http'],
	['through the tunnel of a proxy that speaks https', {}, 'https'],
] as const)('%s', (_way, front, proxyScheme) => {
	beforeEach(async () => {
		if (proxyScheme !== undefined) useProxy(closing(await startTunnelProxy(proxyScheme === 'http' ? undefined : certificate)).url);
	});
	afterEach(() => useProxy(undefined));

	test('a message is accepted', async () => {
		expect(await sendThrough({ ...front, breaksOff: () => undefined })).toMatchObject({ success: true, message_id: `m-${to}` });
	});

	test.each(breakNames)('%s after the service has taken a message leaves it unknown, and it leaves once', async (name) => {
		expect(await sendThrough({ ...front, breaksOff: () => name })).toMatchObject({ error: unknown });
		expect(service.posts).toHaveLength(1);
	});
});
