import type { FastifyInstance } from 'fastify';

import { timestamp, type Sandbox } from '../parts/sandbox';
import { describeIssues, refusals } from '../forms/refusal';
import { registrationRequest, showRegistration, whyNotAdded } from '../webhooks/registration';
import { idOf, refuse } from './answers';

/** Webhook registration (API document, "Events": not shown). */
export function webhookRoutes(app: FastifyInstance, sandbox: Sandbox): void {
	const { dispatcher, form } = sandbox;
	if (form.registration.by !== 'api') return;
	const { path } = form.registration;

	app.get(path, async () => ({
		data: dispatcher.registrations().map(showRegistration),
		paging: {},
	}));

	app.post(path, async (request, reply) => {
		const read = registrationRequest.safeParse(request.body);
		if (!read.success) return refuse(request, reply, refusals.badRequest(describeIssues(read.error)), form);
		const conflict = whyNotAdded(read.data.url, dispatcher.registrations());
		if (conflict !== undefined) return refuse(request, reply, refusals.conflict(conflict), form);
		const registration = { ...read.data, id: sandbox.newId('wh_'), created_at: timestamp(sandbox) };
		dispatcher.add(registration);
		return reply.code(201).send(showRegistration(registration));
	});

	app.get(`${path}/:id`, async (request, reply) => {
		const id = idOf(request);
		const found = dispatcher.registrations().find((one) => one.id === id);
		return found === undefined
			? refuse(request, reply, refusals.notFound(`There is no registration "${id}".`), form)
			: showRegistration(found);
	});

	app.delete(`${path}/:id`, async (request, reply) => {
		const id = idOf(request);
		if (!dispatcher.remove(id)) {
			return refuse(request, reply, refusals.notFound(`There is no registration "${id}".`), form);
		}
		return reply.code(204).send();
	});
}
