import type { MessageKind } from '../../nodes/Messaging/request/messageKinds';

/** A message that was sent with a test key: checked, and never accepted. */
export interface Simulated {
	readonly message_id: string;
	readonly kind: MessageKind;
	readonly to: string;
	readonly phone_number_id: string;
	readonly template_name: string | null;
	readonly idempotency_key: string | null;
	/** ISO 8601. */
	readonly at: string;
}

/** Simulated messages that are kept, the newest ones. */
export const keptSimulated = 20_000;
