import { keptDeliveries, type Delivery } from './delivery';

/** The messages that a delivery reports on. */
export const messagesOf = ({ reports }: Delivery): string[] => reports.map(({ record }) => record.message_id);

/** The newest deliveries, and those of each message. */
export function createDeliveries() {
	const byId = new Map<string, Delivery>();
	const byMessage = new Map<string, readonly Delivery[]>();

	function forget(oldest: Delivery): void {
		byId.delete(oldest.delivery_id);
		cancelOne(oldest);
		for (const messageId of messagesOf(oldest)) {
			const rest = (byMessage.get(messageId) ?? []).filter((one) => one !== oldest);
			if (rest.length === 0) byMessage.delete(messageId);
			else byMessage.set(messageId, rest);
		}
	}

	return {
		/** Keeps a delivery; the oldest beyond what is kept are cancelled and forgotten. */
		add(delivery: Delivery): void {
			byId.set(delivery.delivery_id, delivery);
			for (const id of messagesOf(delivery)) byMessage.set(id, [...(byMessage.get(id) ?? []), delivery]);
			for (const oldest of byId.values()) {
				if (byId.size <= keptDeliveries) break;
				forget(oldest);
			}
		},
		all: (): Iterable<Delivery> => byId.values(),
		ofMessage: (messageId: string) => byMessage.get(messageId) ?? [],
		/** Cancels the deliveries that are not finished: all, or those of one registration. */
		cancel(registrationId?: string): void {
			for (const delivery of byId.values()) {
				if (registrationId === undefined || delivery.registration_id === registrationId) cancelOne(delivery);
			}
		},
		clear(): void {
			byId.clear();
			byMessage.clear();
		},
	};
}

function cancelOne(delivery: Delivery): void {
	if (delivery.state !== 'waiting' && delivery.state !== 'retrying') return;
	delivery.state = 'cancelled';
	delivery.next_attempt_at = null;
}
