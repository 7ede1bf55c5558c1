import fc from 'fast-check';

import { longestAnswer, readAnswer } from '../../nodes/Messaging/question/answer';
import { readQuestionInput, withToolParameters } from '../../nodes/Messaging/question/questionInput';
import { checkLink, endingAfter, linkWarning, type LinkParameters } from '../../nodes/Messaging/question/link';
import { noticePage, questionPage, recordedPage } from '../../nodes/Messaging/question/page';
import { readPageWords } from '../../nodes/Messaging/question/texts';
import { readQuestion, type Choice, type Question } from '../../nodes/Messaging/question/question';
import { runs } from '../support/propertyRuns';

/* What of a question needs neither n8n nor a network. */

const question = (choice: Choice, message = 'May I?'): Question => ({ id: 'q-1', message, choice, words: readPageWords(undefined), until: null, messageId: 'm-1', to: '+12015550123' });
const text = fc.string({ unit: 'binary' });
const choice: fc.Arbitrary<Choice> = fc.oneof(
	fc.constant({ type: 'freeText' as const }),
	fc.record({ type: fc.constant('approval' as const), approve: text }),
	fc.record({ type: fc.constant('approval' as const), approve: text, decline: text }),
);

const noticeNames = ['old', 'late', 'broken', 'failed'] as const;

/** The page without the texts between its tags. */
const tagsOf = (page: string): string[] => page.match(/<[^>]*>/g) ?? [];

test('whatever is asked, the page has the same tags, and none of them is the message', () => {
	const plain = (one: Choice): Choice => (one.type === 'freeText' ? one : { ...one, approve: 'x', ...(one.decline === undefined ? {} : { decline: 'x' }) });
	fc.assert(
		fc.property(choice, text, (one, message) => {
			expect(tagsOf(questionPage(question(one, message)))).toEqual(tagsOf(questionPage(question(plain(one)))));
		}),
		runs(500),
	);
});

test('no page has a script, or anything from elsewhere', () => {
	const pages = [...noticeNames.map((name) => noticePage(name)), questionPage(question({ type: 'freeText' })), recordedPage(question({ type: 'freeText' }), { text: 'a' })];
	for (const page of pages) {
		expect(page).not.toMatch(/<script|<img|<link|src=|url\(|@import|https?:/i);
		expect(page).toContain('<html lang="en">');
		expect(page).toContain(`<meta http-equiv="Content-Security-Policy" content="default-src 'none'`);
	}
});

test('the page has the words that were given, each as text, and its own for the rest', () => {
	const given = { askedBy: 'Café <Ada>', language: 'fr', heading: 'Votre réponse, s’il vous plaît', answerLabel: 'Votre réponse', sendLabel: 'Envoyer' };
	const more = { unanswered: 'Rien.', recordedHeading: 'Merci', recordedText: 'Noté.', overHeading: 'C’est fini', overText: '' };
	const asked = { ...question({ type: 'freeText' }), words: readPageWords({ ...given, ...more }) };
	for (const words of ['Café &lt;Ada&gt;', '<html lang="fr">', 'plaît</h1>', '>Votre réponse</label>', '>Envoyer</button>', 'Rien.']) {
		expect(questionPage(asked, true)).toContain(words);
	}
	expect(questionPage(asked)).not.toContain('Rien.');
	const recorded = recordedPage(asked, { text: '<b>10 %</b>\nat most' });
	for (const words of ['Merci</h1>', 'Noté.', 'May I?', '>Votre réponse</p>', '&lt;b&gt;10 %&lt;/b&gt;\nat most']) expect(recorded).toContain(words);
	for (const name of ['old', 'late'] as const) expect(noticePage(name, asked.words)).toContain('C’est fini</h1>');
	expect(noticePage('late', readPageWords({ language: 'fr"><script>', overHeading: ' ' }))).toMatch(/lang="en"[^]*The time to answer is over<\/h1>/);
	expect(noticePage('broken', asked.words)).toContain('This link is not complete');
});

test('whatever comes is an answer or none, and only the value of a button decides', () => {
	fc.assert(
		fc.property(choice, fc.anything(), (one, body) => {
			const answer = readAnswer(one, body);
			if (one.type === 'approval') expect(answer.ok).toBe(false);
			else if (answer.ok) expect(answer.value).toEqual({ text: expect.any(String) });
		}),
		runs(1_000),
	);
	const single: Choice = { type: 'approval', approve: 'Yes' };
	for (const body of [Object.create({ answer: 'approve' }), { answer: 'decline' }]) expect(readAnswer(single, body).ok).toBe(false);
});

test('a text is cut, in one piece, and holds no control characters', () => {
	const longest = 'a'.repeat(longestAnswer);
	expect(readAnswer({ type: 'freeText' }, { text: `\n ${longest}` })).toEqual({ ok: true, value: { text: longest } });
	fc.assert(
		fc.property(fc.string({ unit: 'binary', maxLength: longestAnswer * 2 }), (given) => {
			const answer = readAnswer({ type: 'freeText' }, { text: given });
			if (!answer.ok) return;
			const kept = 'text' in answer.value ? answer.value.text : '';
			expect(kept.length).toBeLessThanOrEqual(longestAnswer);
			expect(kept).not.toMatch(/(?![\n\t])\p{Cc}/u);
		}),
		runs(300),
	);
	const cut = readAnswer({ type: 'freeText' }, { text: `${'x'.repeat(longestAnswer - 1)}😀` });
	expect(cut).toEqual({ ok: true, value: { text: 'x'.repeat(longestAnswer - 1) } });
	expect(readAnswer({ type: 'freeText' }, { text: ' \r\n ' }).ok).toBe(false);
});

test('a question is read back as it was kept', () => {
	fc.assert(
		fc.property(choice, text, fc.option(fc.nat()), (one, message, until) => {
			const kept = { ...question(one, message), until };
			expect(readQuestion(JSON.stringify(kept))).toEqual(kept);
		}),
		runs(300),
	);
	for (const broken of [undefined, null, '', 'null', '[]', '{}', '{"id":"q-1","message":"a","choice":{"type":"approval"}}']) {
		expect(readQuestion(broken)).toBeUndefined();
	}
});

test("n8n's own words for a review step are made readable", () => {
	const proposed = '=The agent wants to run this tool: {{ $tool.name }}\n\nInput:\n{{ $tool.parameters }}';
	expect(withToolParameters(proposed)).toBe('=The agent wants to run this tool: {{ $tool.name }}\n\nInput:\n{{ JSON.stringify($tool.parameters, null, 2) }}');
	for (const other of ['{{ $tool.parameters }}', '={{ $json.text }}', '={{ $tool.parameters.text }}', '', undefined]) {
		expect(withToolParameters(other)).toBeUndefined();
	}
});

const shownAs = (message: string) => {
	const input = readQuestionInput({ message: { value: message, parts: [] }, responseType: 'freeText', approvalOptions: undefined, pageTexts: undefined });
	return input.ok ? input.value.message : input.error.message;
};

test.each<[string, string, string]>([
	['an embedding', 'a discount of \u202e%09\u202c', 'a discount of \\u202e%09\\u202c'],
	['an isolate', '\u2067now\u2069', '\\u2067now\\u2069'],
	['direction marks', 'a\u200e\u200f\u061cb', 'a\\u200e\\u200f\\u061cb'],
	['zero-width characters, also at the ends', ' \ufeffa\u200b\u2060b\ufeff\n', '\\ufeffa\\u200b\\u2060b\\ufeff'],
	['joiners where nothing is joined', 'a\u200cb\u200d1\u200d2', 'a\\u200cb\\u200d1\\u200d2'],
	['a soft hyphen, fillers and a blank pattern', 'a\u00ad\u3164\u2800b', 'a\\u00ad\\u3164\\u2800b'],
	['letters of tags', 'pay\u{e0031}\u{e0030}', 'pay\\u{e0031}\\u{e0030}'],
	['variation selectors without an emoji', '9\ufe0f0\ufe00%\u{e0100}', '9\\ufe0f0\\ufe00%\\u{e0100}'],
	['control characters', 'a\u0000\u001b\u0085\u000bb', 'a\\u0000\\u001b\\u0085\\u000bb'],
	['separators of lines', 'a\u2028b\u2029c', 'a\\u2028b\\u2029c'],
	['private characters and halves', 'a\ue000\ud800b', 'a\\ue000\\ud800b'],
	['nothing else at all', '\u200b\u202e', "'Question' is empty"],
])('a person who is asked sees %s', (_what, message, shown) => {
	expect(shownAs(message)).toBe(shown);
});

test.each([
	'One\n\n\ttwo',
	'20\u00a0% de réduction, “vraiment” – d’accord…',
	'❤️ ☎︎ 1️⃣ 👍🏽 🇩🇪 👨‍👩‍👧 🏳️‍🌈 👩🏽‍⚕️ 🏴‍☠️ \u{1f3f4}\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}',
	'می‌خواهم',
	'क्‍ष শ্রী‌মান ක්‍රි',
	'Größe 大小 שלום مرحبا ü',
])('and ordinary text as it is: %s', (message) => {
	expect(shownAs(message)).toBe(message);
});

test('lines end as on every page; labels are those that were given, and show what they hold, else those of the other nodes', () => {
	const asked = (values: object, message = 'a') => readQuestionInput({ message: { value: message, parts: [] }, responseType: 'approval', approvalOptions: { values }, pageTexts: undefined });
	expect(asked({ approveLabel: '\u202eon' }, 'One\r\ntwo\rthree')).toMatchObject({ value: { message: 'One\ntwo\nthree', choice: { approve: '\\u202eon' } } });
	expect(asked({ approvalType: 'double' })).toMatchObject({ value: { choice: { approve: 'Approve', decline: 'Decline' } } });
	expect(asked({ approvalType: 'double', approveLabel: ' Go ', disapproveLabel: 'Stop' })).toMatchObject({ value: { choice: { approve: 'Go', decline: 'Stop' } } });
	expect(asked({ approveLabel: ' ' })).toMatchObject({ ok: true, value: { message: 'a', choice: { type: 'approval', approve: 'Approve' } } });
});

describe('a link', () => {
	const signed = ({ q: id }: LinkParameters) => `https://n8n.example.com/webhook-waiting/7/n?q=${id}&signature=${id.padStart(64, 'a')}`;
	const query = (link: string) => new URL(link).searchParams;

	test('is that of the question which is open', () => {
		expect(checkLink(query(signed({ q: '1' })), '1', signed)).toBeUndefined();
		expect(checkLink(query(signed({ q: '0' })), '1', signed)).toBe('old');
		expect(checkLink(query(signed({ q: '0' }).replace('q=0', 'q=1')), '1', signed)).toBe('broken');
		fc.assert(
			fc.property(fc.string(), fc.string(), (id, signature) => {
				expect(checkLink(new URLSearchParams({ q: id, signature }), '1', signed)).toBe('broken');
			}),
			runs(200),
		);
	});

	test('stands in a button as what follows the address of the button', () => {
		const link = signed({ q: '0' });
		expect(endingAfter('https://n8n.example.com/webhook-waiting/', link)).toMatch(/^7\/n\?/);
		expect(endingAfter('https://N8N.example.com:443/', link)).toMatch(/^webhook-waiting\/7/);
		// Without the slash the rest would become a part of the host's name.
		for (const other of ['https://n8n.example.com', 'https://n8n.example.org/', 'http://n8n.example.com/', 'n8n.example.com/', link]) {
			expect(endingAfter(other, link)).toBeUndefined();
		}
	});

	test.each([
		['https://n8n.example.com/webhook-waiting/7/n?a', undefined],
		['http://localhost:5678/webhook-waiting/7/n?a', 'only the network of n8n can reach'],
		['https://192.168.1.7/webhook-waiting/7/n?a', 'only the network of n8n can reach'],
		['https://example.com/tools/n8n/webhook-waiting/7/n?a', 'has a path, /tools/n8n'],
	])('%s is warned of where a person may not get there', (link, words) => {
		if (words === undefined) expect(linkWarning(link)).toBeUndefined();
		else expect(linkWarning(link)).toContain(words);
	});
});
