import type { FastifyReply, FastifyRequest } from 'fastify';

import { at } from '../../nodes/Messaging/text/json';
import { errorBody, type Refusal } from '../rules/refusal';

/** Answers with a refusal. */
export function refuse(request: FastifyRequest, reply: FastifyReply, refused: Refusal): FastifyReply {
	if (refused.retryAfter !== undefined) void reply.header('retry-after', String(refused.retryAfter));
	return reply.code(refused.status).send(errorBody(refused, request.id));
}

/** The one value of a header or query field, null if there is none. */
export const singleValue = (value: string | string[] | undefined): string | null =>
	(Array.isArray(value) ? value[0] : value) ?? null;

/** The `:id` of a path. */
export const idOf = ({ params }: FastifyRequest): string => String(at(params, 'id'));
