import { z } from 'zod';

import { isHttpUrl } from '../../nodes/Messaging/api/serviceAddress';
import { webhookEvents } from '../../nodes/Messaging/webhook/registration';
import { signatureChoice, webhookForm, type WebhookForm } from '../state/settings';

/**
 * The body that registers a webhook (API document, "Events": not shown). `signature` and `form` are
 * the sandbox's own additions; if they are left out, the settings hold.
 */
export const registrationRequest = z
	.object({
		url: z.string().refine(isHttpUrl, 'must be an absolute http or https URL'),
		events: z.array(z.enum(webhookEvents)).nonempty(),
		secret: z.string().min(1).optional(),
		signature: signatureChoice.partial().optional(),
		form: webhookForm.optional(),
	})
	.strict();

type RegistrationRequest = z.infer<typeof registrationRequest>;

export interface Registration extends Omit<RegistrationRequest, 'form'> {
	readonly form?: WebhookForm | 'platform' | undefined;
	readonly id: string;
	/** ISO 8601. */
	readonly created_at: string;
}

/** A registration as it is shown: never with its secret. */
export function showRegistration({ secret, ...shown }: Registration) {
	return { ...shown, signed: secret !== undefined };
}

/** How many registrations there can be. */
const mostRegistrations = 50;

/** Why a URL can't be registered beside those that are there. */
export function whyNotAdded(url: string, registrations: readonly Registration[]): string | undefined {
	const same = registrations.find((one) => one.url === url);
	if (same !== undefined) return `url: is registered already, as ${same.id}`;
	return registrations.length < mostRegistrations ? undefined : `There can be ${mostRegistrations} registrations.`;
}
