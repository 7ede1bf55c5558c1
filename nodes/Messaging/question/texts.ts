import type { INodeProperties } from 'n8n-workflow';

import { showInvisible } from '../text/invisible';
import { at, text } from '../text/json';
import { longestText, shorten } from '../text/wording';

/** The words of the page that a user can replace. An empty one is left out, or `notices` has it. */
const pageTextFields = [
	{
		displayName: 'Answer Label',
		name: 'answerLabel',
		type: 'string',
		default: 'Your answer',
		description: 'The words above the field for an answer, and above the answer once it is recorded',
	},
	{
		displayName: 'Asked By',
		name: 'askedBy',
		type: 'string',
		default: '',
		placeholder: 'e.g. Example Shop',
		description: 'Who asks. If empty, the page shows the sending number as its list does.',
	},
	{
		displayName: 'Heading',
		name: 'heading',
		type: 'string',
		default: 'Your answer is needed',
		description: 'The words above the question',
	},
	{
		displayName: 'Language Code',
		name: 'language',
		type: 'string',
		default: 'en',
		placeholder: 'e.g. pt-BR',
		description: 'The language of these texts, for screen readers',
	},
	{
		displayName: 'Nothing Answered',
		name: 'unanswered',
		type: 'string',
		default: 'Nothing was recorded yet. Please answer below.',
		description: 'What the page says if it was sent without an answer',
	},
	{
		displayName: 'Over Heading',
		name: 'overHeading',
		type: 'string',
		default: '',
		placeholder: 'e.g. This question is over',
		description: 'The heading if the question was answered or asked again, or its time is over',
	},
	{
		displayName: 'Over Text',
		name: 'overText',
		type: 'string',
		default: '',
		placeholder: 'e.g. Nothing was recorded.',
		description: 'What the page then says. If both are empty, it says in English which of these it is.',
	},
	{
		displayName: 'Recorded Heading',
		name: 'recordedHeading',
		type: 'string',
		default: 'Thank you',
		description: 'The heading once the answer is recorded',
	},
	{
		displayName: 'Recorded Text',
		name: 'recordedText',
		type: 'string',
		default: 'Your answer was recorded. You can close this page.',
		description: 'What the page says once the answer is recorded. It repeats question and answer below.',
	},
	{
		displayName: 'Send Button Label',
		name: 'sendLabel',
		type: 'string',
		default: 'Send',
		description: 'The words on the button that sends a free text',
	},
] as const satisfies INodeProperties[];

/** The option Texts of the Page. */
export const pageTexts = {
	displayName: 'Texts of the Page',
	name: 'pageTexts',
	type: 'fixedCollection',
	default: { values: Object.fromEntries(pageTextFields.map(({ name, default: usual }) => [name, usual])) },
	description: 'The words of the page where the person answers, for example in another language',
	options: [{ displayName: 'Values', name: 'values', values: [...pageTextFields] }],
} as const satisfies INodeProperties;

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
