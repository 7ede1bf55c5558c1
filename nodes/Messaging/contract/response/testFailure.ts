import { pathLabels } from '../account';
import type { Failure } from '../failure';
import { phoneNumberList, readListFailure } from './listFailure';
import { readPage } from './lists';
import { isSuccess, readBody, type HttpResponse } from './response';

/** What to check in the credential, by the status of the response. */
const failures: Readonly<Record<number, Failure>> = {
	401: {
		category: 'authentication',
		message: 'The service did not accept the API key',
		description: "Check 'API Key' for a missing character, or create a new API key.",
	},
	403: {
		category: 'authentication',
		message: 'The service knows the API key, but the API key may not list sending numbers',
		description: 'Give it that right at the service.',
	},
	404: {
		category: 'not-found',
		message: 'The service has nothing at this address',
		description: `Check 'Base URL' (without /v1) and, under 'Customize Endpoints', '${pathLabels.phoneNumbers}'.`,
	},
};

const noList: Failure = {
	category: 'service',
	message: 'The response is not a list of sending numbers: it may be a web page',
	description:
		`Check 'Base URL' (the address of the service's API) and, under 'Customize Endpoints', '${pathLabels.phoneNumbers}'.`,
};

const redirected = (status: number): Failure => ({
	category: 'service',
	message: `The service is at another address: it responded with a redirect (status ${status}), and the API key is not sent there`,
	description: "Check whether 'Base URL' must begin with https:// or name another host.",
});

/** Why the connection test of a credential failed; undefined where it did not. `now` in milliseconds. */
export function readTestFailure(response: HttpResponse, now: number): Failure | undefined {
	const { status } = response;
	if (isSuccess(response)) return readPage(readBody(response)).ok ? undefined : noList;
	const known = Object.hasOwn(failures, status) ? failures[status] : undefined;
	if (known !== undefined) return known;
	if (status >= 300 && status < 400) return redirected(status);
	return readListFailure(phoneNumberList, response, now);
}

/** A failure as one text, which n8n shows below the open credential. */
export const explain = ({ message, description }: Failure): string =>
	`${message}. ${description}`
		.replaceAll(' in the Messaging API credential', '')
		.replaceAll(/Open the credential and (\w)/g, (_words, letter: string) => letter.toUpperCase());
