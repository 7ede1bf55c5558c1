import type { INodeParameters } from 'n8n-workflow';

import { Messaging } from '../../nodes/Messaging/Messaging.node';
import { testConnection } from '../support/credentialTest';
import { mediaParameters, recipients, templateParameters, textParameters } from '../support/messages';
import { workflowToPublish } from '../support/publishing';
import { orderUpdate, type ScriptedAnswer } from '../support/service';
import { to, useService } from '../support/useService';

const service = useService();

describe('bad input is refused by name, and nothing is sent', () => {
	test.each<[string, INodeParameters, RegExp, RegExp]>([
		['a recipient without country code', textParameters({ to: '201 555 0123' }), /^'To' needs a country code/, /Default Country/],
		['no recipient', textParameters({ to: '={{ $json.nobody }}' }), /^'To' has no phone number/, /\+12015550123/],
		['no sending number', textParameters({ phoneNumberId: { __rl: true, mode: 'id', value: '={{ $json.nothing }}' } }), /^'Sending Number' is not set/, /list/],
		['an unknown template', templateParameters({ template: { __rl: true, mode: 'name', value: 'order_updat' } }), /^'Template': the account has no template "order_updat"/, /list/],
		['no template', templateParameters({ template: { __rl: true, mode: 'name', value: '={{ $json.nothing }}' } }), /^'Template' is not set/, /list/],
		['a language that the template does not have', templateParameters({ languageCode: 'de_DE' }), /^'Language Name or ID' is not one of the template's languages: "de_DE"/, /en_US.*'Fallback Language'/],
		['a fallback that the template does not have either', templateParameters({ languageCode: '={{ "de_DE" }}', additionalFields: { fallbackLanguage: 'fr_FR' } }), /^'Fallback Language' is not one of the template's languages: "fr_FR"/, /en_US/],
		['an empty placeholder', templateParameters({ variables: { mappingMode: 'defineBelow', value: { 'header.order_id': 'A-7', 'body.first_name': ' ', 'body.status': null } } }), /^'Placeholders of the Template' has no text for '\{\{first_name\}\}', '\{\{status\}\}'$/, /Each placeholder/],
		['placeholders that were never filled', templateParameters({ variables: { mappingMode: 'defineBelow', value: null } }), /'\{\{order_id\}\}', '\{\{first_name\}\}', '\{\{status\}\}'/, /Fill in the field/],
		['a value for a placeholder that is gone', templateParameters({ variables: { mappingMode: 'defineBelow', value: { 'header.order_id': 'A-7', 'body.name': 'Ada', 'body.status': 'x' } } }), /does not know: 'body.name'/, /It now needs '\{\{first_name\}\}'/],
		['JSON that is none', templateParameters({ variablesMode: 'json', variablesJson: '{' }), /'Placeholders \(JSON\)' is not valid JSON/, /quote/],
		['JSON that is a list', templateParameters({ variablesMode: 'json', variablesJson: '={{ [] }}' }), /'Placeholders \(JSON\)' is not an object/, /sections/],
		['JSON that is a number', templateParameters({ variablesMode: 'json', variablesJson: '7' }), /'Placeholders \(JSON\)' is not an object/, /sections/],
		['JSON without an expected placeholder', templateParameters({ variablesMode: 'json', variablesJson: '{"body":{"first_name":"Ada"}}' }), /'header\.order_id', 'body\.status'/, /placeholder/],
		['a value that JSON cannot hold', templateParameters({ variablesMode: 'json', variablesJson: '={{ ({ body: { first_name: BigInt(1) } }) }}' }), /^'Placeholders \(JSON\)'/, /Give texts/],
		['an empty text', textParameters({ text: '={{ $json.nothing }}' }), /^'Text' is empty/, /Write/],
		['a list with one recipient', textParameters({ to: '={{ ["+12015550123"] }}' }), /^'To' is not a phone number: a list$/, /\+12015550123/],
		['a list of media addresses', mediaParameters({ mediaUrl: '={{ ["https://example.com/menu.pdf"] }}' }), /^'Media URL' is not a URL: a list$/, /https/],
		...(['true', '{ a: 1 }', '["a"]'] as const).flatMap((given): Array<[string, INodeParameters, RegExp, RegExp]> => {
			const value = `={{ ${given} }}`;
			const refused = (label: string) => new RegExp(`^'${label}' is not a text: ("true"|an object|a list)$`);
			return [
				[`${given} as a text`, textParameters({ text: value }), refused('Text'), /Give a text/],
				[`${given} as a message to reply to`, textParameters({ additionalFields: { replyToMessageId: value } }), refused('Reply To Message ID'), /leave it empty/],
				[`${given} as a caption`, mediaParameters({ additionalFields: { caption: value } }), refused('Caption'), /leave it empty/],
				[`${given} as a file name`, mediaParameters({ additionalFields: { filename: value } }), refused('File Name'), /leave it empty/],
				[`${given} as the name of a place`, templateParameters({ additionalFields: { location: { details: { latitude: '0', longitude: '0', name: value } } } }), refused('Name'), /leave it empty/],
				[`${given} as an address`, templateParameters({ additionalFields: { location: { details: { latitude: '0', longitude: '0', address: value } } } }), refused('Address'), /leave it empty/],
				[`${given} as a language`, templateParameters({ languageCode: value }), refused('Language Name or ID'), /Give a text/],
				[`${given} as a catalog`, templateParameters({ additionalFields: { catalogId: value } }), refused('Catalog ID'), /leave it empty/],
			];
		}),
		...[
			['Text', textParameters({ text: '=Dear {{ $json }},' })] as const,
			['Caption', mediaParameters({ additionalFields: { caption: '=For {{ [$json] }}' } })] as const,
			['Media URL', mediaParameters({ mediaUrl: '=https://example.com/{{ $json }}.pdf' })] as const,
			['Media URL', templateParameters({ headerMedia: 'url', mediaUrl: '=https://example.com/{{ $json }}.pdf' })] as const,
		].map(([label, parameters]): [string, INodeParameters, RegExp, RegExp] => [
			`an object within ${label} of ${String(parameters.operation)}`, parameters, new RegExp(`^'${label}' holds \\[object Object\\]$`), /name one of its fields/,
		]),
		['a media address that is none', mediaParameters({ mediaUrl: 'menu.pdf' }), /^'Media URL' is not a URL: "menu.pdf"/, /https/],
		['no media address', mediaParameters({ mediaUrl: '={{ $json.nothing }}' }), /^'Media URL' is empty$/, /https/],
		['a media address that runs a program', mediaParameters({ mediaUrl: 'javascript:alert(1)' }), /^'Media URL' is not a URL/, /https/],
		['a file of the machine itself', mediaParameters({ mediaUrl: 'file:///etc/passwd' }), /^'Media URL' is a URL of another kind/, /https/],
		['a media address that only another program opens', mediaParameters({ mediaUrl: 'ftp://example.com/menu.pdf' }), /^'Media URL' is a URL of another kind: "ftp:\/\/example.com\/menu.pdf"/, /begins with http:\/\/ or https:\/\//],
		['a caption for audio, by an expression', mediaParameters({ mediaType: '={{ "audio" }}', additionalFields: { caption: 'x' } }), /^'Caption' cannot be sent with audio/, /Leave 'Caption' empty/],
		['an unknown kind of media', mediaParameters({ mediaType: 'sticker' }), /^'Media Type' is not a kind of media: "sticker"$/, /image, video/],
		['an unknown default country', textParameters({ options: { defaultCountry: 'XX' } }), /^'Default Country' in the options is no country/, /GB/],
		...['90.01', '-91', 'north', '1,234,5', '={{ NaN }}', '={{ true }}'].map((latitude): [string, INodeParameters, RegExp, RegExp] => [
			`the latitude ${latitude}`, templateParameters({ additionalFields: { location: { details: { latitude, longitude: '0' } } } }), /^'Latitude' is not a number from -90 to 90/, /degrees/,
		]),
		['a latitude with a comma', templateParameters({ additionalFields: { location: { details: { latitude: ' 37,4421', longitude: '0' } } } }), /^'Latitude' is written with a comma: "37,4421"$/, /Write a point .*: 37\.4421\./],
		['a longitude off the globe', templateParameters({ additionalFields: { location: { details: { latitude: '0', longitude: '-181' } } } }), /^'Longitude' is not a number from -180 to 180/, /degrees/],
		['a placeholder that the template has got since', templateParameters({ variables: { mappingMode: 'defineBelow', value: { 'header.order_id': 'A-7', 'body.first_name': 'Ada' }, schema: [{ id: 'message' }, { id: 'header.order_id' }, { id: 'body.first_name' }] } }), /^'Placeholders of the Template' has no field for '\{\{status\}\}'$/, /changed since.*Refresh Placeholder List.*reload/],
		['an operation that this version does not have', textParameters({ operation: 'sendSticker' }), /^'Operation' has a value that this node does not know/, /update the node/],
		['an expression that cannot be worked out', textParameters({ text: "={{ $('Somewhere').item.json.text }}" }), /node|Somewhere/, /expressions/],
	])('%s', async (_name, parameters, message, description) => {
		const error = await service.failing(parameters);
		expect(error).toMatchObject({ outcome: 'not_sent', category: 'invalid-input' });
		expect(error.message).toMatch(message);
		expect(error.description).toMatch(description);
		expect(service.posts).toEqual([]);
	});

	test.each(['http://localhost:5678/a.png', 'http://127.0.0.1/a.png', 'http://[::1]/a.png'])('a media URL that leads a service elsewhere back to itself: %s', async (mediaUrl) => {
		const credential = { baseUrl: 'https://api.example.com', apiKey: 'key-123' };
		expect(await service.failing(mediaParameters({ mediaType: 'image', mediaUrl }), [{ json: {} }], { credential })).toMatchObject({
			outcome: 'not_sent',
			category: 'invalid-input',
			message: `'Media URL' leads to this machine, where the service cannot reach it: "${mediaUrl}"`,
			description: expect.stringContaining('public URL'),
		});
	});

	test.each<[string, object[], string, RegExp]>([
		['a template that is not approved yet', [{ status: 'in_review' }], `'Template': "order_update" is not approved yet (in_review)`, /./],
		['a template that was stopped', [{ status: 'PAUSED' }], `'Template': "order_update" cannot be sent (PAUSED)`, /./],
		['no choice of several languages', [{}, { language_code: 'es_ES' }], "'Language Name or ID' must be chosen", /en_US, es_ES/],
	])('%s: the message says so', async (_what, records, message, description) => {
		service.lists(...records.map((record) => ({ ...orderUpdate, ...record })));
		const error = await service.failing(templateParameters());
		expect(error).toMatchObject({ outcome: 'not_sent', category: 'invalid-input', message: expect.stringContaining(message) });
		expect(error.description).toMatch(description);
	});
});

const once = { options: { maxAttempts: 1 } };

test.each(['/v1', '/shop/v1/', '/V1/messaging', '/v1/messaging/send', '/v1/messaging/send/text'])('a Base URL with %s is refused, by the connection test and by a run, since the paths begin so', async (end) => {
	const credential = service.credential({ baseUrl: `${service.url}${end}` });
	const error = await service.failing(textParameters(), recipients(to), { credential });
	expect(error).toMatchObject({ outcome: 'not_sent', message: expect.stringMatching(/^'Base URL' in the Messaging API credential ends in \/v1.*, which the paths begin with$/i) });
	expect((await testConnection(credential)).message).toMatch(/^'Base URL' ends in \/v1.*\. Remove it from 'Base URL': the address alone is needed/i);
	expect(service.requests).toEqual([]);
});

test.each([['/v1/shop', {}], ['/api', { customizeEndpoints: true, sendPath: '/api/send' }], ['/v1', { customizeEndpoints: true, sendPath: '/send', templatesPath: '/t', phoneNumbersPath: '/n', mediaPath: '/m', webhooksPath: '/w' }]])(
	'a Base URL with %s may be meant so, with the paths %j', async (end, changes) => {
		const credential = service.credential({ baseUrl: `${service.url}${end}`, ...changes });
		expect(await service.output(textParameters(), recipients(to), { credential })).toMatchObject([{ success: true }]);
	},
);

test('an API key that begins with Bearer is refused, and not shown', async () => {
	const credential = service.credential({ apiKey: 'Bearer key-12345' });
	expect(await service.failing(textParameters(), recipients(to), { credential })).toMatchObject({ outcome: 'not_sent', message: expect.stringMatching(/^'API Key' .* begins with Bearer/) });
	expect((await testConnection(credential)).message).toBe("'API Key' begins with Bearer, which is added by itself. Enter the API key alone, without that word.");
	expect(service.requests).toEqual([]);
});

describe('what the service answers becomes an outcome that a person understands', () => {
	test.each<[string, ScriptedAnswer, object, RegExp, RegExp]>([
		['a wrong key', { status: 401, body: { error: { message: 'Invalid API key' } } }, { outcome: 'rejected', category: 'authentication', httpStatus: 401 }, /API key/, /credential/],
		['too fast', { status: 429, body: {}, headers: { 'retry-after': '7' } }, { outcome: 'rejected', category: 'rate-limited', retryAfterMs: 7000 }, /more slowly/, /later/],
		['an invalid request', { status: 422, body: { error: { message: 'body.first_name is missing', code: 'missing' }, request_id: 'r-1' } }, { outcome: 'rejected', category: 'invalid-request', code: 'missing', requestId: 'r-1' }, /rejected the request/, /body\.first_name is missing/],
		['success: false in a 200', { body: { success: false, error: 'No credit left' } }, { outcome: 'rejected', category: 'account-blocked', httpStatus: 200 }, /wants to be paid first/, /No credit left/],
		['an HTML page', { status: 502, headers: { 'content-type': 'text/html' }, body: '<html><style>x{}</style><h1>Bad gateway</h1></html>' }, { outcome: 'unknown', category: 'service', httpStatus: 502 }, /could not handle/, /may or may not have been sent.*Bad gateway/],
		['a truncated answer', { body: '{"success":tr' }, { outcome: 'unknown', category: 'service', httpStatus: 200 }, /could not be read/, /may or may not/],
		['a redirect that keeps the method', { status: 307, headers: { location: 'http://127.0.0.1:1/' } }, { outcome: 'rejected', category: 'service', httpStatus: 307 }, /307/, /service/],
		['a reset after the request left', 'reset', { outcome: 'unknown', category: 'network' }, /broke off/, /may or may not/],
	])('%s', async (_name, answer, expected, message, description) => {
		service.answer = () => answer;
		const error = await service.failing(textParameters(once));
		expect(error).toMatchObject({ ...expected, to });
		expect(error.message).toMatch(message);
		expect(error.description).toMatch(description);
		expect(service.posts).toHaveLength(1);
	});

	test('a list of templates that is not there: not sent, and the message says how to go on', async () => {
		service.answer = () => ({ status: 404, body: {} });
		const error = await service.failing(templateParameters(once));
		expect(error).toMatchObject({ outcome: 'not_sent', category: 'not-found' });
		expect(error.description).toMatch(/'Templates Path'.*'By Name'/);
		expect(service.posts).toEqual([]);
	});

	test.each<[string, object, boolean]>([
		['nothing', {}, true],
		['that the template is missing, by its code', { error: { message: 'No such template', code: 132001 } }, false],
	])('404 to a message that says %s: whether the address is named', async (_what, body, isNamed) => {
		service.answer = () => ({ status: 404, body });
		expect(String((await service.failing(textParameters(once))).description).includes("'Send Path'")).toBe(isNamed);
	});

	test('by name, with a language and JSON, a message goes out without the list', async () => {
		service.answer = ({ method }) => (method === 'GET' ? { status: 500 } : undefined);
		const template = { __rl: true, mode: 'name', value: 'order_update' };
		const [json] = await service.output(templateParameters({ ...once, template, languageCode: 'en_US', variablesMode: 'json', variablesJson: '{"body":{"first_name":"Ada"}}' }));
		expect(json).toMatchObject({ success: true });
	});
});

describe('one bad item among good ones', () => {
	const items = recipients(to, 'nobody', '+447400123456');

	test('On Error = stop: the error names the item and says how many were accepted', async () => {
		const { error } = (await service.stopping(textParameters({ options: { concurrency: 1 } }), items)).data.resultData;
		expect(error).toMatchObject({ name: 'NodeOperationError', context: { itemIndex: 1 } });
		expect(error?.message).toBe('Item 2: \'To\' is not a phone number: "nobody"');
		expect(error?.description).toMatch(/ Of 3 messages: 1 accepted, 1 not sent, 1 not started\. .*'Dry Run'.*'On Error' to Continue, under Settings\..*retry this execution/);
		expect(service.posts).toHaveLength(1);
	});

	test('On Error = stop: no way is named to send the others, if none is left', async () => {
		const { error } = (await service.stopping(textParameters({ options: { concurrency: 1 } }), recipients(to, 'nobody'))).data.resultData;
		expect(error?.description).toMatch(/ Of 2 messages: 1 accepted, 1 not sent\. .*'Dry Run'/);
		expect(error?.description).not.toContain("'On Error'");
	});

	test('On Error = stop: no way is named to spare the accepted ones, if there is none', async () => {
		const { error } = (await service.stopping(textParameters({ options: { concurrency: 1 } }), recipients('nobody', to))).data.resultData;
		expect(error?.description).toMatch(/ Of 2 messages: 0 accepted, 1 not sent, 1 not started\./);
		expect(error?.description).not.toContain('retry this execution');
	});

	test('On Error = stop: an answer of the service keeps its own words and status', async () => {
		service.answer = () => ({ status: 409, body: { error: { message: 'closed', code: 131047 } } });
		const { error } = (await service.stopping(textParameters())).data.resultData;
		expect(error).toMatchObject({ name: 'NodeApiError', httpCode: '409', context: { itemIndex: 0 } });
		expect(error?.message).toBe('The 24-hour window with this recipient is closed');
		expect(error?.description).toMatch(/"closed" \(code 131047\).*Send Template/);
	});

	test.each<[string, ScriptedAnswer, object | undefined]>([
		['a limit', { status: 429, headers: { 'retry-after': '1' } }, { cause: 'rate-limited', retryAfterMs: 1_000 }],
		['a limit for ever, which is a year', { status: 429, headers: { 'retry-after': '9'.repeat(400) } }, { cause: 'rate-limited', retryAfterMs: 31_536_000_000 }],
		['a refused key', { status: 401 }, { cause: 'credential-invalid' }],
		['a message that may have been sent: not to send it again', 'reset', undefined],
	])('On Error = stop: n8n is told in its own terms what %s means', async (_what, answer, failure) => {
		service.answer = () => answer;
		const { error } = (await service.stopping(textParameters(once))).data.resultData;
		expect(Reflect.get(Object(error), 'failure')).toEqual(failure);
	});

	test('On Error = stop: a service that is down keeps our words', async () => {
		await service.close();
		const run = await service.stopping(textParameters(once));
		expect(run.data.resultData.error?.message).toBe('The service could not be reached');
	});
});

describe("what is thrown is no HTML: n8n's editor shows it as HTML in one place, and as plain text in another", () => {
	const link = '<a href="https://evil.example/?a&amp;b">Session expired: sign in again</a><img src=//x.example>';
	const shown = '‹a href="https://evil.example/?a&amp;b">Session expired: sign in again‹/a>‹img src=//x.example>';

	test.each<[string, INodeParameters, string]>([
		['a recipient', textParameters({ to: link }), shown.slice(0, 20)],
		['a header name', textParameters({ options: { idempotencyHeader: link } }), shown.slice(0, 20)],
		['an item of a dry run', textParameters({ to: link, options: { dryRun: true } }), shown.slice(0, 20)],
		['a template', templateParameters({ template: { __rl: true, mode: 'name', value: link } }), shown.slice(0, 20)],
	])('from %s', async (_where, parameters, words) => {
		const { error } = (await service.stopping(parameters)).data.resultData;
		expect(`${error?.message} ${error?.description}`).toContain(words);
		expect(JSON.stringify(error)).not.toMatch(/"(message|description)":"[^"]*</);
	});

	test('from the words of the service; an output item has them to the letter', async () => {
		service.answer = () => ({ status: 422, body: { error: { message: link, code: link }, request_id: link } });
		const { error } = (await service.stopping(textParameters())).data.resultData;
		expect(error?.description).toContain(`"${shown}"`);
		expect(JSON.stringify(error)).not.toContain('<');
		expect((await service.failing(textParameters())).description).toContain(`"${link}"`);
	});

	test('in lists, and where a trigger is published', async () => {
		service.answer = () => ({ status: 403, body: { error: { message: link } } });
		await expect(new Messaging().methods.listSearch.searchTemplates.call(service.editor(textParameters()))).rejects.toMatchObject({ description: expect.stringContaining(shown) });
		service.answer = ({ method }) => (method === 'GET' ? { body: [] } : { status: 422, body: { error: { message: link } } });
		const trigger = workflowToPublish({ credential: service.credential({ webhookSecret: 'the-signing-secret' }), parameters: { events: ['sent'], registration: 'automatic' } });
		await expect(trigger.publish()).rejects.toMatchObject({ message: expect.stringContaining(shown) });
	});
});
