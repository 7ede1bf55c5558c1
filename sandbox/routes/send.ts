import type { FastifyInstance, FastifyRequest } from 'fastify';

import { ok } from '../../nodes/Messaging/result/result';
import { sendPathBelow } from '../../nodes/Messaging/request/messageKinds';
import type { Sandbox } from '../parts/sandbox';
import { createRateLimit } from '../rules/rateLimit';
import { checks } from '../rules/requests';
import { messageKinds, type Message } from '../state/message';
import type { StruckFaults } from './faults';
import { createAcceptance } from './acceptance';
import { refuse, singleValue } from './answers';
import { createSimulation } from './simulation';

/** The endpoints that send (API document, "Endpoints"). */
export function sendRoutes(app: FastifyInstance, sandbox: Sandbox, faults: StruckFaults): void {
	const acceptance = createAcceptance(sandbox);
	const simulate = createSimulation(sandbox);
	const rateLimit = createRateLimit(sandbox.clock);

	const { form } = sandbox;

	for (const kind of messageKinds) {
		app.post(sendPathBelow(form.sendPath, kind), async (request, reply) => {
			const tooMany = rateLimit.take(sandbox.settings().rate_limit_per_second);
			if (tooMany !== undefined) return refuse(request, reply, tooMany, form);

			const key = singleValue(request.headers['idempotency-key']);
			const isLive = sandbox.keyOf(request.headers.authorization) === 'live';
			const repeated = isLive ? acceptance.repeated(kind, request.body, key) : ok(undefined);
			if (!repeated.ok) return refuse(request, reply, repeated.error, form);
			if (repeated.value !== undefined) return answerTo(repeated.value, request);

			const checked = checks[kind](request.body, sandbox);
			if (!checked.ok) return refuse(request, reply, checked.error, form);
			if (!isLive) return simulate(checked.value, key);
			return answerTo(acceptance.accept(checked.value, request.body, key, faults.get(request)?.kind), request);
		});
	}
}

/** "A successful send response means only that the request was accepted." */
const answerTo = (message: Message, { protocol, host }: FastifyRequest) => ({
	success: true,
	message_id: message.message_id,
	to: message.to,
	...(message.kind === 'template' ? { template: message.body.template_name } : {}),
	inbox_url: `${protocol}://${host}/#${encodeURIComponent(message.conversation_id)}`,
	...(message.message_status === undefined ? {} : { message_status: message.message_status }),
});
