import { tooLarge } from '../api/connectionFailure';
import type { HttpResponse } from '../api/response';
import { at } from '../text/json';

/** The longest response that is read, in bytes after unpacking: n8n's memory belongs to every execution. */
const longestResponse = 10_000_000;

/**
 * Reads a response of n8n's request helpers, whose body is a stream. Throws if the body breaks off, is too large, or
 * is not over when the signal is aborted. Its connection is then closed.
 */
export async function readResponse(response: unknown, signal: AbortSignal): Promise<HttpResponse> {
	const body = at(response, 'body') as AsyncIterable<Uint8Array> & { destroy(): void };
	const close = () => body.destroy();
	if (signal.aborted) close();
	else signal.addEventListener('abort', close);
	const parts: Uint8Array[] = [];
	let bytes = 0;
	for await (const part of body) {
		bytes += part.length;
		if (bytes > longestResponse) throw Object.assign(new Error('The response is too large'), { code: tooLarge });
		parts.push(part);
	}
	return {
		status: Number(at(response, 'statusCode')),
		headers: (at(response, 'headers') ?? {}) as HttpResponse['headers'],
		// The byte order mark that some services put before it is no JSON.
		text: Buffer.concat(parts).toString('utf8').replace(/^\ufeff/, ''),
	};
}
