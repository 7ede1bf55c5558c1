import type { INodeParameters } from 'n8n-workflow';

import { templateParameters } from '../support/messages';
import { orderUpdate } from '../support/service';
import { hintsOf, jsonOf, useService } from '../support/useService';

const service = useService();

/** Sends the template, which exists in these languages, to an item of each language; gives what left, or the category of a refusal. */
async function leaving(languages: readonly string[], given: readonly unknown[], fallbackLanguage?: string, options: INodeParameters = {}) {
	service.lists(...languages.map((language_code) => ({ ...orderUpdate, language_code })));
	const parameters = templateParameters({
		to: '={{ $json.to }}',
		languageCode: '={{ $json.language }}',
		additionalFields: fallbackLanguage === undefined ? {} : { fallbackLanguage },
		options,
	});
	const items = given.map((language, index) => ({ json: { language: language as string, to: `+120155501${String(10 + index)}` } }));
	const run = await service.run(parameters, items);
	const sentTo = new Map(service.posts.map(({ body }) => [Reflect.get(Object(body), 'to'), Reflect.get(Object(body), 'language_code')]));
	return { run, left: items.map(({ json }) => sentTo.get(json.to)) };
}

test.each<[readonly string[], readonly string[], string]>([
	[['en_US', 'de'], ['de', 'de-DE', 'DE', 'de_AT', 'de-de', ' de '], 'de'],
	[['en_US', 'de_DE'], ['de', 'de-DE', 'DE', 'de_AT', 'DE_de'], 'de_DE'],
	[['en_US', 'pt_BR'], ['pt-BR', 'pt_br', 'PT', 'pt-PT'], 'pt_BR'],
	[['en_US', 'pt_BR', 'pt_PT'], ['pt-BR', 'pt_br', 'PT-br'], 'pt_BR'],
	[['en_US', 'fr'], ['fr-FR', 'fr_CA', 'FR'], 'fr'],
	[['en_US', 'zh_CN', 'zh_TW'], ['zh-CN', 'zh', 'zh-Hans', 'zh_SG', 'zh-Hans-CN'], 'zh_CN'],
	[['en_US', 'zh_CN', 'zh_TW'], ['zh-TW', 'zh-Hant', 'zh-HK', 'zh_MO'], 'zh_TW'],
	[['en_US', 'zh_HK'], ['zh-TW', 'zh-Hant'], 'zh_HK'],
	[['en', 'en_US', 'de'], ['en-GB', 'en', 'EN'], 'en'],
	[['en_US', 'nb'], ['no', 'no-NO', 'NO', 'nb-NO', 'nob'], 'nb'],
	[['en_US', 'he'], ['iw', 'iw-IL', 'he-IL'], 'he'],
	[['en_US', 'de_DE'], ['de-DE,de;q=0.9,en;q=0.8', 'de_DE.UTF-8', 'de_AT@euro', 'deu'], 'de_DE'],
	[['en_US', 'es'], ['es-419', 'es-MX', 'spa'], 'es'],
])('with a Fallback Language, of %j %j gets %s', async (languages, given, language) => {
	const { run, left } = await leaving(languages, given, 'en_US');
	expect(left).toEqual(given.map(() => language));
	expect(JSON.stringify(hintsOf(run))).not.toContain('Fallback');
});

test.each<[readonly string[], readonly unknown[]]>([
	[['en_US', 'zh_CN'], ['zh-TW', 'zh-Hant', 'zh_HK']],
	[['en_US', 'zh_TW'], ['zh-CN', 'zh', 'zh-Hans']],
	[['en_US', 'de_DE', 'de_AT'], ['de', 'de-CH']],
	// What detectors of languages and contact lists write for one that they do not know.
	[['en_US', 'en', 'ru', 'de'], ['und', 'und-DE', 'und_Cyrl', 'UND', 'mul', 'zxx']],
	[['en_US', 'es_ES'], ['fr', 'xx', 'German', 'e', '-', '', null, 'pt', 'est']],
])('of %j none of %j gets another language than the fallback', async (languages, given) => {
	const { run, left } = await leaving(languages, given, ' en-us ');
	expect(left).toEqual(given.map(() => 'en_US'));
	expect(hintsOf(run)[0]?.message).toContain(`${given.length} of them are in the Fallback Language en_US, since their items name no language of the template.`);
});

test('without one a language that differs only in its letters and dash is that of the template, and any other is refused', async () => {
	const given = ['de_DE', 'de-DE', 'DE_de', 'de', 'de_AT', 'de-DE-1996'];
	const { left } = await leaving(['en_US', 'de_DE'], given);
	expect(left).toEqual(['de_DE', 'de_DE', 'de_DE', undefined, undefined, undefined]);
});

test('two spellings of one language are told apart, and neither is taken for a third', async () => {
	const { left } = await leaving(['en_US', 'en-US', 'de'], ['en_US', 'en-US', 'EN-us']);
	expect(left).toEqual(['en_US', 'en-US', undefined]);
});

test('a single item says so too', async () => {
	const { run } = await leaving(['en_US', 'de'], ['fr'], 'en_US');
	expect(hintsOf(run)).toMatchObject([{ message: 'The message is in the Fallback Language en_US, since its item names no language of the template.', type: 'info' }]);
});

test('one that is not approved is no other version, and is named where it is meant', async () => {
	const record = (language_code: string, status = 'APPROVED') => ({ ...orderUpdate, language_code, status });
	service.lists(record('en_US'), record('de', 'PAUSED'), record('de_AT'));
	const parameters = templateParameters({ languageCode: '={{ $json.language }}', additionalFields: { fallbackLanguage: 'en_US' } });
	const sent = await service.output(parameters, ['DE', 'de-CH'].map((language) => ({ json: { language } })));
	expect(sent).toMatchObject([{ error: { message: expect.stringContaining('cannot be sent (PAUSED)') } }, { success: true }]);
	expect(service.posts.map(({ body }) => Reflect.get(Object(body), 'language_code'))).toEqual(['de_AT']);
});

test('a dry run warns of each item that gets another language, or that of another country', async () => {
	const { run } = await leaving(['en_US', 'de', 'pt_PT'], ['fr', 'de-AT', 'pt-BR', 'pt', '', 'en_us'], 'en_US', { dryRun: true });
	const fallback = 'This item names no language of the template, and gets the Fallback Language en_US';
	const other = 'The template lacks the language of this item, which gets that of another country: pt_PT';
	expect(jsonOf(run).map(({ warnings }) => warnings)).toEqual([[fallback], undefined, [other], undefined, [fallback], undefined]);
	expect(hintsOf(run)[0]?.message).toMatch(`Look at this before you send:<br>${fallback}: items 1 and 5.<br>${other}: item 3.`);
	expect(service.posts).toEqual([]);
});
