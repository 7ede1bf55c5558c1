/**
 * The service under test, in a process of its own so that its work doesn't count: it answers after a
 * while what the API document says, and keeps count. `startService.mts` starts it.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { bodyOf, templateRecord } from '../ways.mts';
import type { Counts, ServiceSettings } from './startService.mts';

const pageSize = 100;

let settings: ServiceSettings = { latencyMs: 0, templates: 1 };
let sent = new Set<string>();
let connections = new Set<Socket>();
let inFlight = 0;
let mostInFlight = 0;
let refused = 0;

const counts = (): Counts => ({ messages: sent.size, refused, mostInFlight, connections: connections.size });

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
	const { pathname, searchParams } = new URL(request.url ?? '/', 'http://service');
	const reply = (status: number, body: object) =>
		void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
	if (pathname === '/bench/counts') return reply(200, counts());
	if (pathname === '/bench/begin') {
		settings = (await json(request)) as ServiceSettings;
		[sent, connections, refused, mostInFlight] = [new Set(), new Set(), 0, 0];
		return reply(200, {});
	}
	if (pathname === '/v1/messaging/send') return reply(...(await takeMessage(request)));
	await wait(settings.latencyMs);
	if (pathname === '/v1/messaging/templates') return reply(200, templatePage(Number(searchParams.get('after'))));
	return reply(404, { error: { message: 'Nothing here' } });
}

/** Takes a message when it is the one that everyone has to send for its order, and the first for it. */
async function takeMessage(request: IncomingMessage): Promise<[status: number, body: object]> {
	connections.add(request.socket);
	inFlight += 1;
	mostInFlight = Math.max(mostInFlight, inFlight);
	const answered = wait(settings.latencyMs);
	const body = (await json(request)) as { to: string; variables: { header: { order_id: string } } };
	await answered;
	inFlight -= 1;
	const { order_id: order } = body.variables.header;
	const isRight = isDeepStrictEqual(body, bodyOf(order, settings.people)) && (request.headers.authorization ?? '').startsWith('Bearer ');
	if (!isRight || sent.has(order)) {
		refused += 1;
		return [400, { error: { message: 'Not the message of this order' } }];
	}
	sent.add(order);
	return [200, { success: true, message_id: `m-${String(sent.size)}`, to: body.to, template: templateRecord.template_name }];
}

/** A page of the list of templates, the measured one first. */
function templatePage(from: number): object {
	const to = Math.min(settings.templates, from + pageSize);
	const data = Array.from({ length: to - from }, (_, index) =>
		from + index === 0 ? templateRecord : { ...templateRecord, template_name: `campaign_${String(from + index)}` },
	);
	const after = String(to);
	const paging = { cursors: { after }, next: `http://${address()}/v1/messaging/templates?after=${after}` };
	return to === settings.templates ? { data } : { data, paging };
}

// A server that listens on a port has an address with one.
const address = () => `127.0.0.1:${String((server.address() as AddressInfo).port)}`;

const server = createServer((request, response) => void answer(request, response));
server.keepAliveTimeout = 60_000;
server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, () => process.send?.(`http://${address()}`));
process.on('disconnect', () => process.exit());
