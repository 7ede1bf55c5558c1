import { type IExecuteFunctions, isExpression } from 'n8n-workflow';

import { expiredBeforeQuietEnds } from '../../request/notAfter';
import { inQuietHours, quietAt, type Quiet, type QuietHours, readQuietHours } from '../../request/quietHours';
import { notSent, type SendResult } from '../../request/sendResult';
import type { Clock } from '../../n8n/clock';
import { readOrRefuse } from '../../n8n/nodeError';
import type { ParameterReader, Parameters } from '../../n8n/parameters';
import { at } from '../../text/json';
import type { Condition, Message } from '../message';
import type { sendingOptions } from '../optionFields';

/**
 * A message whose turn comes in its quiet hours stays, and so does one that still waits when they begin. It says when it
 * may be sent. Nothing waits for their end: a run that sleeps through a night dies with its process.
 */
export function quietHours(context: IExecuteFunctions, parametersOf: ParameterReader, clock: Pick<Clock, 'date'>): Condition | undefined {
	const given = at(context.getNode().parameters, 'options', 'quietHours');
	if (given === undefined) return undefined;
	const isGivenByExpression = (time: 'from' | 'to') => isExpression(at(given, 'hours', time));
	const timeZone = context.getTimezone();
	const read = ({ index }: Message) => {
		const parameters: Parameters<typeof sendingOptions> = parametersOf(index);
		return readOrRefuse(() => readQuietHours(parameters.field('options', 'quietHours'), timeZone, isGivenByExpression));
	};
	const stay = (quiet: QuietHours, sendAfter: number, notAfter: number): SendResult =>
		notSent(notAfter < sendAfter ? expiredBeforeQuietEnds(notAfter, sendAfter) : inQuietHours(quiet, sendAfter));
	const look = remembering();
	return {
		read,
		link: (next) => async (message) => {
			const quiet = read(message);
			if (!quiet.ok) return notSent(quiet.error);
			const { isQuiet, until } = look(quiet.value, clock.date());
			if (isQuiet) return stay(quiet.value, until, message.notAfter);
			const sent = await next({ ...message, notAfter: Math.min(message.notAfter, until - 1) });
			const isTooLate = sent?.outcome === 'not_sent' && sent.failure.category === 'expired';
			return isTooLate && until <= message.notAfter ? stay(quiet.value, quietAt(quiet.value, until).until, message.notAfter) : sent;
		},
	};
}

/** Looks at the clock once for each change: ten thousand items mostly have the same few quiet hours. */
function remembering(): typeof quietAt {
	const known = new Map<string, Quiet & { readonly from: number }>();
	return (quiet, now) => {
		const key = JSON.stringify([quiet.hours, [...quiet.days], quiet.timeZone]);
		const found = known.get(key);
		if (found !== undefined && now >= found.from && now < found.until) return found;
		const looked = { ...quietAt(quiet, now), from: now };
		known.set(key, looked);
		return looked;
	};
}
