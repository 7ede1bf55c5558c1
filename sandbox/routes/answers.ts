import type { FastifyReply, FastifyRequest } from 'fastify';

import { at } from '../../nodes/Messaging/text/json';
import type { ServiceForm } from '../forms/form';
import { errorBody, type Refusal } from '../forms/refusal';

/** Answers with a refusal, as the service does whose form is given, else as the sandbox's own endpoints do. */
export function refuse(
	request: FastifyRequest,
	reply: FastifyReply,
	refused: Refusal,
	form: Pick<ServiceForm, 'errorBody'> = { errorBody },
): FastifyReply {
	if (refused.retryAfter !== undefined) void reply.header('retry-after', String(refused.retryAfter));
	return reply.code(refused.status).send(form.errorBody(refused, request.id));
}

/** The one value of a header or query field, null if there is none. */
export const singleValue = (value: string | string[] | undefined): string | null =>
	(Array.isArray(value) ? value[0] : value) ?? null;

/** A value in the path, by the name that the route gives it. */
export const param = ({ params }: FastifyRequest, name: string): string => String(at(params, name) ?? '');

/** The `:id` of a path. */
export const idOf = (request: FastifyRequest): string => param(request, 'id');
