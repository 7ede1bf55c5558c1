import { escapeHtml } from '../../../../contract/html';
import { decision, formFields, longestAnswer } from './answer';
import { pageStyle } from './style';
import { noAnswer, questionTitle, sendLabel, textLabel, type Notice } from './texts';
import type { Choice, Question } from './question';

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
