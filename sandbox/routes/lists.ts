import type { FastifyInstance } from 'fastify';

import type { Sandbox } from '../parts/sandbox';
import { refusals } from '../forms/refusal';
import { param, refuse } from './answers';

/** Templates and sending numbers (API document, "Other records"). */
export function listRoutes(app: FastifyInstance, { catalogue, form }: Sandbox): void {
	for (const { path, records } of form.lists) {
		app.get(path, async (request, reply) => {
			const phoneNumberId = param(request, 'phone_number_id');
			const found = records(catalogue, phoneNumberId);
			if (found === undefined) {
				return refuse(request, reply, refusals.unknownNumber(`There is no sending number with the id "${phoneNumberId}".`), form);
			}
			const address = `${request.protocol}://${request.host}${request.url.split('?')[0]}`;
			const page = form.listAnswer(found, { query: request.query, address });
			return page.ok ? page.value : refuse(request, reply, page.error, form);
		});
	}
}
