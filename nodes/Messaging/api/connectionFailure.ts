import { longestText, shorten } from '../text/wording';
import type { Failure } from '../result/failure';

/** The code of a response that was not read to its end since it is too large. */
export const tooLarge = 'ERR_RESPONSE_TOO_LARGE';

export const tooLargeMessage = 'The response of the service is larger than 10 MB';

/** A failed connection. `code` is Node's error code if there is one, or `tooLarge`. */
export interface ConnectionFailure {
	readonly code: string | undefined;
	readonly message: string;
	/** Whether it is certain that nothing of the request has left. */
	readonly isUnsent: boolean;
	/** Set if the request ended at its timeout: that timeout, in milliseconds. */
	readonly waitedMs?: number;
}

/** A connection failure in words for the person who uses the node. */
export function readConnectionFailure(failure: ConnectionFailure): Failure {
	// No code in the message: n8n replaces a message that holds a code by its own words.
	const { message, remedy } = connectionTexts(failure);
	return {
		category: failure.code === tooLarge ? 'service' : 'network',
		message,
		description: `${remedy} (${shorten(failure.code ?? failure.message, longestText)})`,
		code: failure.code,
	};
}

/** Remedies for codes that say why there was no connection. */
const remedies = new Map([
	['ENOTFOUND', "No host has this name. Check the spelling of 'Base URL' in the Messaging API credential."],
	['EAI_AGAIN', "The host's name could not be looked up. Check the spelling of 'Base URL' in the Messaging API credential, and the network of n8n."],
	[
		'ECONNREFUSED',
		"The host exists, but nothing listens at its port. Check the port in 'Base URL' in the Messaging API credential, and that the service is up. In a container, localhost is the container itself.",
	],
]);

const anyRemedy = "Check 'Base URL' in the Messaging API credential, and that the service is up and reachable from n8n.";

function connectionTexts({ code = '', isUnsent, waitedMs }: ConnectionFailure): { message: string; remedy: string } {
	if (code === tooLarge) {
		return {
			message: tooLargeMessage,
			remedy: "It was not read to its end. Check 'Base URL' in the Messaging API credential: it may lead to something else than the service's API.",
		};
	}
	const waited = waitedMs === undefined ? undefined : `${waitedMs.toLocaleString('en-US')} ms`;
	if (isUnsent) {
		const remedy = waited === undefined ? (remedies.get(code) ?? anyRemedy) : `There was no connection within ${waited}. ${anyRemedy}`;
		return { message: 'The service could not be reached', remedy };
	}
	const network = 'Look at the network between n8n and the service.';
	if (waited === undefined) return { message: 'The connection to the service broke off before a response came', remedy: network };
	return { message: 'The service did not respond in time', remedy: `The response was not complete after ${waited}. ${network}` };
}

/** A request that the run did not send. */
export interface Withheld {
	readonly withheld: Failure;
}

/** Why a request has no response: its connection failed, or it was not sent. */
export type NoResponse = ConnectionFailure | Withheld;

/** Why a request has no response, in words for the person who uses the node. */
export const readNoResponse = (noAnswer: NoResponse): Failure =>
	'withheld' in noAnswer ? noAnswer.withheld : readConnectionFailure(noAnswer);
