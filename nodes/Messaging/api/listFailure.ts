import { addressRemedy, type PathName, pathLabels } from './account';
import type { Failure } from '../result/failure';
import type { HttpResponse } from './response';
import { readFailure } from './responseFailure';

/** A list of the account, in words for a person. */
export interface ListName {
	readonly plural: string;
	/** The credential's path of the list. */
	readonly path: PathName;
	/** What a person can do without the list. */
	readonly remedy: string;
}

export const templateList: ListName = {
	plural: 'templates',
	path: 'templates',
	remedy:
		"A template can still be sent: choose it 'By Name', set the language, and enter the placeholders as JSON.",
};

export const phoneNumberList: ListName = {
	plural: 'sending numbers',
	path: 'phoneNumbers',
	remedy: "A sending number can still be given: choose 'By ID'.",
};

/** Why a list could not be read, from a response that is not a success. `now` in milliseconds. */
export function readListFailure(list: ListName, response: HttpResponse, now: number): Failure {
	const failure = readFailure(response, now);
	if (failure.category !== 'not-found') return failure;
	return {
		...failure,
		message: `The service has no list of ${list.plural} at this address`,
		description: `${addressRemedy(list.path)}. ${list.remedy}`,
	};
}

/** Why a list is not read any further: `why` says how large it is. */
export const tooLargeList = (list: ListName, why: string): Failure => ({
	...noListFailure(list, `It ${why}, so it was not read any further.`),
	message: `The list of ${list.plural} is too large: it ${why}`,
});

/** Why a successful response gives no list. */
export const noListFailure = (list: ListName, why: string): Failure => ({
	category: 'service',
	message: `The list of ${list.plural} could not be read`,
	description: `${why} Check '${pathLabels[list.path]}' in the Messaging API credential. ${list.remedy}`,
});
