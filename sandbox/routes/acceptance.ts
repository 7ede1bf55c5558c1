import { createHash } from 'node:crypto';

import { err, ok, type Result } from '../../nodes/Messaging/result/result';
import { timestamp, type Sandbox } from '../parts/sandbox';
import { refusals, type Refusal } from '../forms/refusal';
import type { FaultKind } from '../state/faultPlan';
import type { Message, Request } from '../state/message';

/** As many keys as messages are kept. */
const keptKeys = 20_000;

/** How long a key is remembered, in milliseconds. */
const keyLastsMs = 24 * 60 * 60 * 1000;

/** The same ID for the same number, which can't be read from it. */
const userIdOf = (number: string): string =>
	`US.${BigInt(`0x${createHash('sha256').update(number).digest('hex').slice(0, 16)}`)}`;

/** Makes messages of checked requests. A repeated key gets the message of its first request. */
export function createAcceptance(sandbox: Sandbox) {
	const { conversations, changes, progress, clock } = sandbox;
	const byKey = new Map<string, { readonly messageId: string; readonly request: string }>();

	const fingerprint = (kind: Request['kind'], body: unknown) =>
		createHash('sha256').update(JSON.stringify([kind, body])).digest('base64');

	function earlier(key: string): { readonly message: Message; readonly request: string } | undefined {
		const made = byKey.get(key);
		const message = made === undefined ? undefined : conversations.message(made.messageId);
		if (made === undefined || message === undefined) return undefined;
		const age = clock.now() - Date.parse(message.accepted_at);
		return age < keyLastsMs ? { message, request: made.request } : undefined;
	}

	return {
		/** The message that a request with this key has made; refused if that request was different. */
		repeated(kind: Request['kind'], body: unknown, key: string | null): Result<Message | undefined, Refusal> {
			if (key === null || !sandbox.settings().idempotency) return ok(undefined);
			const first = earlier(key);
			if (first === undefined) return ok(undefined);
			const { message } = first;
			if (first.request !== fingerprint(kind, body)) {
				return err(refusals.keyReused(`The key "${key}" made ${message.message_id} from another body.`));
			}
			message.attempts++;
			return ok(message);
		},
		/** Makes a message; `body` is the request's body as it came, `fault` what is to become of the message on purpose. */
		accept(request: Request, body: unknown, key: string | null, fault?: FaultKind): Message {
			const { phone_number_id, to } = request.body;
			const conversation = conversations.open(phone_number_id, to);
			const message: Message = {
				...request,
				message_id: sandbox.newId(sandbox.form.idPrefixes.message),
				conversation_id: conversation.id,
				to,
				phone_number_id,
				idempotency_key: key,
				accepted_at: timestamp(sandbox),
				attempts: 1,
				status: 'accepted',
				steps: [],
				error: null,
				...(fault === 'held' ? { message_status: 'held_for_quality_assessment' } : {}),
				...(fault === 'no-number' ? { recipient_user_id: userIdOf(to) } : {}),
			};
			conversations.add(conversation, message);
			if (key !== null) remember(key, { messageId: message.message_id, request: fingerprint(request.kind, body) });
			changes.mark(conversation.id);
			progress.start(message);
			return message;
		},
	};

	function remember(key: string, made: { readonly messageId: string; readonly request: string }): void {
		byKey.delete(key);
		byKey.set(key, made);
		for (const oldest of byKey.keys()) {
			if (byKey.size <= keptKeys) return;
			byKey.delete(oldest);
		}
	}
}
