import { chooseTemplate, sharedTemplate } from '../../nodes/Messaging/template/chooseTemplate';
import { columnId } from '../../nodes/Messaging/template/section';
import { readTemplate, type Template } from '../../nodes/Messaging/template/template';

const template = (name: string, language: string, ...keys: string[]): Template => ({
	name,
	language,
	placeholders: keys.map((key) => ({ path: ['body', key], example: undefined })),
});

describe('a template record', () => {
	const expected_variables = { body: [{ param_name: 'first_name', example: 'Ada' }] };
	const placeholders = [{ path: ['body', 'first_name'], example: 'Ada' }];
	const read = { name: 'welcome', language: 'en_US', placeholders };

	test.each<[string, object]>([
		['as documented', { template_name: 'welcome', language_code: 'en_US' }],
		['with name and language', { name: 'welcome', language: 'en_US' }],
		['with a language object', { name: 'welcome', language: { code: 'en_US' } }],
		['with the documented names before others', { template_name: 'welcome', name: 'Welcome!', language_code: 'en_US', language: 'English' }],
		['that is approved, in any case', { template_name: 'welcome', language_code: 'en_US', status: 'approved' }],
		['with a status that nobody knows', { template_name: 'welcome', language_code: 'en_US', status: 'LIVE' }],
	])('%s', (_form, record) => {
		expect(readTemplate({ ...record, expected_variables })).toEqual(read);
	});

	test.each(['PENDING', 'rejected', 'Paused', 'DISABLED', 'in_review', 'In Appeal', 'archived', 'DELETED', 'draft', 'inactive', ' PENDING_DELETION '])(
		'with status %s cannot be sent',
		(status) => {
			const record = { template_name: 'welcome', language_code: 'en_US', status };
			expect(readTemplate(record)).toMatchObject({ notApproved: status });
		},
	);

	test.each([[null], ['welcome'], [[]], [{}], [{ template_name: 'a' }], [{ language_code: 'en_US' }], [{ name: ' ', language: 'en' }]])(
		'%j is none',
		(record) => {
			expect(readTemplate(record)).toBeUndefined();
		},
	);
});

describe('choosing a template', () => {
	const english = template('welcome', 'en_US', 'name');
	const spanish = template('welcome', 'es_ES', 'nombre');
	const alone = template('code', 'pt_BR', '1');
	const all = [english, alone, spanish];

	test('on Automatic, the only language is taken, also if the list holds it twice', () => {
		expect(chooseTemplate([...all, { ...alone }], 'code', undefined)).toEqual(alone);
	});

	// What a person is told of each stands in test/engine/failures.test.ts.
	test.each([
		...['goodbye', 'Welcome', 'welcome ', ''].map((name) => [name, 'en_US', 'unknown-template'] as const),
		...['en', 'en_GB', ''].map((language) => ['welcome', language, 'unknown-language'] as const),
	])('names are compared exactly, and languages without a guess: %j in %j', (name, language, reason) => {
		expect(chooseTemplate(all, name, language)).toMatchObject({ reason });
	});

	test.each(['en_US', 'en-US', 'EN_us', ' en-us '])('a language is the same in another spelling of its code: %j', (language) => {
		expect(chooseTemplate(all, 'welcome', language)).toBe(english);
	});

	test.each([['en-GB', 'en_US'], ['es', 'es_ES'], ['ES-mx', 'es_ES'], ['fr', undefined], ['', undefined], ['Spanish', undefined]])('of the languages that exist the nearest to %j is %j', (language, nearest) => {
		expect(chooseTemplate(all, 'welcome', language)).toMatchObject({ reason: 'unknown-language', nearest });
	});

	test('a language that is not approved is no choice', () => {
		const refused = { ...spanish, notApproved: 'PAUSED' };
		expect(chooseTemplate([refused, english], 'welcome', undefined)).toBe(english);
		expect(chooseTemplate([refused, english], 'welcome', 'es_ES')).toEqual({ reason: 'not-approved', status: 'PAUSED' });
		expect(chooseTemplate([refused, english], 'welcome', 'de_DE')).toEqual({ reason: 'unknown-language', languages: ['en_US'], nearest: undefined });
		expect(chooseTemplate([english, { ...alone, notApproved: 'DISABLED' }], 'code', 'en_US')).toEqual({ reason: 'not-approved', status: 'DISABLED' });
		expect(sharedTemplate([refused, english], 'welcome', undefined)).toBe(english);
	});
});

test('on Automatic the mapper shows what all languages expect, in whatever order', () => {
	const [english, spanish] = [template('welcome', 'en_US', 'a', 'b'), template('welcome', 'es_ES', 'b', 'a')];
	expect(sharedTemplate([english, spanish], 'welcome', undefined)).toBe(english);
});

test("an authentication template of Meta's has exactly one variable, the code, although its button holds it too", () => {
	const record = {
		name: 'login_code',
		language: 'en_US',
		category: 'AUTHENTICATION',
		components: [
			{ type: 'BODY', text: '*{{1}}* is your verification code.', example: { body_text: [['123456']] } },
			{ type: 'FOOTER', text: 'This code expires in 5 minutes.' },
			{ type: 'BUTTONS', buttons: [{ type: 'URL', text: 'Copy code', url: 'https://example.com/otp?code=otp{{1}}' }] },
		],
	};
	expect(readTemplate(record)?.placeholders.map(({ path }) => path)).toEqual([['body', '1']]);
	const fixedText = { ...record, components: [{ type: 'BODY', add_security_recommendation: true }] };
	expect(readTemplate(fixedText)?.placeholders.map(({ path }) => path)).toEqual([['body', '1']]);
});

/** A record as Meta shapes it, without `expected_variables`. */
const metaRecord = {
	name: 'parcel',
	language: { code: 'en_US' },
	components: [
		{ type: 'HEADER', format: 'TEXT', text: 'Order {{1}}', example: { header_text: ['A-1001'] } },
		{ type: 'body', text: 'Hi {{1}}, {{2}} and again {{1}}.', example: { body_text: [['Ada', 'your parcel left']] } },
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

test('of two components of a kind the first counts, for the placeholders and for the text', () => {
	const body = (text: string) => ({ type: 'BODY', text });
	const read = readTemplate({ name: 't', language: 'en', components: [body('Hi {{1}}'), { type: 'FOOTER', text: 'One' }, body('Bye {{2}} {{3}}'), { type: 'footer', text: 'Two' }] });
	expect(read?.placeholders.map(columnId)).toEqual(['body.1']);
	expect(read?.text).toMatchObject({ body: 'Hi {{1}}', footer: 'One' });
});

test('expected_variables decides where it is there, also when it is empty', () => {
	expect(readTemplate({ ...metaRecord, expected_variables: {} })?.placeholders).toEqual([]);
});
