/** A page with nothing to answer, in words for the person who was asked. */
export interface Notice {
	readonly status: number;
	readonly title: string;
	readonly text: string;
}

export const questionTitle = 'Your answer is needed';

export const textLabel = 'Your answer';

export const sendLabel = 'Send';

/** Shown above the question when the form was sent without an answer. */
export const noAnswer = {
	approval: 'Nothing was recorded yet. Please press a button.',
	freeText: 'Nothing was recorded yet. Please write an answer.',
} as const;

const closePage = 'You can close this page.';

export const notices = {
	recorded: { status: 200, title: 'Thank you', text: `Your answer was recorded. ${closePage}` },
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
} as const satisfies Record<string, Notice>;
