import type { FastifyInstance } from 'fastify';

import { timestamp, type Sandbox } from '../parts/sandbox';
import type { Delivery } from '../webhooks/delivery';
import { messagesOf } from '../webhooks/deliveries';
import { showRegistration } from '../webhooks/registration';
import { eventOf } from '../webhooks/report';

/** Endpoints that show what the service has received and done. Tests compare n8n's results with them. */
export function ledgerRoutes(app: FastifyInstance, sandbox: Sandbox): void {
	app.get('/_sandbox/ledger', async () => ({
		messages: sandbox.conversations.messages(),
		...(sandbox.testKey === undefined ? {} : { simulated: sandbox.simulated.all() }),
	}));

	app.get('/_sandbox/requests', async () => ({ requests: sandbox.requests.all() }));

	app.get('/_sandbox/webhooks', async () => ({
		registrations: sandbox.dispatcher.registrations().map(showRegistration),
		deliveries: [...sandbox.dispatcher.deliveries()].map(showDelivery),
	}));

	app.get('/_sandbox/faults', async () => ({ rules: sandbox.faults.show() }));

	app.get('/_sandbox/settings', async () => sandbox.settings());

	app.get('/_sandbox/clock', async () => ({ now: timestamp(sandbox) }));
}

/** A delivery with its request, the answers to it, and the time of the next attempt. */
export const showDelivery = (delivery: Delivery) => {
	const { reports, body, attempts, ...rest } = delivery;
	return {
		...rest,
		message_ids: messagesOf(delivery),
		statuses: reports.map(eventOf),
		request: { method: 'POST', url: delivery.url, headers: attempts.at(-1)?.headers ?? {}, body },
		answer: attempts.at(-1)?.answer ?? null,
		attempts,
	};
};
