import { addressRemedy } from '../api/account';
import { categories } from '../result/categories';
import { tooLarge, tooLargeMessage } from '../api/connectionFailure';
import type { Failure } from '../result/failure';
import { capitalize, uncapitalize } from '../text/wording';

/** What the node was doing at the service when it failed. */
export type RegistrationStep = 'register' | 'remove';

const outcome: Record<RegistrationStep, string> = {
	register: 'The webhook is not registered',
	remove: 'The webhook is still registered at the service',
};

const byHand: Record<RegistrationStep, string> = {
	register: "set 'Registration' to 'Manual' and enter the URL in the settings of the service",
	remove: 'delete it in the settings of the service',
};

/**
 * The failure of a registration. Its message alone says what to do, since n8n shows no description when a
 * workflow can't be published. `words` is what the service said, `note` a sentence of this package about
 * the webhook.
 */
export function registrationFailure(
	step: RegistrationStep,
	failure: Failure,
	{ words, note }: { readonly words?: string | undefined; readonly note?: string | undefined } = {},
): Failure {
	const { happened, check } = whatHappened(failure);
	// A note about the URL is added only when the service refused the registration without a more likely reason.
	const hint = note === undefined || (step === 'register' && check !== undefined) ? '' : ` ${note}`;
	const remedy = check === undefined ? capitalize(byHand[step]) : `${check}, or ${byHand[step]}`;
	const said = words === undefined ? '' : ` The service said: "${words}".`;
	return {
		...failure,
		message: `${outcome[step]}: ${happened}.${said}${hint} ${remedy}.`,
		description: 'Nothing else in the workflow has changed.',
	};
}

/** The registration's ID could address something else in a path, so no DELETE request was sent. */
export const unsafeRegistrationId = (note: string): Failure => ({
	category: 'service',
	message: `${outcome.remove}: its ID cannot be used in a URL. ${note} ${capitalize(byHand.remove)}.`,
	description: 'Nothing was deleted.',
});

/** What happened, in the failure's own words if they fit a webhook, and what the user should check. */
function whatHappened({ category, httpStatus, code, message }: Failure): { happened: string; check?: string } {
	const happened = uncapitalize(message);
	const isUnknownHere = (httpStatus === 405 || httpStatus === 501) && category !== 'authentication';
	if (category === 'not-found' || isUnknownHere) {
		return { happened: 'the service has no list of webhooks at this address', check: addressRemedy('webhooks') };
	}
	if (code === tooLarge) return { happened: uncapitalize(tooLargeMessage), check: "Check 'Base URL' in the Messaging API credential" };
	const { check, reason } = categories[category];
	if (check === undefined) return { happened: `the service rejected it (status ${httpStatus ?? 'unknown'})` };
	return { happened: reason === 'pace' ? 'the service asks to wait' : happened, check };
}
