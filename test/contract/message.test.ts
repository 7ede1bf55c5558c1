import { mediaMessage, readMediaUrl, templateMessage, textMessage, type MessageResult } from '../../nodes/Messaging/contract/message/message';
import { readLocation } from '../../nodes/Messaging/contract/message/location';
import { mediaSendRequest, templateSendRequest, textSendRequest, type SendRequest } from '../../nodes/Messaging/contract/message/requests';
import { sendPath } from '../../nodes/Messaging/contract/message/messageKinds';

const addressing = { to: '+1 (201) 555-0123', phoneNumberId: '200000000000002' };
const address = { to: '+12015550123', phone_number_id: '200000000000002' };
const chosen = { ...addressing, templateName: 'order_update', languageCode: 'en_US', variables: undefined };
const template = { ...address, template_name: 'order_update', language_code: 'en_US' };
const media = { ...addressing, mediaType: 'image', mediaUrl: 'https://example.com/a.png' };

const schemas = {
	[sendPath.template]: templateSendRequest,
	[sendPath.text]: textSendRequest,
	[sendPath.media]: mediaSendRequest,
} satisfies Record<SendRequest['path'], unknown>;

type Row = [rule: string, message: MessageResult, path: keyof typeof schemas, body: object];

const templateRows: Row[] = [
	['variables are omitted entirely without placeholders', templateMessage(chosen), sendPath.template, template],
	[
		'variables by section',
		templateMessage({ ...chosen, variables: { header: { a: 'x' }, body: { '1': 'Ada' }, buttons: { '1': 'go' } } }),
		sendPath.template,
		{ ...template, variables: { header: { a: 'x' }, body: { '1': 'Ada' }, buttons: { '1': 'go' } } },
	],
	[
		'cards by position as a string starting at "1"',
		templateMessage({
			...chosen,
			variables: { cards: { '1': { header: { product_retailer_id: 'sku-1' }, media_url: 'u', body: { a: 'x' } } } },
			catalogId: 'c-1',
		}),
		sendPath.template,
		{
			...template,
			variables: { cards: { '1': { header: { product_retailer_id: 'sku-1' }, media_url: 'u', body: { a: 'x' } } } },
			catalog_id: 'c-1',
		},
	],
	[
		'a section nobody has heard of',
		templateMessage({ ...chosen, variables: { footer: { year: '2026' } } }),
		sendPath.template,
		{ ...template, variables: { footer: { year: '2026' } } },
	],
	[
		'media_url as the header',
		templateMessage({ ...chosen, mediaUrl: 'https://example.com/a.png' }),
		sendPath.template,
		{ ...template, media_url: 'https://example.com/a.png' },
	],
	['media_id as the header', templateMessage({ ...chosen, mediaId: 'm-1' }), sendPath.template, { ...template, media_id: 'm-1' }],
	[
		'a numeric media_id as a string',
		templateMessage({ ...chosen, mediaId: 77 }),
		sendPath.template,
		{ ...template, media_id: '77' },
	],
	[
		'a blank media_url beside a media_id counts as not given',
		templateMessage({ ...chosen, mediaUrl: ' ', mediaId: 'm-1' }),
		sendPath.template,
		{ ...template, media_id: 'm-1' },
	],
	[
		'blank optional fields are left out',
		templateMessage({ ...chosen, mediaUrl: '', mediaId: '', catalogId: '', location: undefined }),
		sendPath.template,
		template,
	],
	[
		'a location',
		templateMessage({ ...chosen, location: { latitude: 37.4421, longitude: -122.1616, name: 'Shop', address: '1 Main St' } }),
		sendPath.template,
		{ ...template, location: { latitude: 37.4421, longitude: -122.1616, name: 'Shop', address: '1 Main St' } },
	],
	[
		'a national number of the default country in E.164',
		templateMessage({ ...chosen, to: '07400 123456', defaultCountry: 'GB' }),
		sendPath.template,
		{ ...template, to: '+447400123456' },
	],
	[
		'the id of the sending number as a string',
		templateMessage({ ...chosen, phoneNumberId: 17 }),
		sendPath.template,
		{ ...template, phone_number_id: '17' },
	],
];

const textRows: Row[] = [
	['text alone', textMessage({ ...addressing, text: 'Hello' }), sendPath.text, { ...address, text: 'Hello' }],
	['text as it is, with its blanks', textMessage({ ...addressing, text: ' Hi\n\n' }), sendPath.text, { ...address, text: ' Hi\n\n' }],
	['a number as text', textMessage({ ...addressing, text: 7 }), sendPath.text, { ...address, text: '7' }],
	[
		'a link preview asked for',
		textMessage({ ...addressing, text: 'Hello', previewUrl: true }),
		sendPath.text,
		{ ...address, text: 'Hello', preview_url: true },
	],
	[
		'a link preview declined',
		textMessage({ ...addressing, text: 'Hello', previewUrl: false }),
		sendPath.text,
		{ ...address, text: 'Hello', preview_url: false },
	],
	[
		'a reply',
		textMessage({ ...addressing, text: 'Hello', replyToMessageId: 'wamid.1' }),
		sendPath.text,
		{ ...address, text: 'Hello', reply_to_message_id: 'wamid.1' },
	],
	[
		'blank optional fields left out',
		textMessage({ ...addressing, text: 'Hello', previewUrl: undefined, replyToMessageId: ' ' }),
		sendPath.text,
		{ ...address, text: 'Hello' },
	],
];

const mediaRows: Row[] = [
	...['image', 'video', 'audio', 'document'].map((kind): Row => [
		`${kind} by URL`,
		mediaMessage({ ...media, mediaType: kind }),
		sendPath.media,
		{ ...address, media_type: kind, media_url: 'https://example.com/a.png' },
	]),
	[
		'a caption and a file name',
		mediaMessage({ ...media, mediaType: 'document', caption: 'Menu', filename: 'menu.pdf' }),
		sendPath.media,
		{ ...address, media_type: 'document', media_url: 'https://example.com/a.png', caption: 'Menu', filename: 'menu.pdf' },
	],
	[
		'a caption with audio and a file name with an image as given: the service decides',
		mediaMessage({ ...media, mediaType: 'audio', caption: 'Song', filename: 'a.mp3' }),
		sendPath.media,
		{ ...address, media_type: 'audio', media_url: 'https://example.com/a.png', caption: 'Song', filename: 'a.mp3' },
	],
	[
		'blank optional fields left out',
		mediaMessage({ ...media, caption: '', filename: '  ' }),
		sendPath.media,
		{ ...address, media_type: 'image', media_url: 'https://example.com/a.png' },
	],
];

describe('exactly the documented body leaves', () => {
	test.each([...templateRows, ...textRows, ...mediaRows])('%s', (_rule, message, path, body) => {
		expect(message).toEqual({ ok: true, value: { path, body } });
		// Also no field with an undefined value, which JSON would hide.
		if (message.ok) expect(message.value.body).toStrictEqual(body);
	});

	test.each([...templateRows, ...textRows, ...mediaRows])('the sandbox accepts it: %s', (_rule, message, path) => {
		if (!message.ok) throw new Error(message.error.message);
		const accepted = schemas[path].safeParse(message.value.body);
		expect(accepted.success).toBe(true);
		expect(accepted.data).toEqual(message.value.body);
	});
});

describe('what can’t become a request is refused by the name of its parameter', () => {
	test.each<[string, MessageResult, string]>([
		['no recipient', textMessage({ ...addressing, to: '', text: 'Hello' }), "'To'"],
		['a recipient that is no number', templateMessage({ ...chosen, to: 'Ada' }), "'To'"],
		['an unknown default country', mediaMessage({ ...media, defaultCountry: 'XX' }), "'Default Country'"],
		['no sending number', textMessage({ ...addressing, phoneNumberId: ' ', text: 'Hello' }), "'Sending Number'"],
		['no sending number of a template', templateMessage({ ...chosen, phoneNumberId: undefined }), "'Sending Number'"],
		['media by URL and id', templateMessage({ ...chosen, mediaUrl: 'https://example.com/a', mediaId: 'm' }), "'Header Media'"],
		['empty text', textMessage({ ...addressing, text: '' }), "'Text'"],
		['blank text', textMessage({ ...addressing, text: ' \n' }), "'Text'"],
		['text that is an object', textMessage({ ...addressing, text: {} }), "'Text'"],
		['an unknown kind of media', mediaMessage({ ...media, mediaType: 'sticker' }), "'Media Type'"],
		['no kind of media', mediaMessage({ ...media, mediaType: undefined }), "'Media Type'"],
		['no media', mediaMessage({ ...media, mediaUrl: '' }), "'Media URL'"],
		['media that is no web address', mediaMessage({ ...media, mediaUrl: 'menu.pdf' }), "'Media URL'"],
	])('%s', (_name, message, parameter) => {
		expect(message).toMatchObject({
			ok: false,
			error: { message: expect.stringContaining(parameter), description: expect.stringMatching(/\S/) },
		});
	});
});

describe('the address of media', () => {
	test.each(['https://example.com/a.png?x=1#y', 'http://example.com/a', ' https://example.com/ä b.png '])('%j', (url) => {
		expect(readMediaUrl(url)).toEqual({ ok: true, value: url.trim() });
	});

	test.each(['', '/a.png', 'example.com/a.png', 'ftp://example.com/a', 'file:///etc/passwd', 'javascript:alert(1)', 'data:,x', 'https://', null, 7])(
		'%j is none',
		(url) => {
			expect(readMediaUrl(url)).toMatchObject({ ok: false, error: { message: expect.stringContaining("'Media URL'") } });
		},
	);
});

describe('a location', () => {
	test.each([
		['numbers', { latitude: 37.4421, longitude: -122.1616 }, { latitude: 37.4421, longitude: -122.1616 }],
		['strings', { latitude: ' 37.4421', longitude: '-122.1616' }, { latitude: 37.4421, longitude: -122.1616 }],
		['the edges of the earth', { latitude: -90, longitude: '180' }, { latitude: -90, longitude: 180 }],
		['nought', { latitude: 0, longitude: 0 }, { latitude: 0, longitude: 0 }],
		[
			'a name and an address',
			{ latitude: 1, longitude: 2, name: 'Shop', address: '1 Main St' },
			{ latitude: 1, longitude: 2, name: 'Shop', address: '1 Main St' },
		],
		['blanks left out', { latitude: 1, longitude: 2, name: '', address: ' ' }, { latitude: 1, longitude: 2 }],
	])('of %s', (_form, given, location) => {
		const read = readLocation(given);
		expect(read).toEqual({ ok: true, value: location });
		expect(templateSendRequest.safeParse({ ...template, location: read.ok && read.value }).success).toBe(true);
	});

	test.each([
		['Latitude', { latitude: 90.01, longitude: 0 }],
		['Latitude', { latitude: '-91', longitude: 0 }],
		['Latitude', { latitude: '', longitude: 0 }],
		['Latitude', { longitude: 0 }],
		['Latitude', { latitude: 'north', longitude: 0 }],
		['Latitude', { latitude: '37,4421', longitude: 0 }],
		['Latitude', { latitude: NaN, longitude: 0 }],
		['Latitude', { latitude: true, longitude: 0 }],
		['Longitude', { latitude: 0, longitude: 180.01 }],
		['Longitude', { latitude: 0, longitude: -181 }],
		['Longitude', { latitude: 0, longitude: null }],
		['Longitude', { latitude: 0, longitude: Infinity }],
	])('with a bad %s is refused: %j', (label, given) => {
		expect(readLocation(given)).toMatchObject({ ok: false, error: { message: expect.stringContaining(`'${label}'`) } });
	});
});

describe('the sandbox accepts nothing but the documented bodies', () => {
	const text = { ...address, text: 'Hello' };
	test.each<[string, keyof typeof schemas, object]>([
		['a number that is not E.164', sendPath.text, { ...text, to: '12015550123' }],
		['a formatted number', sendPath.text, { ...text, to: '+1 201 555 0123' }],
		['a number of sixteen digits', sendPath.text, { ...text, to: '+1234567890123456' }],
		['no sending number', sendPath.text, { to: address.to, text: 'Hello' }],
		['empty text', sendPath.text, { ...text, text: '' }],
		['an unknown field', sendPath.text, { ...text, preview: true }],
		['a preview that is no boolean', sendPath.text, { ...text, preview_url: 'true' }],
		['a kind of media that does not exist', sendPath.media, { ...address, media_type: 'gif', media_url: 'https://e.com' }],
		['no language', sendPath.template, { ...address, template_name: 'a' }],
		['a number as a value', sendPath.template, { ...template, variables: { body: { '1': 7 } } }],
		['a list as a section', sendPath.template, { ...template, variables: { body: ['Ada'] } }],
		['a location off the earth', sendPath.template, { ...template, location: { latitude: 91, longitude: 0 } }],
		['an unknown field of a template', sendPath.template, { ...template, template: 'a' }],
	])('%s', (_name, path, body) => {
		expect(schemas[path].safeParse(body).success).toBe(false);
	});
});
