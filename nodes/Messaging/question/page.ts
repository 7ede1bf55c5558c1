import { escapeHtml } from '../text/html';
import { decision, formFields, longestAnswer } from './answer';
import type { Choice, Question } from './question';
import { noAnswer, type Notice, questionTitle, sendLabel, textLabel } from './texts';

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
export const questionPage = ({ message, choice }: Question, isUnanswered = false): string =>
	document(
		questionTitle,
		`${isUnanswered ? `<p class="note" role="alert">${escapeHtml(noAnswer[choice.type])}</p>` : ''}
<p class="message" id="question" dir="auto">${escapeHtml(message)}</p>
<form method="post">
${choice.type === 'approval' ? buttons(choice) : textField}
</form>`,
	);

/** A page with a notice and nothing to answer. */
export const noticePage = ({ title, text }: Notice): string => document(title, `<p>${escapeHtml(text)}</p>`);

function buttons({ approve, decline }: Extract<Choice, { type: 'approval' }>): string {
	const button = (value: string, label: string, look: string) =>
		`<button type="submit" name="${formFields.decisions}" value="${value}" class="${look}" aria-describedby="question" dir="auto">${escapeHtml(label)}</button>`;
	return [
		button(decision.approve, approve, 'main'),
		...(decline === undefined ? [] : [button(decision.decline, decline, 'other')]),
	].join('\n');
}

const textField = `<label for="text">${textLabel}</label>
<textarea id="text" name="${formFields.text}" rows="5" maxlength="${longestAnswer}" required aria-describedby="question" dir="auto"></textarea>
<button type="submit" class="main">${sendLabel}</button>`;

/** The page contains the policy too, because n8n replaces the header in responses that it sends itself. */
const document = (title: string, content: string): string => `<!doctype html>
<html lang="en">
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
<h1>${escapeHtml(title)}</h1>
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
label { display: block; margin-bottom: 0.375rem; font-weight: 600; }
textarea { display: block; width: 100%; margin-bottom: 1rem; padding: 0.75rem; border: 1px solid var(--line); border-radius: 0.5rem; background: var(--card); color: inherit; font: inherit; }
button { display: block; width: 100%; min-height: 3rem; margin-bottom: 0.75rem; padding: 0.625rem 1rem; border: 2px solid var(--main); border-radius: 0.5rem; font: inherit; font-weight: 600; overflow-wrap: anywhere; cursor: pointer; }
.main { background: var(--main); color: var(--on-main); }
.other { background: transparent; color: var(--main); }
:focus-visible { outline: 3px solid var(--text); outline-offset: 2px; }
@media (forced-colors: active) { button { border-color: ButtonText; } }
`;
