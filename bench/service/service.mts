/**
 * The service under test, in a process of its own so that its work doesn't count: it answers after a
 * while what the API document says, and keeps count. It is told its latency and asked for its counts
 * by messages from the process that started it.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import type { Counts, Order, Report } from './orders.mts';
import { templatePage } from './templates.mts';

let latencyMs = 0;
let templates = 1;
let counts = nothingYet();
let inFlight = 0;

function nothingYet(): Counts {
	return { messages: 0, malformed: 0, connections: 0, mostInFlight: 0, contents: 0, startedAt: [] };
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
	const url = new URL(request.url ?? '/', 'http://service');
	if (request.method === 'POST' && url.pathname === '/v1/messaging/send') {
		await takeMessage(request, response);
		return;
	}
	await wait(latencyMs);
	if (url.pathname === '/v1/messaging/templates') reply(response, 200, templatePage(url, templates));
	else if (url.pathname === '/v1/messaging/phone_numbers') reply(response, 200, { data: [{ id: '200000000000002' }] });
	else reply(response, 404, { error: { message: 'Nothing here' } });
}

async function takeMessage(request: IncomingMessage, response: ServerResponse): Promise<void> {
	counts.startedAt.push(performance.now());
	inFlight += 1;
	counts.mostInFlight = Math.max(counts.mostInFlight, inFlight);
	const answered = wait(latencyMs);
	const body = readMessage(await textOf(request), request.headers.authorization);
	await answered;
	inFlight -= 1;
	if (body === undefined) {
		counts.malformed += 1;
		reply(response, 400, { error: { message: 'Not a template send request' } });
		return;
	}
	counts.messages += 1;
	counts.contents = (counts.contents ^ crc32(JSON.stringify(sorted(body)))) >>> 0;
	const { to, template_name: template } = body;
	reply(response, 200, { success: true, message_id: `m-${String(counts.messages)}`, to, template });
}

async function textOf(request: IncomingMessage): Promise<string> {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	return Buffer.concat(chunks).toString('utf8');
}

function readMessage(text: string, authorization = ''): Record<string, unknown> | undefined {
	try {
		const body = JSON.parse(text) as Record<string, unknown>;
		const wanted = ['to', 'phone_number_id', 'template_name', 'language_code'];
		const isWhole = wanted.every((key) => typeof body[key] === 'string') && typeof body.variables === 'object';
		return isWhole && authorization.startsWith('Bearer ') ? body : undefined;
	} catch {
		return undefined;
	}
}

/** The same object with its keys in alphabetical order, so that the same content has the same checksum. */
function sorted(value: unknown): unknown {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
	const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
	return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]));
}

function reply(response: ServerResponse, status: number, body: unknown): void {
	response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

const report = (said: Report) => process.send?.(said);

process.on('message', (order: Order) => {
	if (order.kind === 'begin') {
		({ latencyMs, templates } = order);
		counts = nothingYet();
	}
	report({ kind: 'counts', counts });
});
process.on('disconnect', () => process.exit());

const server = createServer((request, response) => void answer(request, response));
server.keepAliveTimeout = 60_000;
server.on('connection', () => (counts.connections += 1));
server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, () => {
	// A server that listens on a port has an address with one.
	const { port } = server.address() as AddressInfo;
	report({ kind: 'listening', url: `http://127.0.0.1:${String(port)}` });
});
