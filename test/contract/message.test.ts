import { readLocation, readMediaUrl } from '../../nodes/Messaging/message/attachments';
import { mediaSendRequest, type SendRequest, templateSendRequest, textSendRequest } from '../../nodes/Messaging/message/requests';
import { sendPath } from '../../nodes/Messaging/message/messageKinds';

const address = { to: '+12015550123', phone_number_id: '200000000000002' };
const template = { ...address, template_name: 'order_update', language_code: 'en_US' };

const schemas = {
	[sendPath.template]: templateSendRequest,
	[sendPath.text]: textSendRequest,
	[sendPath.media]: mediaSendRequest,
} satisfies Record<SendRequest['path'], unknown>;

describe('the address of media', () => {
	test.each(['https://example.com/a.png?x=1#y', 'http://example.com/a', ' https://example.com/ä b.png '])('%j', (url) => {
		expect(readMediaUrl(url, 'https://api.example.com')).toEqual({ ok: true, value: url.trim() });
	});

	test.each(['', '/a.png', 'example.com/a.png', 'ftp://example.com/a', 'file:///etc/passwd', 'javascript:alert(1)', 'data:,x', 'https://', null, 7])(
		'%j is none',
		(url) => {
			expect(readMediaUrl(url, 'https://api.example.com')).toMatchObject({ ok: false, error: { message: expect.stringContaining("'Media URL'") } });
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
