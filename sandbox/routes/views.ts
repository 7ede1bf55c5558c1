import type { FastifyInstance } from 'fastify';
import { z } from 'zod';

import { timestamp, type Sandbox } from '../parts/sandbox';
import { refusals } from '../forms/refusal';
import type { ConversationView, InboxView, MessageView } from '../views/shapes';
import { showEntry, summarize } from '../views/show';
import { usualFailures } from '../webhooks/progress';
import { idOf, refuse } from './answers';
import { showDelivery } from './ledger';

/** Entries that the page gets at once, at most. */
const mostEntries = 200;

const part = z.object({
	/** Up to which entry, not included; the end if it is left out. */
	end: z.coerce.number().int().min(0).optional(),
	limit: z.coerce.number().int().min(1).max(mostEntries).default(60),
});

/** What the inbox page asks for. */
export function viewRoutes(app: FastifyInstance, sandbox: Sandbox): void {
	const { conversations, catalogue, dispatcher, faults, form } = sandbox;

	app.get('/_sandbox/views/inbox', async (): Promise<InboxView> => ({
		now: timestamp(sandbox),
		moved: sandbox.clock.isMoved(),
		failures: usualFailures,
		conversations: [...conversations.all()].map((one) => summarize(one, sandbox)),
		numbers: catalogue.phoneNumbers.map(({ id, verified_name: name, display_phone_number: number }) => ({ id, name, number })),
		registrations: dispatcher.registrations().length,
		faults: faults.show().map(({ kind, match }) => ({ kind, match: { ...match } })),
		api_key: sandbox.apiKey,
		service: {
			send_path: form.sendPath,
			test_key: sandbox.testKey ?? null,
			endpoints: form.endpoints.map(({ label, path }) => ({ label, path })),
			has_dashboard: form.registration.by === 'dashboard',
		},
	}));

	app.get('/_sandbox/views/conversations/:id', async (request, reply): Promise<ConversationView | undefined> => {
		const conversation = conversations.find(idOf(request));
		const range = part.safeParse(request.query);
		if (conversation === undefined || !range.success) {
			await refuse(request, reply, refusals.notFound('There is no such conversation, or no such part of it.'));
			return;
		}
		const { entries } = conversation;
		const end = Math.min(range.data.end ?? entries.length, entries.length);
		const start = Math.max(0, end - range.data.limit);
		return {
			summary: summarize(conversation, sandbox),
			start,
			entries: entries.slice(start, end).map((entry) => showEntry(entry, sandbox, request.host)),
		};
	});

	app.get('/_sandbox/views/messages/:id', async (request, reply): Promise<MessageView | undefined> => {
		const message = conversations.message(idOf(request));
		if (message === undefined) {
			await refuse(request, reply, refusals.notFound('There is no such message.'));
			return;
		}
		return {
			message_id: message.message_id,
			accepted_at: message.accepted_at,
			steps: message.steps,
			request: message.body,
			idempotency_key: message.idempotency_key,
			attempts: message.attempts,
			webhooks: dispatcher.deliveriesOf(message.message_id).map(showDelivery),
		};
	});
}
