import type { WebhookAnswer } from '../state/dependencies';

/** The address by which a service asks whether a URL is meant to take its webhooks: it is to answer with the challenge. */
export function askingUrl(url: string, verifyToken: string, challenge: string): string {
	const asking = new URL(url);
	asking.searchParams.set('hub.mode', 'subscribe');
	asking.searchParams.set('hub.verify_token', verifyToken);
	asking.searchParams.set('hub.challenge', challenge);
	return asking.href;
}

/** As much of an answer as a person needs to see whose it is, in characters. */
const shownAnswer = 200;

/** Why an answer is not the challenge; undefined if it is. */
export function whyNotVerified(answer: WebhookAnswer, challenge: string): string | undefined {
	if ('failure' in answer) return `The URL did not answer: ${answer.failure}.`;
	const { status, body } = answer;
	if (status === 200 && body === challenge) return undefined;
	const words = body.replace(/\s+/g, ' ').trim().slice(0, shownAnswer);
	return `The URL answered ${status} ${words === '' ? 'without a body' : `with "${words}"`}, not 200 with the challenge.`;
}
