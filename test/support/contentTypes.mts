import { deflateSync, gzipSync } from 'node:zlib';

export { gzipSync };

/** A way to post the body of a webhook, and what becomes of it where it is rightly signed. */
interface Posting {
	readonly name: string;
	readonly headers: Record<string, string>;
	/** What goes over the wire for a body; the body itself unless given. */
	encode?(body: string): Buffer;
	/** What the signature is over; the body itself unless given. */
	signed?(body: string): Buffer;
	/** The answer; the last one is for a scheme whose signature covers no body. */
	readonly answers: readonly [status: number, withoutBody: number];
}

const taken = [200, 200] as const;
const type = (name: string, answers: Posting['answers'] = taken): Posting => ({
	name,
	headers: name === 'no content type' ? {} : { 'content-type': name },
	answers,
});
const parts = (body: string) => Buffer.from(`--b\r\nContent-Disposition: form-data; name="status"\r\n\r\n${body}\r\n--b--\r\n`);
const xml = (body: string) => Buffer.from(`<status><![CDATA[${body}]]></status>`);

/** Content types that services send, and those that they should not. */
export const postings: readonly Posting[] = [
	type('application/json'),
	type('application/json; charset=utf-8'),
	type('application/json;charset=UTF-8'),
	type('Application/JSON'),
	type('application/vnd.api+json'),
	type('application/cloudevents+json; charset=utf-8'),
	type('no content type'),
	type('text/plain'),
	type('text/plain; charset=utf-8'),
	type('text/html'),
	type('application/octet-stream'),
	type('application/x-www-form-urlencoded'),
	type('application/x-ndjson'),
	type('multipart/mixed; boundary=b'),
	type('*/*'),
	// n8n parses XML before it asks the node, who finds no JSON in it. What n8n answers to JSON that says that it
	// is XML hangs on what its parser had before: 422, the node's own answer, or none.
	...['application/xml', 'text/xml; charset=utf-8', 'application/soap+xml'].map(
		(name): Posting => ({ ...type(name, [400, 400]), encode: xml, signed: xml }),
	),
	// n8n reads as text what says so, and knows no such charset.
	type('application/json; charset=iso-8859-1', [422, 422]),
	type('text/plain; charset=iso-8859-1', [422, 422]),
	// n8n takes the form apart and keeps no bytes of it.
	{ name: 'multipart/form-data', headers: { 'content-type': 'multipart/form-data; boundary=b' }, encode: parts, signed: parts, answers: [401, 400] },
	...['application/json', 'application/octet-stream'].flatMap((name): Posting[] => [
		{ name: `${name}, gzip`, headers: { 'content-type': name, 'content-encoding': 'gzip' }, encode: (body) => gzipSync(body), answers: taken },
		{ name: `${name}, deflate`, headers: { 'content-type': name, 'content-encoding': 'deflate' }, encode: (body) => deflateSync(body), answers: taken },
		{
			name: `${name}, gzip with a signature of the compressed bytes`,
			headers: { 'content-type': name, 'content-encoding': 'gzip' },
			encode: (body) => gzipSync(body),
			signed: (body) => gzipSync(body),
			answers: [401, 200],
		},
	]),
];
