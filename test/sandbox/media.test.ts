import { at } from '../../nodes/Messaging/text/json';
import { idOf, otherSender, refusalOf, sender, start, type Answer, type Client } from './support/sandbox';

let client: Client;

beforeAll(async () => {
	client = await start();
});

afterAll(() => client.sandbox.close());

const megabyte = 1024 * 1024;

interface Part {
	readonly type?: string;
	readonly bytes?: number;
	readonly phoneNumberId?: string | null;
	readonly field?: string;
}

const boundary = 'between-the-parts';

/** A part of a form. Written out, since fetch takes a form of megabytes apart piece by piece. */
const formPart = (name: string, content: Buffer): Buffer[] => [
	Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; ${name}\r\n\r\n`),
	content,
	Buffer.from('\r\n'),
];

/** Uploads a file of so many bytes. */
async function upload({ type = 'image/png', bytes = 10, phoneNumberId = sender, field = 'file' }: Part = {}): Promise<Answer> {
	const file = formPart(`name="${field}"; filename="a file.bin"\r\ncontent-type: ${type || 'application/octet-stream'}`, Buffer.alloc(bytes));
	const number = phoneNumberId === null ? [] : formPart('name="phone_number_id"', Buffer.from(phoneNumberId));
	const answer = await fetch(`${client.sandbox.url}/v1/messaging/media`, {
		method: 'POST',
		headers: { authorization: `Bearer ${client.sandbox.apiKey}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
		body: Buffer.concat([...file, ...number, Buffer.from(`--${boundary}--\r\n`)]),
	});
	const text = await answer.text();
	return { status: answer.status, headers: answer.headers, text, body: JSON.parse(text) };
}

async function uploaded(part: Part = {}): Promise<string> {
	const answer = await upload(part);
	const id = at(answer.body, 'media_id');
	if (typeof id !== 'string') throw new Error(answer.text);
	return id;
}

const sale = (mediaId: string, more: object = {}) => ({
	template_name: 'spring_sale',
	language_code: 'en_US',
	variables: { body: { first_name: 'Ada', promo_code: 'X' } },
	media_id: mediaId,
	...more,
});

it.each([
	['image/png', 5 * megabyte],
	['image/jpeg', 1],
	['video/mp4', 16 * megabyte],
	['audio/ogg; codecs=opus', 1],
	['application/pdf', 17 * megabyte],
])('takes %s of %d bytes', async (type, bytes) => {
	const answer = await upload({ type, bytes });
	expect(answer.body).toEqual({ media_id: expect.stringMatching(/^media_/) });
});

it.each([
	['an image of more than 5 MB', { bytes: 5 * megabyte + 1 }, 413, 131052, /5 MB/],
	['a video of more than 16 MB', { type: 'video/mp4', bytes: 16 * megabyte + 1 }, 413, 131052, /16 MB/],
	['a type that phones do not show', { type: 'image/svg+xml' }, 415, 131053, /image\/svg\+xml/],
	['no type', { type: '' }, 415, 131053, /application\/octet-stream/],
	['an empty file', { bytes: 0 }, 400, 100, /file: the file is empty/],
	['no file', { field: 'attachment' }, 400, 100, /file: Required/],
	['no sending number', { phoneNumberId: null }, 400, 100, /phone_number_id: Required/],
	['an unknown sending number', { phoneNumberId: '1' }, 404, 33, /"1"/],
])('refuses %s', async (_what, part, status, code, details) => {
	expect(refusalOf(await upload(part))).toEqual([status, code, expect.stringMatching(details)]);
});

it('refuses what is not a form', async () => {
	const answer = await client.call('POST', '/v1/messaging/media', { file: 'x' });
	expect(refusalOf(answer)).toEqual([415, 131053, expect.stringContaining('multipart')]);
});

it('what was uploaded is used as a header, and shown by the service', async () => {
	const mediaId = await uploaded();
	idOf(await client.send('template', sale(mediaId)));
	const shown = await fetch(`${client.sandbox.url}/_sandbox/media/${mediaId}`);
	expect(shown.headers.get('content-type')).toBe('image/png');
	expect(shown.headers.get('x-content-type-options')).toBe('nosniff');
	expect((await shown.arrayBuffer()).byteLength).toBe(10);
});

it('what was uploaded for one number is not used for another', async () => {
	const answer = await client.send('template', sale(await uploaded({ phoneNumberId: otherSender })));
	expect(refusalOf(answer)).toEqual([422, 131053, expect.stringContaining('another sending number')]);
});

it('a document is no picture', async () => {
	const answer = await client.send('template', sale(await uploaded({ type: 'application/pdf' })));
	expect(refusalOf(answer)).toEqual([422, 132012, expect.stringContaining('the header takes image, the upload is document')]);
});

it('an upload is of use for 30 days by the clock', async () => {
	const mediaId = await uploaded();
	const day = 24 * 60 * 60 * 1000;
	await client.control('/clock', { advance_ms: 29 * day });
	idOf(await client.send('template', sale(mediaId)));
	await client.control('/clock', { advance_ms: day });
	const answer = await client.send('template', sale(mediaId));
	expect(refusalOf(answer)).toEqual([422, 131053, expect.stringContaining('30 days')]);
});
