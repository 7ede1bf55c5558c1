import type { Socket } from 'node:net';

import { HookContext } from 'n8n-core';
import type { IHookFunctions } from 'n8n-workflow';

import { connect, type RequestContext, type ServiceRequest } from '../../nodes/Messaging/transport/connection';
import { editorContext, outputOf, startMessaging, workflowWith, type NodeSettings } from '../support/engine';
import { errorOf, recipients, textParameters } from '../support/messages';
import { onRequest, startRawService, type RawService } from '../support/rawService';

const to = '+12015550123';
const ok = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';

/** Writes something every few milliseconds, as long as the connection is there. */
function drip(socket: Socket, atOnce: string, again: string): void {
	socket.write(atOnce, 'latin1');
	const timer = setInterval(() => socket.write(again, 'latin1'), 20);
	socket.once('close', () => clearInterval(timer));
}

/** The head of a compressed file and of a block of 60,000 bytes as they are. */
const gzipStart = Buffer.from('1f8b0800000000000003' + '0060ea9f15', 'hex').toString('latin1');

/** What a service may do to hold whoever waits for its answer. */
const holding: ReadonlyArray<[string, (socket: Socket) => void]> = [
	['a body that drips', (socket) => drip(socket, `${ok}content-length: 100000\r\n\r\n{"success":true,"message_id":"`, 'm')],
	['a body that drips and has no end', (socket) => drip(socket, `${ok}transfer-encoding: chunked\r\n\r\n`, '1\r\n \r\n')],
	['a compressed body that drips', (socket) => drip(socket, `${ok}content-encoding: gzip\r\ncontent-length: 60000\r\n\r\n${gzipStart}`, 'm')],
	['a header that drips', (socket) => drip(socket, `${ok}x-slow: `, 's')],
	['headers without an end', (socket) => drip(socket, ok, 'x-slow: s\r\n')],
	['one early hint after another', (socket) => drip(socket, '', 'HTTP/1.1 103 Early Hints\r\n\r\n')],
	['a switch of protocols', (socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n')],
	['a switch of protocols that drips', (socket) => drip(socket, 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n', 'x')],
	['silence', () => {}],
];

const services: RawService[] = [];

// A process's first request loads n8n's HTTP library, which is no part of what a service takes.
beforeAll(async () => {
	const answering = await serving((socket) => socket.end(`${ok}content-length: 0\r\n\r\n`));
	await startMessaging(settings(answering), recipients(to));
});

afterEach(async () => {
	for (const service of services.splice(0)) await service.close();
});

async function serving(hold: (socket: Socket) => void): Promise<RawService> {
	const service = await startRawService((socket) => onRequest(socket, () => hold(socket)));
	services.push(service);
	return service;
}

const settings = ({ url }: RawService, options = {}): NodeSettings => ({
	credential: { baseUrl: url, apiKey: 'key-12345' },
	parameters: textParameters({ options }),
	onError: 'continueRegularOutput',
});

/** What keeps this process going: timers, and connections to the service. */
const resources = () => process.getActiveResourcesInfo().filter((name) => /Timeout|TCPSocketWrap|TLSWrap/.test(name)).sort();

/** Waits until the service has no connection left, and this process has nothing that it had not before. */
async function nothingLeft({ open }: RawService, before: readonly string[]): Promise<void> {
	while ((await open()) > 0 || resources().length > before.length) await turn();
}

const turn = async (): Promise<void> => await new Promise((resolve) => setImmediate(resolve));

describe.each(holding)('%s', (_name, hold) => {
	test('ends at the timeout: the message is unknown, was sent once, and nothing is left behind', async () => {
		const held = await serving(hold);
		const before = resources();
		const run = await startMessaging(settings(held, { timeout: 300 }), recipients(to));
		const error = errorOf(outputOf(run)[0]);
		expect(error).toMatchObject({ outcome: 'unknown', category: 'network', code: 'ETIMEDOUT', to });
		expect(error.message).toBe('The service did not answer in time');
		expect(error.description).toMatch(/may or may not have been sent.*after 300 ms.*'Timeout'/);
		expect(held.made()).toBe(1);
		await nothingLeft(held, before);
	}, 20_000);

	test("ends with n8n's cancel button", async () => {
		let cancel = () => {};
		const held = await serving((socket) => {
			hold(socket);
			cancel();
		});
		const before = resources();
		const run = startMessaging(settings(held, { timeout: 3_600_000 }), recipients(to));
		cancel = () => run.cancel();
		expect((await run).status).toBe('canceled');
		await nothingLeft(held, before);
	}, 20_000);
});

/** What n8n hands over when a workflow with the trigger is published. */
function publishingContext(given: NodeSettings): IHookFunctions {
	const { node, workflow, additionalData } = workflowWith('messagingTrigger', given);
	return new HookContext(workflow, node, additionalData, 'trigger', 'activate') as IHookFunctions;
}

const requests: ReadonlyArray<[string, (given: NodeSettings) => RequestContext, ServiceRequest]> = [
	['a list in the editor', editorContext, { method: 'GET', path: '/v1/messaging/templates' }],
	['an upload', editorContext, { method: 'POST', path: '/v1/messaging/media', body: Buffer.alloc(1_000), contentType: 'multipart/form-data; boundary=x' }],
	['a registration', publishingContext, { method: 'POST', path: '/v1/messaging/webhooks', body: { url: 'https://n8n.example' } }],
	['the removal of a registration', publishingContext, { method: 'DELETE', path: '/v1/messaging/webhooks/1' }],
];

test.each(requests)('%s ends at its timeout, whatever the service does', async (_name, contextOf, request) => {
	await Promise.all(
		holding.map(async ([_held, hold]) => {
			const held = await serving(hold);
			const connection = await connect(contextOf(settings(held)));
			if (!connection.ok) throw new Error(connection.error.message);
			const answer = await connection.value.request({ ...request, timeout: 300 });
			expect(answer).toEqual({ ok: false, error: { code: 'ETIMEDOUT', isUnsent: false, message: expect.any(String), waitedMs: 300 } });
			while ((await held.open()) > 0) await turn();
		}),
	);
}, 20_000);

test('a slow answer that is complete in time is taken', async () => {
	const body = '{"success":true,"message_id":"m-1"}';
	const slow = await serving((socket) => {
		socket.write(`${ok}content-length: ${body.length}\r\n\r\n`);
		let written = 0;
		const timer = setInterval(() => socket.write(body.charAt(written++)), 5);
		socket.once('close', () => clearInterval(timer));
	});
	const run = await startMessaging(settings(slow, { timeout: 20_000 }), recipients(to));
	expect(outputOf(run)[0]?.json).toEqual({ success: true, message_id: 'm-1' });
});
