import { showInvisible } from '../text/invisible';
import { at, text } from '../text/json';
import { longestText, shorten } from '../text/wording';
import { pageTextFields } from './fields';

const closePage = 'You can close this page.';

export type PageWords = Readonly<Record<(typeof pageTextFields)[number]['name'], string>>;

const usualWords: Readonly<Record<string, string>> = Object.fromEntries(pageTextFields.map(({ name, default: usual }) => [name, usual]));

const languageCode = /^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/;

/** Reads the words that were given; those that are missing are the usual ones. */
export function readPageWords(given: unknown): PageWords {
	const word = (name: keyof PageWords): string =>
		shorten(showInvisible(text(at(given, name)) ?? usualWords[name] ?? '').trim(), longestText);
	const language = word('language');
	return {
		askedBy: word('askedBy'),
		language: languageCode.test(language) ? language : 'en',
		heading: word('heading'),
		answerLabel: word('answerLabel'),
		sendLabel: word('sendLabel'),
		unanswered: word('unanswered'),
		recordedHeading: word('recordedHeading'),
		recordedText: word('recordedText'),
		overHeading: word('overHeading'),
		overText: word('overText'),
	};
}

/** Pages with nothing to answer, in words for the person who was asked. */
export const notices = {
	old: {
		status: 410,
		title: 'This question is over',
		text: `You were asked again, or the question was already answered. Nothing was recorded. Please open the link in the newest message. ${closePage}`,
	},
	late: {
		status: 410,
		title: 'The time to answer is over',
		text: `Nothing was recorded. If your answer still matters, please tell the person who asked you. ${closePage}`,
	},
	broken: {
		status: 403,
		title: 'This link is not complete',
		text: 'Nothing was recorded. Please open the link in the message itself: it may have been cut off or changed when it was copied.',
	},
	failed: {
		status: 500,
		title: 'Something went wrong',
		text: 'Your answer was not recorded. Please open the link in the message again in a few minutes.',
	},
} as const;
