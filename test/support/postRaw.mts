import { request } from 'node:http';

/** Headers as they go over the wire: in this order, and as often as they are given. */
export type HeaderLines = ReadonlyArray<readonly [name: string, value: string]>;

/** Posts a body with exactly these headers beside its length and host; gives the status of the answer. */
export async function postRaw(url: string, lines: HeaderLines, body: string): Promise<number> {
	return await new Promise((resolve, reject) => {
		const headers = [...lines, ['content-length', String(Buffer.byteLength(body))], ['host', 'n8n.example.com']];
		const sent = request(url, { method: 'POST', headers: headers.flat() }, (response) => {
			response.resume().once('end', () => resolve(response.statusCode ?? 0));
		});
		sent.once('error', reject).end(body);
	});
}
