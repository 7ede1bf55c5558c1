import { escapeHtml } from '../text/html';
import { type Answer, answerWords, decision, formFields, longestAnswer } from './answer';
import type { Choice, Question } from './question';
import { notices, type PageWords, readPageWords } from './texts';

/*
 * The pages for the person who was asked. They need no script and load nothing from elsewhere. Every text is escaped.
 */

const policy = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'";

/** The headers of all pages. n8n sets none of them. A page must not be stored, and not be shown inside another page. */
export const pageHeaders = {
	'content-type': 'text/html; charset=utf-8',
	'content-security-policy': `${policy}; frame-ancestors 'none'; sandbox allow-forms`,
	'cache-control': 'no-store',
	'referrer-policy': 'no-referrer',
	'x-robots-tag': 'noindex, nofollow',
	'x-content-type-options': 'nosniff',
} as const;

/** The question and its buttons. `isUnanswered`: the form was sent without an answer. */
export const questionPage = ({ message, choice, words }: Question, isUnanswered = false): string =>
	document(
		words.heading,
		`${askedBy(words)}${isUnanswered ? `<p class="note" role="alert" dir="auto">${escapeHtml(words.unanswered)}</p>` : ''}
<p class="message" id="question" dir="auto">${escapeHtml(message)}</p>
<form method="post">
${choice.type === 'approval' ? buttons(choice) : textField(words)}
</form>`,
		words,
	);

/** The page after an answer. It repeats question and answer, so that the person sees what was recorded. */
export const recordedPage = ({ message, choice, words }: Question, answer: Answer): string =>
	document(
		words.recordedHeading,
		`<p dir="auto">${escapeHtml(words.recordedText)}</p>
<hr>
${askedBy(words)}<p class="message" dir="auto">${escapeHtml(message)}</p>
<p class="label" dir="auto">${escapeHtml(words.answerLabel)}</p>
<p class="answer" dir="auto">${escapeHtml(answerWords(choice, answer))}</p>`,
		words,
	);

/** A page with a notice and nothing to answer, in the words of its question if it is over. */
export function noticePage(name: keyof typeof notices, words: PageWords = readPageWords(undefined)): string {
	const { title, text } = notices[name];
	const isOver = name === 'old' || name === 'late';
	const given = isOver ? { title: words.overHeading, text: words.overText } : { title: '', text: '' };
	const isGiven = given.title !== '' || given.text !== '';
	if (!isGiven) return document(title, `<p>${escapeHtml(text)}</p>`);
	return document(given.title || given.text, given.title === '' ? '' : `<p dir="auto">${escapeHtml(given.text)}</p>`, words);
}

const askedBy = ({ askedBy: name }: PageWords): string => (name === '' ? '' : `<p class="label" dir="auto">${escapeHtml(name)}</p>\n`);

function buttons({ approve, decline }: Extract<Choice, { type: 'approval' }>): string {
	const button = (value: string, label: string, look: string) =>
		`<button type="submit" name="${formFields.decisions}" value="${value}" class="${look}" aria-describedby="question" dir="auto">${escapeHtml(label)}</button>`;
	return [
		button(decision.approve, approve, 'main'),
		...(decline === undefined ? [] : [button(decision.decline, decline, 'other')]),
	].join('\n');
}

const textField = ({ answerLabel, sendLabel }: PageWords): string => `<label for="text" dir="auto">${escapeHtml(answerLabel)}</label>
<textarea id="text" name="${formFields.text}" rows="5" maxlength="${longestAnswer}" required aria-describedby="question" dir="auto"></textarea>
<button type="submit" class="main" dir="auto">${escapeHtml(sendLabel)}</button>`;

/** The page contains the policy too, because n8n replaces the header in responses that it sends itself. */
const document = (title: string, content: string, { language }: PageWords = readPageWords(undefined)): string => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex, nofollow">
<title>${escapeHtml(title)}</title>
<style>${pageStyle}</style>
</head>
<body>
<main>
<h1 dir="auto">${escapeHtml(title)}</h1>
${content}
</main>
</body>
</html>
`;

/** Made for phones first, in light or dark colors as the phone is set. */
export const pageStyle = `
:root { color-scheme: light dark; --back: #f2f4f7; --card: #fff; --text: #1a1d21; --line: #8a929c; --main: #0b5f56; --on-main: #fff; --note: #8a1c10; }
@media (prefers-color-scheme: dark) {
:root { --back: #121417; --card: #1d2125; --text: #eceef0; --line: #7d8792; --main: #6fd6c6; --on-main: #06211d; --note: #ffb4a6; }
}
* { box-sizing: border-box; }
body { margin: 0; padding: 1rem; background: var(--back); color: var(--text); font: 1.0625rem/1.5 system-ui, sans-serif; }
main { max-width: 32rem; margin: 5vh auto 0; padding: 1.5rem; background: var(--card); border-radius: 0.75rem; }
h1 { margin: 0 0 1rem; font-size: 1.375rem; line-height: 1.3; }
p { margin: 0 0 1rem; overflow-wrap: anywhere; }
main > :last-child, form > :last-child { margin-bottom: 0; }
.message { margin-bottom: 1.5rem; white-space: pre-wrap; }
.note { color: var(--note); font-weight: 600; }
.answer { white-space: pre-wrap; }
hr { margin: 1.25rem 0; border: 0; border-top: 1px solid var(--line); }
label, .label { margin-bottom: 0.375rem; font-weight: 600; }
label { display: block; }
textarea { display: block; width: 100%; margin-bottom: 1rem; padding: 0.75rem; border: 1px solid var(--line); border-radius: 0.5rem; background: var(--card); color: inherit; font: inherit; }
button { display: block; width: 100%; min-height: 3rem; margin-bottom: 0.75rem; padding: 0.625rem 1rem; border: 2px solid var(--main); border-radius: 0.5rem; font: inherit; font-weight: 600; overflow-wrap: anywhere; cursor: pointer; }
.main { background: var(--main); color: var(--on-main); }
.other { background: transparent; color: var(--main); }
:focus-visible { outline: 3px solid var(--text); outline-offset: 2px; }
@media (forced-colors: active) { button { border-color: ButtonText; } }
`;
