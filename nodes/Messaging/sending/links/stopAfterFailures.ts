import { isOutOfTime } from '../../request/notAfter';
import { type SendResult, withheld } from '../../request/sendResult';
import type { Failure } from '../../result/failure';
import type { Link, Ready } from '../message';

/** The option of this name: after so many messages in a row that failed, whatever the reason, the run goes on without sending. */
export interface FailuresInARow {
	/** Counts what became of messages. One that is accepted begins a new row. */
	readonly count: Link<Ready>;
	/** Keeps back those that waited meanwhile. */
	readonly check: Link<Ready>;
}

/** @param most how many messages in a row may fail */
export function stopAfterFailures(most: number): FailuresInARow {
	let inARow = 0;
	/** The failure that was one too many. */
	let last: Tried | undefined;
	const check: Link<Ready> = (next) => async (message) => (last === undefined ? await next(message) : withheld(notStarted(most, last)));
	return {
		check,
		count: (next) =>
			check(async (message) => {
				const sent = await next(message);
				if (sent?.outcome === 'accepted') inARow = 0;
				else if (sent !== undefined && isTried(sent) && ++inARow >= most) last ??= sent;
				return sent;
			}),
	};
}

type Tried = Extract<SendResult, { failure: Failure }>;

/** Whether the service, or the way to it, is why a message failed. */
const isTried = (sent: SendResult): sent is Tried =>
	sent.outcome !== 'accepted' && sent.isWithheld !== true && !isOutOfTime(sent.failure);

/** The failure of an item behind those that failed, with the category of the last one. */
function notStarted(most: number, { outcome, failure }: Tried): Failure {
	const { category, message, description } = failure;
	const why = `This item was not tried, because ${most.toLocaleString('en-US')} before it failed, as many as the option 'Stop After Failures in a Row' allows. The last one: ${message}.`;
	return {
		category,
		message: 'Not sent: too many messages of this run failed in a row',
		// That the last one may have arrived says nothing about this one.
		description: outcome === 'unknown' ? why : `${why} ${description}`,
		remedy: `The last one: ${message}. Mend that, then send the others again.`,
	};
}
