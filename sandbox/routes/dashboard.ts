import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

import { isHttpUrl } from '../../nodes/Messaging/api/serviceAddress';
import { webhookEvents } from '../../nodes/Messaging/webhook/registration';
import { describeIssues, refusals } from '../forms/refusal';
import { timestamp, type Sandbox } from '../parts/sandbox';
import type { RegistrationsView } from '../views/shapes';
import { askingUrl, whyNotVerified } from '../webhooks/handshake';
import { showRegistration, whyNotAdded, type Registration } from '../webhooks/registration';
import { idOf, refuse } from './answers';

const registerRequest = z
	.object({
		url: z.string().refine(isHttpUrl, 'must be an absolute http or https URL'),
		verify_token: z.string().min(1, 'must not be empty'),
	})
	.strict();

/** Registering by hand, as in a service's dashboard: the URL is asked first, and registered if it gives the challenge back. */
export function dashboardRoutes(app: FastifyInstance, sandbox: Sandbox): void {
	const { dispatcher, changes, dependencies, form } = sandbox;
	if (form.registration.by !== 'dashboard') return;

	app.get('/_sandbox/views/registrations', async (): Promise<RegistrationsView> =>
		dispatcher.registrations().map(({ id, url }) => ({ id, url })),
	);

	app.post('/_sandbox/webhooks', async (request, reply) => {
		const read = registerRequest.safeParse(request.body);
		if (!read.success) return refuse(request, reply, refusals.badRequest(describeIssues(read.error)));
		const { url, verify_token: verifyToken } = read.data;
		const early = whyNotAdded(url, dispatcher.registrations());
		if (early !== undefined) return refuse(request, reply, refusals.conflict(early));

		const challenge = dependencies.newId();
		const reason = whyNotVerified(await dependencies.get(askingUrl(url, verifyToken, challenge)), challenge);
		if (reason !== undefined) return refuse(request, reply, refusals.notVerified(reason));
		// Somebody else may have registered the URL while it was asked.
		const late = whyNotAdded(url, dispatcher.registrations());
		if (late !== undefined) return refuse(request, reply, refusals.conflict(late));

		const registration: Registration = {
			id: sandbox.newId('wh_'),
			created_at: timestamp(sandbox),
			url,
			events: [...webhookEvents],
			form: 'platform',
		};
		dispatcher.add(registration);
		changes.mark(undefined);
		return showRegistration(registration);
	});

	app.delete('/_sandbox/webhooks/:id', async (request, reply) => {
		const id = idOf(request);
		if (!dispatcher.remove(id)) return refuse(request, reply, refusals.notFound(`There is no registration "${id}".`));
		changes.mark(undefined);
		return { removed: id };
	});
}
