import type { Failure } from '../failure';
import { longestText, shorten } from '../wording';

/** A connection that failed: `code` is Node's error code where there is one. */
export interface ConnectionFailure {
	readonly code: string | undefined;
	readonly message: string;
	/** Whether it is proven, by what failed, that nothing of the request has left. */
	readonly isUnsent: boolean;
	/** How long the whole answer was waited for, in milliseconds, where that is what ended it. */
	readonly waitedMs?: number;
}

/** Whether a failed connection can't have carried the request. */
export const isNeverConnected = ({ isUnsent }: ConnectionFailure): boolean => isUnsent;

/** A connection failure in words for the person who reads the node's panel. */
export function readConnectionFailure(failure: ConnectionFailure): Failure {
	// The code stays out of the message: n8n puts words of its own in place of one that holds a code.
	const { message, remedy } = connectionTexts(failure);
	return {
		category: 'network',
		message,
		description: `${remedy} (${shorten(failure.code ?? failure.message, longestText)})`,
		...(failure.code === undefined ? {} : { code: failure.code }),
	};
}

/** What to look at where the code says more than that there was no connection. */
const remedies: Readonly<Record<string, string>> = {
	ENOTFOUND: "No host has this name. Check the spelling of 'Base URL' in the Messaging API credential.",
	EAI_AGAIN: "The host's name could not be looked up. Check the spelling of 'Base URL' in the Messaging API credential, and the network of n8n.",
	ECONNREFUSED:
		"The host is there, but nothing answers at its port. Check the port in 'Base URL' in the Messaging API credential, and that the service is up; seen from a container, localhost is the container itself.",
};

const anyRemedy = "Check 'Base URL' in the Messaging API credential, and that the service is up and reachable from n8n.";

function connectionTexts({ code = '', isUnsent, waitedMs }: ConnectionFailure): { message: string; remedy: string } {
	const waited = waitedMs === undefined ? undefined : `${waitedMs.toLocaleString('en-US')} ms`;
	if (isUnsent) {
		return {
			message: 'The service could not be reached',
			remedy:
				waited === undefined
					? ((Object.hasOwn(remedies, code) ? remedies[code] : undefined) ?? anyRemedy)
					: `There was no connection within ${waited}. ${anyRemedy}`,
		};
	}
	if (waited === undefined) {
		return {
			message: 'The connection to the service broke off before an answer came',
			remedy: 'Look at the network between n8n and the service.',
		};
	}
	return {
		message: 'The service did not answer in time',
		remedy: `Its answer was not complete after ${waited}. Look at the network between n8n and the service.`,
	};
}
