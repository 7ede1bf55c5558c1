import { mediaIdOf } from '../../nodes/Messaging/api/response';
import { readSendingNumber, readSendingNumbers } from '../../nodes/Messaging/message/sendingNumber';
import records from './data/records.json';

describe('a sending number', () => {
	test.each<[string, unknown, { id: string; label: string }]>([
		["as Meta's", records.phoneNumber.meta, { id: '1906000000000001', label: 'Example Shop · +1 201-555-0123' }],
		['with the id alone', { id: 'p-1' }, { id: 'p-1', label: 'p-1' }],
		['with a numeric id', { id: 17, name: 'Shop' }, { id: '17', label: 'Shop' }],
		['with name and phone_number', { id: 'p', name: 'Shop', phone_number: '+1' }, { id: 'p', label: 'Shop · +1' }],
		['with display_name and number', { id: 'p', display_name: 'Shop', number: '+1' }, { id: 'p', label: 'Shop · +1' }],
	])('%s', (_form, record, expected) => {
		expect(readSendingNumber(record)).toEqual(expected);
	});

	test('the phone number itself is not used as identifier', () => {
		expect(readSendingNumber({ phone_number: '+12015550123' })).toBeUndefined();
	});

	test('records without an id are passed over', () => {
		expect(readSendingNumbers([null, {}, { id: ' ' }, { id: 'p' }])).toEqual([{ id: 'p', label: 'p' }]);
	});
});

describe('the id of an uploaded file', () => {
	test.each([
		['media_id', { media_id: 'm-1', id: 'x' }],
		['id', { id: 'm-1' }],
		['data.id', { data: { id: 'm-1' } }],
		['data.media_id', { data: { media_id: 'm-1' } }],
		['media.id', { media: { id: 'm-1' } }],
		['file_id', { file_id: 'm-1' }],
	])('under %s', (_key, body) => {
		expect(mediaIdOf(body)).toBe('m-1');
	});

	test.each([[{}], [{ id: '' }], [{ id: {} }], [null], [undefined], [[]]])('%j has none', (body) => {
		expect(mediaIdOf(body)).toBeUndefined();
	});
});
