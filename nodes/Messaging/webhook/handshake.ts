import { sameText } from './signature';
import { err, ok, type Result } from '../result/result';
import { at, text } from '../text/json';

/*
 * Some services ask a webhook URL, before they register it, for a token that the user has entered at both ends (API
 * document, "Events": not shown). The question is that of the WhatsApp Business Platform.
 */

/** In characters. A longer challenge is none: the answer would repeat whatever a stranger sends. */
const longestChallenge = 500;

/** Reads what a service asks before it registers a URL. Gives its challenge and token, or what is wrong. Compares nothing yet. */
export function readHandshake(query: unknown): Result<{ readonly challenge: string; readonly token: string }, string> {
	const [mode, token, challenge] = ['mode', 'verify_token', 'challenge'].map((name) => text(at(query, `hub.${name}`)));
	if (mode === undefined && token === undefined && challenge === undefined) return err('it carries no hub.mode, hub.verify_token and hub.challenge');
	if (mode !== 'subscribe') return err("hub.mode is not 'subscribe'");
	if (token === undefined) return err('hub.verify_token is missing');
	if (challenge === undefined) return err('hub.challenge is missing');
	if (challenge.length > longestChallenge) return err(`hub.challenge has more than ${longestChallenge} characters`);
	return ok({ challenge, token });
}

/** Why a token is not the one of the credential; undefined if it is. Without a token in the credential every one is wrong. */
export function findWrongToken(given: string, expected: string): string | undefined {
	if (expected === '') return "'Verify Token' in the Messaging API credential is empty";
	return sameText(given, expected) ? undefined : "hub.verify_token is not the 'Verify Token' of the Messaging API credential";
}
