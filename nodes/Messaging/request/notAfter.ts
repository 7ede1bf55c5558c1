import { categories } from '../result/categories';
import { type Failure, invalidInput } from '../result/failure';
import { describeValue } from '../text/wording';

const expiredFor = (reason: string): Failure => ({
	category: 'expired',
	message: "Not sent: the time in 'Do Not Send After' has passed",
	description: `Nothing was sent for this item in this run. ${reason} If the message is still wanted, send it with a later time.`,
});

/** The message could not start in time. `notAfter` in milliseconds since 1970. */
export const expired = (notAfter: number): Failure =>
	expiredFor(`The message had to start by ${new Date(notAfter).toISOString()}.`);

/** Quiet hours last longer than the message may wait. Both in milliseconds since 1970. */
export const expiredBeforeQuietEnds = (notAfter: number, sendAfter: number): Failure => ({
	...expiredFor(`It may be sent from ${new Date(sendAfter).toISOString()} on, and had to start by ${new Date(notAfter).toISOString()}.`),
	message: "Not sent: the time in 'Do Not Send After' comes before its 'Quiet Hours' end",
});

/** Whether a message stays only because of the time: it says nothing about another try, or another item. */
export const isOutOfTime = ({ category }: Failure): boolean => categories[category].reason === 'time';

/** The message could not start in time, since its file was not uploaded in time. `failure` is that of the last attempt. */
export const uploadExpired = (failure: Failure | undefined): Failure =>
	expiredFor(
		`Its file could not be uploaded in time.${failure === undefined ? '' : ` The last attempt to upload it failed: ${failure.message}.`}`,
	);

/** The next attempt would have come too late. `failure` is that of the last attempt. */
export const noTimeToRetry = (failure: Failure): Failure => ({
	...failure,
	description: `${failure.description} No further attempt was made, since it would have come after the time in 'Do Not Send After' or in quiet hours.`,
});

/** The value of 'Do Not Send After' is not a date and time. */
export const invalidNotAfter = (value: unknown): Failure =>
	invalidInput(
		`'Do Not Send After' in the options is not a date and time: ${describeValue(value)}`,
		'Nothing was sent for this item. Give a time such as 2026-11-22T18:00 (in the time zone of the workflow), 2026-11-22T18:00+01:00 or {{ $now.plus({ hours: 1 }) }}. Leave it empty to send at any time.',
	);
