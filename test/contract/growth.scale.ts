import { readAccount } from '../../nodes/Messaging/api/account';
import { readSignature } from '../../nodes/Messaging/webhook/signatureSettings';
import { mediaIdOf, readErrorDetails } from '../../nodes/Messaging/api/response';
import { asRead, showInvisible, withoutInvisible } from '../../nodes/Messaging/text/invisible';
import { readConnectionFailure } from '../../nodes/Messaging/api/connectionFailure';
import { readFailure, readRetryAfter } from '../../nodes/Messaging/api/responseFailure';
import { readVerdict } from '../../nodes/Messaging/api/verdict';
import { readJson } from '../../nodes/Messaging/text/json';
import { maskFor } from '../../nodes/Messaging/text/mask';
import { readPage } from '../../nodes/Messaging/api/listPage';
import { readMediaUrl } from '../../nodes/Messaging/request/attachments';
import { readRecipient } from '../../nodes/Messaging/request/recipient';
import { isSameUrl, readRegistration, reportsWanted } from '../../nodes/Messaging/webhook/registration';
import { columnId } from '../../nodes/Messaging/template/section';
import { readSendResponse } from '../../nodes/Messaging/request/sendResult';
import { readSendingNumbers } from '../../nodes/Messaging/request/sendingNumber';
import { signers } from '../../sandbox/webhooks/sign';
import { signatureSchemes, verifySignature, type SignatureSchemeName } from '../../nodes/Messaging/webhook/signature';
import { namesReceived } from '../../nodes/Messaging/webhook/direction';
import { readEvents } from '../../nodes/Messaging/webhook/readEvents';
import { readNumber } from '../../nodes/Messaging/webhook/receivedMessage';
import { statusNamedBy } from '../../nodes/Messaging/webhook/statusEvent';
import { readTime } from '../../nodes/Messaging/webhook/time';
import { chooseTemplate, sharedTemplate } from '../../nodes/Messaging/template/chooseTemplate';
import { readTemplate, readTemplates } from '../../nodes/Messaging/template/template';
import { fillByColumn, fillFromInput, inputColumns, readVariablesJson } from '../../nodes/Messaging/template/variables';
import { growsWithItsInput } from './support/work.mts';

/*
 * What comes from outside may be of any size: no reader may take longer than in proportion to it.
 */

const sizes = [16_000, 64_000, 256_000];

/** Texts that make a reader look at the same characters again and again, unless it is written with care. */
const texts: ReadonlyArray<readonly [string, (size: number) => string]> = [
	['letters', (size) => 'a'.repeat(size)],
	['digits and a letter', (size) => `${'1'.repeat(size)}x`],
	['blanks and a letter', (size) => `x${' '.repeat(size)}x`],
	['slashes and a letter', (size) => `https://api.example.com${'/'.repeat(size)}x`],
	['line breaks', (size) => `x${'\r\n'.repeat(size / 2)}x`],
	['opening brackets', (size) => '['.repeat(size)],
	['opening braces', (size) => '{'.repeat(size)],
	['gaps that are never closed', (size) => '{{a'.repeat(size / 3)],
	['tags that are never closed', (size) => '<a '.repeat(size / 3)],
	['scripts that are never closed', (size) => '<script '.repeat(size / 8)],
	['scripts that are nearly closed', (size) => `<script>${'</script '.repeat(size / 9)}`],
	['one end of a script and blanks', (size) => `<script></script${' '.repeat(size)}x`],
	['accents in the wrong order', (size) => `+1201555${'\u0300\u0323'.repeat(size / 2)}`],
	['marks that nobody sees', (size) => `+1201555${'\u200b'.repeat(size)}0123`],
	['dots', (size) => '.'.repeat(size)],
	['dots and a letter', (size) => `${'.'.repeat(size)}x`],
	['commas', (size) => 't=1,'.repeat(size / 4)],
	['codes of a handshake', (size) => `ERR_SSL_${'HANDSHAKE'.repeat(size / 9)}!`],
	['percent signs', (size) => '%25'.repeat(size / 3)],
	['backslashes', (size) => '\\'.repeat(size)],
	['quotes behind backslashes', (size) => '\\\\"'.repeat(size / 3)],
	['escapes of escapes', (size) => '%2525252541 '.repeat(size / 12)],
	['entities of entities', (size) => '&amp;amp;amp;#65;'.repeat(size / 17)],
	['an escape at the end', (size) => `${'a'.repeat(size)}%252525252541`],
	['numbers that are too long', (size) => '12345678901234567890,'.repeat(size / 21)],
];

const schemes = (Object.keys(signatureSchemes) as SignatureSchemeName[]).filter((scheme) => scheme !== 'none');
/** A text in every header of the scheme, with a time that lets the rest be read. */
const headersOf = (scheme: SignatureSchemeName, text: string) => ({
	...Object.fromEntries(Object.keys(signers[scheme](rawBody, { ...settings, secret: 's-1', now: 1000, webhookId: 'msg_1' })).map((name) => [name.toLowerCase(), text])),
	'webhook-timestamp': '1',
});

const settings = { secrets: ['whsec_c2VjcmV0LXNlY3JldC1zZWNyZXQ='], header: 'x-signature', prefix: '', encoding: 'hex', toleranceSeconds: 300 } as const;
const key = 'sk_live/ab+cd==';
const mask = maskFor([key, '%25%25%25%25x', '\\\\\\\\\\x', 'aaaaaaaaaaax']);
/** More often than any service escapes a text. */
const fiveTimes = [1, 2, 3, 4, 5].reduce(encodeURIComponent, key);
const rawBody = Buffer.from('{}');
const answer = (text: string, headers = {}) => ({ status: 400, headers, text });

const readers: ReadonlyArray<readonly [string, (text: string) => unknown]> = [
	['a base URL', (text) => readAccount({ baseUrl: text, apiKey: 'key-123' })],
	['a path', (text) => readAccount({ baseUrl: 'https://api.example.com', apiKey: 'key-123', customizeEndpoints: true, webhooksPath: text })],
	['the settings of signatures', (text) => readSignature({ webhookSecret: text, signatureTolerance: text })],
	['the words of an error', (text) => readErrorDetails(answer(text, { 'x-request-id': text }))],
	['a failure', (text) => readFailure(answer(JSON.stringify({ error: { message: text.slice(0, 100_000), code: 'x' } })), 0)],
	['the time to wait', (text) => readRetryAfter(text, 0)],
	['the time to wait, as a date', (text) => readRetryAfter(`${text}1:00:00`, 0)],
	['a connection that failed', (text) => [readConnectionFailure({ code: text, message: text, isUnsent: true }), readConnectionFailure({ code: undefined, message: text, isUnsent: false })]],
	['JSON', readJson],
	['a page of a list', (text) => readPage({ data: [], next: text, page: text, paging: { next: text } })],
	['what nobody sees', (text) => [withoutInvisible(text), showInvisible(text), asRead(text)]],
	['what is masked', (text) => [text, `${text} ${key}`, `${key} ${text}%41`, `${text} ${fiveTimes}`].map(mask.text)],
	['what is masked in JSON', (text) => [mask.object({ text, key: fiveTimes, more: [text, `${text} ${fiveTimes}`] }), mask.body(JSON.stringify({ text: `${text} ${fiveTimes}` }))]],
	['a media id', (text) => mediaIdOf({ data: { id: text } })],
	['a media URL', (text) => readMediaUrl(text, 'https://a.example')],
	['a recipient', (text) => readRecipient(text)],
	['a recipient with a country', (text) => readRecipient(text, 'GB')],
	['a recipient in brackets', (text) => readRecipient(`(${text}`, 'US')],
	['a default country', (text) => readRecipient('+12015550123', text)],
	['a registration', (text) => readRegistration({ id: text, url: text, events: [text] })],
	['what a registration serves', (text) => reportsWanted({ id: 'a', url: undefined, events: [text] }, 'https://a.example', ['sent'])],
	['whether URLs are the same', (text) => isSameUrl(text, 'https://a.example')],
	['a send answer', (text) => readSendResponse({ status: 200, headers: {}, text }, '+12015550123', 0)],
	['a verdict', (text) => readVerdict({ [text]: text, status: text, code: text, error: text, message: { status: { name: text } } })],
	['a sending number', (text) => readSendingNumbers([{ id: text, name: text, number: text }])],
	['the name of an event', (text) => statusNamedBy(text)],
	['a status', (text) => readEvents({ message_id: text, status: text, timestamp: text, error: { message: text } }, text)],
	['a message', (text) => readEvents({ message_id: text, from: text, from_name: text, message_type: text, text, timestamp: text, event: text }, text)],
	['the number of a sender', (text) => readNumber(text)],
	['whether an event is a message', (text) => namesReceived(text)],
	['a time', (text) => readTime(text)],
	['a time with fractions', (text) => readTime(`2026-01-01T00:00:00.${text}Z`)],
	['a template', (text) => readTemplate({ name: text, language: text, status: text, category: text, components: [{ type: text }, { type: 'BODY', text: `${text}{{1}}${text}` }] })],
	['the variables of a message', (text) => readVariablesJson(text, undefined)],
	...schemes.map((scheme) => [
		`a signature of ${scheme}`,
		(text: string) =>
			verifySignature(scheme, settings, headersOf(scheme, text), rawBody, 1000),
	] as const),
];

test.each(readers)('%s is read in a time in proportion to its size, whatever it is', (_reader, read) => {
	const slow = texts.filter(([, make]) => {
		const work = (size: number) => {
			const text = make(size);
			return () => read(text);
		};
		return !growsWithItsInput(work, sizes);
	});
	expect(slow.map(([name]) => name)).toEqual([]);
});

const counts = [1_000, 4_000, 16_000];
const many = <T>(count: number, make: (place: number) => T): T[] => Array.from({ length: count }, (_, place) => make(place));
const gaps = (count: number) => many(count, (place) => `word {{${place + 1}}}`).join(' ');
const record = (changes: object) => ({ template_name: 't', language_code: 'en_US', ...changes });
const params = (count: number, nameOf: (place: number) => unknown = (place) => place) => many(count, (place) => ({ param_name: nameOf(place) }));
const placeholdersOf = (expected_variables: object) => readTemplate(record({ expected_variables }))?.placeholders ?? [];
const card = { media_url: 'https://example.com/a.png', media_id: 'm-1', body: [{ param_name: 'name' }] };
const bodyText = (text: string, more: object = {}) => [{ type: 'BODY', text, ...more }];

/** What a template's record may hold many of. */
const templates: ReadonlyArray<readonly [string, (count: number) => object]> = [
	['gaps in the copy', (count) => ({ components: bodyText(gaps(count)) })],
	['gaps in the copy, listed apart', (count) => ({ expected_variables: { body: params(count, (place) => place + 1) }, components: bodyText(gaps(count)) })],
	['named samples', (count) => {
		const body_text_named_params = many(count, (place) => ({ param_name: String(count - place), example: 'x' }));
		return { components: bodyText(gaps(count), { example: { body_text_named_params } }) };
	}],
	['sections of a card beside components', (count) => {
		const sections = Object.fromEntries(many(count, (place) => [`section ${place}`, [{ param_name: 1 }]]));
		const components = [{ type: 'CAROUSEL', cards: [{ components: many(count, () => ({ type: 'other' })) }] }];
		return { expected_variables: { cards: [sections] }, components };
	}],
	['keys of one button', (count) => {
		const buttons = params(count, (place) => `1.${'0'.repeat(place % 10)}${' '.repeat(place / 10)}`).slice(0, 4_000);
		return { expected_variables: { buttons }, components: [{ type: 'BUTTONS', buttons: [{ url: `${' '.repeat(count)}{{1}}` }] }] };
	}],
	['cards in one list', (count) => ({ expected_variables: { cards: many(count, () => ({ param_name: 1, card: 1 })) } })],
	['placeholders in a section with an endless name', (count) => ({ expected_variables: { ['x'.repeat(count)]: params(count) } })],
	['placeholders of an endless category', (count) => ({ expected_variables: { body: params(count) }, category: 'X'.repeat(count * 10) })],
];

const others: ReadonlyArray<readonly [string, (count: number) => () => unknown]> = [
	['values by column', (count) => {
		const placeholders = placeholdersOf({ cards: many(count / 4, () => card) });
		const values = Object.fromEntries(placeholders.map((one) => [columnId(one), 'x']));
		return () => [fillByColumn([...placeholders], values), fillByColumn([...placeholders], {})];
	}],
	['values of columns that are gone', (count) => {
		const placeholders = placeholdersOf({ body: params(count) });
		const values = Object.fromEntries(many(count, (place) => [`body.old ${place}`, 'x']));
		return () => fillByColumn([...placeholders], values);
	}],
	['values by the input', (count) => {
		const placeholders = placeholdersOf({ body: params(count) });
		const input = Object.fromEntries(placeholders.map((one) => [columnId(one).toUpperCase(), 'x']));
		return () => [fillFromInput([...placeholders], input), inputColumns([...placeholders])];
	}],
	['values by the input, in other spellings', (count) => {
		const placeholders = placeholdersOf({ body: params(count, (place) => `order_${place}`) });
		const input = Object.fromEntries(many(count, (place) => [`Order ${place}`, 'x']));
		return () => fillFromInput([...placeholders], input);
	}],
	['values in JSON', (count) => {
		const placeholders = placeholdersOf({ body: params(count) });
		const body = Object.fromEntries(many(count, (place) => [String(place), 'x']));
		return () => readVariablesJson({ body }, [...placeholders]);
	}],
	['languages', (count) => {
		const all = readTemplates(many(count, (place) => record({ language_code: `l${place}`, expected_variables: { body: [{ param_name: 1 }] } })));
		return () => [sharedTemplate(all, 't', undefined), chooseTemplate(all, 't', undefined)];
	}],
	['values that are masked, in lists and objects', (count) => {
		const body = { list: many(count, (place) => place), objects: many(count, () => ({ a: {} })), texts: many(count, () => `%2541${key}`), fiveTimes };
		return () => mask.object(body);
	}],
	['statuses of one endless type', (count) => {
		const body = { type: 'x'.repeat(count * 10), data: many(count, (place) => ({ message_id: place })) };
		return () => readEvents(body, undefined);
	}],
	['statuses', (count) => {
		const entry = [{ changes: many(count, (place) => ({ value: { statuses: [{ id: `m-${place}`, status: 'sent' }] } })) }];
		return () => readEvents({ entry }, undefined);
	}],
	['messages and who has sent them', (count) => {
		const contacts = many(count, (place) => ({ wa_id: String(10_000_000 + place), profile: { name: 'Ada' } }));
		const messages = contacts.map(({ wa_id: from }, place) => ({ id: `m-${place}`, from, type: 'text', text: { body: 'Hi' } }));
		return () => readEvents({ entry: [{ changes: [{ value: { contacts, messages } }] }] }, undefined);
	}],
];

const reading = templates.map(([name, recordOf]) => [name, (count: number) => {
	const given = record(recordOf(count));
	return () => readTemplate(given);
}] as const);

test.each([...reading, ...others])('what holds many is read in a time in proportion to them: %s', (_name, work) => {
	expect(growsWithItsInput(work, counts)).toBe(true);
});
