import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';

import { startPlainServer } from './plainServer.mts';

/** A megabyte that compresses to about half of it. A compressed file may be many such files in a row. */
const block = randomBytes(500_000).toString('hex');
const packed = gzipSync(block);

/** How an endless response is sent. */
export const endlessForms = { 'compressed': { 'content-encoding': 'gzip' }, 'as it is': {} };

/** Nobody sends without an end in a test: after this many megabytes a client has read it all. */
const most = 60;

/** A service whose every response is JSON that begins well and does not end. */
export async function startEndlessService(form: keyof typeof endlessForms) {
	/** How many megabytes, unpacked, each response took until its connection was closed. */
	const taken: Array<Promise<number>> = [];
	const begin = '{"success":true,"message_id":"m-1","data":"';
	const [first, next] = form === 'compressed' ? [gzipSync(begin), packed] : [begin, block];

	async function pour(response: ServerResponse): Promise<number> {
		response.writeHead(200, { 'content-type': 'application/json', ...endlessForms[form] });
		const closed = once(response, 'close');
		response.write(first);
		for (let megabytes = 0; megabytes < most; megabytes++) {
			if (!response.write(next)) await Promise.race([once(response, 'drain'), closed]);
			if (response.destroyed) return megabytes;
		}
		response.end();
		return most;
	}

	const server = await startPlainServer(async (_request, response) => {
		const poured = pour(response);
		taken.push(poured);
		await poured;
	});
	return { ...server, taken };
}
