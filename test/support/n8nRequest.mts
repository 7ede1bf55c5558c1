import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { createGunzip, createInflate } from 'node:zlib';

import { jsonParse } from 'n8n-workflow';

/** As much as n8n takes by default, in bytes. */
const payloadLimit = 16 * 1024 * 1024;

/**
 * Treats a request as n8n does before its node sees it (2.41, `parseRequestBody` in its webhook-helpers):
 * what is read, unzipped and parsed hangs on the content type (for a node of version 1 n8n would read more). n8n
 * itself is not installed here; the end-to-end tests show that it does the same.
 * @returns the status that n8n answers by itself, without asking the node
 */
export async function readAsN8n(request: IncomingMessage): Promise<number | undefined> {
	const [type = '', ...parameters] = (request.headers['content-type'] ?? '').split(';');
	if (type !== '') request.contentType = type.toLowerCase();
	const charset = parameters.map((one) => one.trim().split('=')).find(([name]) => name === 'charset')?.[1] ?? 'utf-8';
	request.readRawBody = async () => {
		request.rawBody ??= await bytesOf(request);
	};
	const { contentType = '' } = request;
	if (contentType === 'multipart/form-data') {
		request.resume();
		await once(request, 'end');
		return undefined;
	}
	if (!isKnown(contentType)) return undefined;
	try {
		await request.readRawBody();
	} catch {
		return 500;
	}
	const text = request.rawBody.toString('utf8');
	if (text === '') return undefined;
	if (isXml(contentType) && !text.startsWith('<')) return 422;
	if (isKnown(contentType) && !Buffer.isEncoding(charset.toLowerCase())) return 422;
	try {
		if (contentType === 'application/json') jsonParse(text);
	} catch {
		return 422;
	}
	return undefined;
}

const isXml = (contentType: string) => contentType.endsWith('/xml') || contentType.endsWith('+xml');

const isKnown = (contentType: string) =>
	['application/json', 'text/plain', 'application/x-www-form-urlencoded'].some((known) => contentType.startsWith(known)) ||
	isXml(contentType);

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
	if (request.destroyed || !request.readable) throw new Error('Request body stream was aborted or is not readable');
	const zipped = { gzip: createGunzip, deflate: createInflate }[request.headers['content-encoding'] ?? ''];
	if (zipped === undefined && Number(request.headers['content-length']) > payloadLimit) throw tooLarge();
	const chunks: Buffer[] = [];
	let length = 0;
	for await (const chunk of zipped === undefined ? request : request.pipe(zipped())) {
		if (!Buffer.isBuffer(chunk)) throw new Error('A request without an encoding is bytes');
		length += chunk.length;
		if (length > payloadLimit) throw tooLarge();
		chunks.push(chunk);
	}
	return Buffer.concat(chunks);
}

/** As the package `raw-body` says it, which reads for n8n: the status is its class's, not its own. */
const tooLarge = () => Object.assign(new Error('request entity too large'), { type: 'entity.too.large' });
