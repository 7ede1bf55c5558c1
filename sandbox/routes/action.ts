import type { FastifyInstance } from 'fastify';
import type { z, ZodTypeAny } from 'zod';

import type { Result } from '../../nodes/Messaging/api/failure';
import { describeIssues, refusals, type Refusal } from '../rules/refusal';
import { idOf, refuse } from './answers';

/** A control endpoint that takes JSON, checks it and answers with what `act` says. */
export function action<S extends ZodTypeAny>(
	app: FastifyInstance,
	path: string,
	schema: S,
	act: (input: z.infer<S>, id: string) => Result<unknown, Refusal>,
): void {
	app.post(`/_sandbox${path}`, async (request, reply) => {
		const read = schema.safeParse(request.body ?? {});
		if (!read.success) return refuse(request, reply, refusals.badRequest(describeIssues(read.error)));
		const result = act(read.data, idOf(request));
		return result.ok ? result.value : refuse(request, reply, result.error);
	});
}
