import { signatureSchemes } from '../../nodes/Messaging/contract/signature';
import type { Settings } from '../settings';
import type { Clock } from '../state/clock';
import type { Surroundings } from '../surroundings';
import { isAccepted, keptAttempts, keptDeliveries, retryDelay, retryForMs, type Delivery } from './delivery';
import { forms, type StatusRecord, type StatusReport } from './forms';
import type { Registration } from './registration';

/** Hands statuses to whoever registered for them, until they are taken. */
export interface Dispatcher {
	/** Reports a status to every registration that asked for it. */
	report(record: StatusRecord): void;
	add(registration: Registration): void;
	/** Stops what is on its way to a registration; false when there is none with this id. */
	remove(registrationId: string): boolean;
	registrations(): readonly Registration[];
	/** The newest deliveries, in the order in which they were made. */
	deliveries(): Iterable<Delivery>;
	deliveriesOf(messageId: string): readonly Delivery[];
	clear(keepRegistrations: boolean): void;
}

interface Parts {
	readonly settings: () => Settings;
	readonly clock: Clock;
	readonly surroundings: Surroundings;
	/** Called when a delivery of these messages has changed. */
	readonly changed: (messageIds: readonly string[]) => void;
}

/** Requests to receivers that are open at the same time. */
const mostAtOnce = 16;

export function createDispatcher({ settings, clock, surroundings, changed }: Parts): Dispatcher {
	const registrations = new Map<string, Registration>();
	const batches = new Map<string, StatusReport[]>();
	const deliveries = new Map<string, Delivery>();
	const byMessage = new Map<string, Delivery[]>();
	const ready: Delivery[] = [];
	let open = 0;

	const messagesOf = ({ reports }: Delivery) => reports.map(({ record }) => record.message_id);

	function remember(delivery: Delivery): void {
		deliveries.set(delivery.delivery_id, delivery);
		for (const id of messagesOf(delivery)) byMessage.set(id, [...(byMessage.get(id) ?? []), delivery]);
		for (const [id, oldest] of deliveries) {
			if (deliveries.size <= keptDeliveries) break;
			deliveries.delete(id);
			cancel(oldest);
			for (const messageId of messagesOf(oldest)) {
				const rest = (byMessage.get(messageId) ?? []).filter((one) => one !== oldest);
				if (rest.length === 0) byMessage.delete(messageId);
				else byMessage.set(messageId, rest);
			}
		}
		changed(messagesOf(delivery));
	}

	function cancel(delivery: Delivery): void {
		if (delivery.state !== 'waiting' && delivery.state !== 'retrying') return;
		delivery.state = 'cancelled';
		delivery.next_attempt_at = null;
	}

	function dispatch(registration: Registration, reports: readonly StatusReport[]): void {
		const form = registration.form ?? settings().webhook_form;
		const webhookId = `evt_${surroundings.newId()}`;
		const make = (repeat: boolean): Delivery => ({
			delivery_id: `whd_${surroundings.newId()}`,
			webhook_id: webhookId,
			registration_id: registration.id,
			url: registration.url,
			reports,
			body: JSON.stringify(forms[form](reports)),
			repeat,
			attempts: [],
			tries: 0,
			state: 'waiting',
			next_attempt_at: null,
		});
		plan(make(false));
		if (happens(settings().webhook_repeat_rate)) plan(make(true));
	}

	/** Draws a number only where chance has a say, so that a seed means the same whatever else is set. */
	const happens = (rate: number) => rate > 0 && surroundings.random() < rate;

	function plan(delivery: Delivery): void {
		remember(delivery);
		const held = happens(settings().webhook_reorder_rate);
		tryAfter(delivery, held ? surroundings.random() * settings().webhook_hold_ms : 0);
	}

	function tryAfter(delivery: Delivery, ms: number): void {
		delivery.next_attempt_at = new Date(clock.now() + ms).toISOString();
		const enqueue = () => {
			ready.push(delivery);
			void next();
		};
		if (ms === 0) enqueue();
		else clock.after(ms, enqueue);
	}

	async function next(): Promise<void> {
		if (open >= mostAtOnce) return;
		const delivery = ready.shift();
		if (delivery === undefined) return;
		open++;
		await attempt(delivery);
		open--;
		void next();
	}

	async function attempt(delivery: Delivery): Promise<void> {
		const registration = registrations.get(delivery.registration_id);
		if (registration === undefined || delivery.state === 'cancelled') return;
		const at = new Date(clock.now()).toISOString();
		const headers = {
			'content-type': 'application/json',
			'user-agent': 'messaging-sandbox',
			...sign(registration, delivery),
		};
		const answer = await surroundings.post({ url: delivery.url, headers, body: delivery.body });
		delivery.attempts = [...delivery.attempts, { at, headers, answer }].slice(-keptAttempts);
		delivery.tries++;
		settle(delivery, isAccepted(answer));
		changed(messagesOf(delivery));
	}

	function settle(delivery: Delivery, accepted: boolean): void {
		delivery.next_attempt_at = null;
		if (accepted) delivery.state = 'delivered';
		if (accepted || delivery.state === 'cancelled') return;
		const reportedAt = Date.parse(delivery.reports[0]?.record.timestamp ?? '');
		if (clock.now() - reportedAt >= retryForMs) {
			delivery.state = 'given up';
			return;
		}
		delivery.state = 'retrying';
		tryAfter(delivery, retryDelay(settings().webhook_retry_ms, delivery.tries));
	}

	/** Signed with real time: a receiver compares it with its own clock, which nobody moves. */
	function sign(registration: Registration, delivery: Delivery): Record<string, string> {
		if (registration.secret === undefined) return {};
		const usual = settings().webhook_signature;
		const own = registration.signature;
		return signatureSchemes[own?.scheme ?? usual.scheme].sign(
			{
				secrets: [registration.secret],
				header: own?.header ?? usual.header,
				prefix: own?.prefix ?? usual.prefix,
				encoding: own?.encoding ?? usual.encoding,
				toleranceSeconds: 300,
			},
			new TextEncoder().encode(delivery.body),
			surroundings.now(),
			delivery.webhook_id,
		);
	}

	function addToBatch(registration: Registration, report: StatusReport, ms: number): void {
		const batch = batches.get(registration.id);
		if (batch !== undefined) {
			batch.push(report);
			return;
		}
		batches.set(registration.id, [report]);
		clock.after(ms, () => {
			const reports = batches.get(registration.id) ?? [];
			batches.delete(registration.id);
			if (registrations.has(registration.id) && reports.length > 0) dispatch(registration, reports);
		});
	}

	return {
		report(record) {
			for (const registration of registrations.values()) {
				if (!registration.events.some((event) => event === record.status)) continue;
				const report = { event_id: `evt_${surroundings.newId()}`, record };
				const batchMs = settings().webhook_batch_ms;
				if (batchMs > 0) addToBatch(registration, report, batchMs);
				else dispatch(registration, [report]);
			}
		},
		add(registration) {
			registrations.set(registration.id, registration);
		},
		remove(registrationId) {
			batches.delete(registrationId);
			for (const delivery of deliveries.values()) {
				if (delivery.registration_id === registrationId) cancel(delivery);
			}
			return registrations.delete(registrationId);
		},
		registrations: () => [...registrations.values()],
		deliveries: () => deliveries.values(),
		deliveriesOf: (messageId) => byMessage.get(messageId) ?? [],
		clear(keepRegistrations) {
			for (const delivery of deliveries.values()) cancel(delivery);
			deliveries.clear();
			byMessage.clear();
			batches.clear();
			ready.length = 0;
			if (!keepRegistrations) registrations.clear();
		},
	};
}
