import type { Failure } from '../failure';
import { phoneNumberList, readListFailure } from './listFailure';
import { readPage } from './lists';
import { isSuccess, readBody, type HttpResponse } from './response';

/** What to check in the credential, by the status of the response. */
const texts: Readonly<Record<number, string>> = {
	401: "The service did not accept the API key. Check 'API Key' for a missing character, or create a new API key.",
	403: 'The service knows the API key, but the API key may not list sending numbers. Give it that right at the service.',
	404: "The service has nothing at this address. Check 'Base URL' (without /v1) and, under 'Customize Endpoints', 'Sending Numbers Path'.",
};

const noList =
	"The response is not a list of sending numbers: it may be a web page. Check 'Base URL' (the address of the service's API) and, under 'Customize Endpoints', 'Sending Numbers Path'.";

/** Why the connection test of a credential failed; undefined where it did not. `now` in milliseconds. */
export function explainTestFailure(response: HttpResponse, now: number): string | undefined {
	const { status } = response;
	if (isSuccess(response)) return readPage(readBody(response)).ok ? undefined : noList;
	const known = Object.hasOwn(texts, status) ? texts[status] : undefined;
	if (known !== undefined) return known;
	if (status >= 300 && status < 400) {
		return `The service is at another address: it responded with a redirect (status ${status}), and the API key is not sent there. Check whether 'Base URL' must begin with https:// or name another host.`;
	}
	return explain(readListFailure(phoneNumberList, response, now));
}

/** A failure as one text, which n8n shows below the open credential. */
export const explain = ({ message, description }: Failure): string =>
	`${message}. ${description}`
		.replaceAll(' in the Messaging API credential', '')
		.replaceAll(/Open the credential and (\w)/g, (_words, letter: string) => letter.toUpperCase());
