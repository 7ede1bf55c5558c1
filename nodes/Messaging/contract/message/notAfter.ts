import { invalidInput, type Failure } from '../failure';
import { shorten } from '../wording';

const remedy = 'If it is still wanted, send it with a later time.';

const expiredFor = (reason: string): Failure => ({
	category: 'expired',
	message: "'Not After' came before this message could start",
	description: `Nothing was sent for it in this run: ${reason} ${remedy}`,
});

/** The message could not start in time. `notAfter` in milliseconds since 1970. */
export const expired = (notAfter: number): Failure =>
	expiredFor(`it was to start by ${new Date(notAfter).toISOString()}.`);

/** The message could not start in time, since its file was not uploaded in time. `failure` is that of the last attempt. */
export const uploadExpired = (failure: Failure | undefined): Failure =>
	expiredFor(
		`its file could not be uploaded in time.${failure === undefined ? '' : ` The last try of that said: ${failure.message}.`}`,
	);

/** The next attempt would have come too late. `failure` is that of the last attempt. */
export const noTimeToRetry = (failure: Failure): Failure => ({
	...failure,
	description: `${failure.description} It was not tried again, since 'Not After' came first.`,
});

/** The value of 'Not After' is not a date and time. */
export const invalidNotAfter = (value: unknown): Failure =>
	invalidInput(
		`'Not After' in the options is not a date and time: ${shown(value)}`,
		'Nothing was sent for this item. Give it as 2026-11-22T18:00, which counts in the time zone of the workflow, with a time zone as 2026-11-22T18:00+01:00, or as {{ $now.plus({ hours: 1 }) }}. Left empty, there is no such time.',
	);

function shown(value: unknown): string {
	if (Array.isArray(value)) return 'a list';
	if (typeof value === 'object' && value !== null && !(value instanceof Date)) return 'an object';
	return `"${shorten(String(value), 50)}"`;
}
