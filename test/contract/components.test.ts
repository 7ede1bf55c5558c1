import { columnId } from '../../nodes/Messaging/template/section';
import { readTemplate } from '../../nodes/Messaging/template/template';
import { fillByColumn } from '../../nodes/Messaging/template/variables';

/** A record as Meta shapes it, without `expected_variables`. */
const metaRecord = {
	name: 'parcel',
	language: { code: 'en_US' },
	components: [
		{ type: 'HEADER', format: 'TEXT', text: 'Order {{1}}', example: { header_text: ['A-1001'] } },
		{
			type: 'body',
			text: 'Hi {{1}}, {{2}} and again {{1}}.',
			example: { body_text: [['Ada', 'your parcel left']] },
		},
		{
			type: 'BUTTONS',
			buttons: [
				{ type: 'QUICK_REPLY', text: 'OK' },
				{ type: 'URL', text: 'Track parcel', url: 'https://track.example.com/{{1}}', example: ['XY-1'] },
			],
		},
		{
			type: 'CAROUSEL',
			cards: [
				{ components: [{ type: 'BODY', text: 'Try {{tea}}', example: { body_text_named_params: [{ param_name: 'tea', example: 'Oolong' }] } }] },
			],
		},
	],
};

test("what a template expects is read from Meta's components where expected_variables is absent", () => {
	const placeholders = readTemplate(metaRecord)?.placeholders ?? [];
	expect(placeholders.map((one) => [columnId(one), one.example, one.button])).toEqual([
		['header.1', 'A-1001', undefined],
		['body.1', 'Ada', undefined],
		['body.2', 'your parcel left', undefined],
		['buttons.2', 'XY-1', 'Track parcel'],
		['cards.1.body.tea', 'Oolong', undefined],
	]);
});

test('expected_variables decides where it is there, also when it is empty', () => {
	expect(readTemplate({ ...metaRecord, expected_variables: {} })?.placeholders).toEqual([]);
});

describe("a card's own media", () => {
	const placeholders =
		readTemplate({
			template_name: 'cards',
			language_code: 'en_US',
			expected_variables: { cards: [{ media_url: 'https://example.com/a.png', media_id: '1', body: [{ param_name: 'name' }] }] },
		})?.placeholders ?? [];
	const fill = (values: object) => fillByColumn(placeholders, { 'cards.1.body.name': 'Tea', ...values });

	test.each([
		['URL', { 'cards.1.media_url': 'https://example.com/b.png' }, { media_url: 'https://example.com/b.png' }],
		['id', { 'cards.1.media_id': 'm-1' }, { media_id: 'm-1' }],
	])('is given by %s alone', (_name, values, media) => {
		expect(fill(values)).toEqual({ ok: true, value: { cards: { 1: { ...media, body: { name: 'Tea' } } } } });
	});

	test('both are refused, and so is none, once for each card', () => {
		expect(fill({ 'cards.1.media_url': 'https://example.com/b.png', 'cards.1.media_id': 'm-1' })).toMatchObject({
			ok: false,
			error: {
				message: "'Placeholders of the Template' has both a URL and an ID for the media of a card",
				description: expect.stringMatching(/Leave one empty: 'Card 1 media URL' or 'Card 1 media ID'\.$/),
			},
		});
		expect(fill({})).toMatchObject({
			ok: false,
			error: { message: "'Placeholders of the Template' has no text for 'Card 1 media URL' or 'Card 1 media ID'" },
		});
	});
});
