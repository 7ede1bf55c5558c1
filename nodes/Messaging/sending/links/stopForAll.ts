import type { SendRequest } from '../../request/requests';
import { type SendResult, withheld } from '../../request/sendResult';
import { type Account, hasTemplatesByNumber } from '../../api/account';
import { type Failure, isOfPace } from '../../result/failure';
import type { Link, Ready } from '../message';

/**
 * What is refused for all is not tried for each: after a refusal of a whole template, sending number or account no
 * further message of it starts, and those of others go on. The link stands twice in the chain, since a message can wait
 * between the two places.
 */
export function stopForAll(account: Account): Link<Ready> {
	/** By what they hold for. */
	const refusals = new Map<string, Failure>();
	return (next) => async (message) => {
		const subjects = subjectsOf(message.request, hasTemplatesByNumber(account));
		for (const subject of Object.values(subjects)) {
			const refusal = refusals.get(subject);
			if (refusal !== undefined) return withheld(refusedForAll(refusal));
		}
		const sent = await next(message);
		const refusal = sent && refusalIn(sent);
		const subject = refusal?.scope === undefined ? undefined : subjects[refusal.scope];
		if (refusal !== undefined && subject !== undefined && !refusals.has(subject)) refusals.set(subject, refusal);
		return sent;
	};
}

/** What a message has in common with others, by the scope of a refusal. `isByNumber`: each sending number has templates of its own. */
function subjectsOf({ kind, body }: SendRequest, isByNumber: boolean): Partial<Record<NonNullable<Failure['scope']>, string>> {
	const common = { account: 'account', number: JSON.stringify([body.phone_number_id]) };
	if (kind !== 'template') return common;
	return { ...common, template: JSON.stringify([body.template_name, body.language_code, isByNumber ? body.phone_number_id : null]) };
}

/** The refusal in a result. A limit that passes by itself is none: the run waits for it. */
function refusalIn(sent: SendResult): Failure | undefined {
	if (sent.outcome === 'accepted' || sent.outcome === 'unknown') return undefined;
	return isOfPace(sent.failure) ? undefined : sent.failure;
}

/** The refusal of another item, without what only its own response had. */
function refusedForAll(refusal: Failure): Failure {
	const whole = refusal.scope === 'number' ? 'sending number' : refusal.scope;
	const description = `This item was not tried, because the service refused another one of this run for the whole ${whole}. ${refusal.description}`;
	return { ...refusal, description, httpStatus: undefined, requestId: undefined, retryAfterMs: undefined };
}
