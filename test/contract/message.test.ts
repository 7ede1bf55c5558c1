import { readLocation, readMediaUrl } from '../../nodes/Messaging/message/attachments';
import { templateSendRequest } from '../../nodes/Messaging/message/requests';

const address = { to: '+12015550123', phone_number_id: '200000000000002' };
const template = { ...address, template_name: 'order_update', language_code: 'en_US' };

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
		['strings', { latitude: ' 37.4421', longitude: '-122.1616' }, { latitude: 37.4421, longitude: -122.1616 }],
		['the edges of the earth', { latitude: -90, longitude: '180' }, { latitude: -90, longitude: 180 }],
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
		['Latitude', 'latitude', [90.01, '-91', '', undefined, 'north', '37,4421', NaN, true]],
		['Longitude', 'longitude', [180.01, -181, null, Infinity]],
	])('with a bad %s is refused by name', (label, key, values) => {
		for (const bad of values) {
			expect(readLocation({ latitude: 0, longitude: 0, [key]: bad })).toMatchObject({ ok: false, error: { message: expect.stringContaining(`'${label}'`) } });
		}
	});
});
