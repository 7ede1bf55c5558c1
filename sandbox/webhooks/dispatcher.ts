import type { Clock } from '../state/clock';
import type { Dependencies } from '../state/dependencies';
import type { Settings } from '../state/settings';
import { createDeliveries, messagesOf } from './deliveries';
import { isAccepted, keptAttempts, keptDeliveries, retryDelay, retryForMs, type Delivery } from './delivery';
import { forms } from './forms';
import { createQueue } from './queue';
import type { Registration } from './registration';
import { eventOf, type Report, type Reported } from './report';
import { sign } from './sign';

export type Dispatcher = ReturnType<typeof createDispatcher>;

interface Parts {
	readonly settings: () => Settings;
	readonly clock: Clock;
	readonly dependencies: Dependencies;
	/** Called when a delivery of these messages has changed. */
	readonly changed: (messageIds: readonly string[]) => void;
}

/** Requests to one receiver that are open at the same time. */
const mostAtOnce = 8;

/** Sends what is reported to every registration that asked for it, again and again until the receiver accepts it. */
export function createDispatcher({ settings, clock, dependencies, changed }: Parts) {
	const registrations = new Map<string, Registration>();
	const batches = new Map<string, Report[]>();
	const deliveries = createDeliveries();
	const queue = createQueue(mostAtOnce, keptDeliveries);

	/** Takes a random number only if it is needed, so that other settings don't change what a seed gives. */
	const happens = (rate: number) => rate > 0 && dependencies.random() < rate;

	function dispatch(registration: Registration, reports: readonly Report[]): void {
		const webhookId = `evt_${dependencies.newId()}`;
		const body = JSON.stringify(forms[registration.form ?? settings().webhook_form](reports));
		const plan = (repeat: boolean) => {
			const delivery: Delivery = {
				delivery_id: `whd_${dependencies.newId()}`,
				webhook_id: webhookId,
				registration_id: registration.id,
				url: registration.url,
				reports,
				body,
				repeat,
				attempts: [],
				tries: 0,
				state: 'waiting',
				next_attempt_at: null,
			};
			deliveries.add(delivery);
			const held = happens(settings().webhook_reorder_rate);
			tryAfter(delivery, held ? dependencies.random() * settings().webhook_hold_ms : 0);
			changed(messagesOf(delivery));
		};
		plan(false);
		if (happens(settings().webhook_repeat_rate)) plan(true);
	}

	function tryAfter(delivery: Delivery, ms: number): void {
		delivery.next_attempt_at = new Date(clock.now() + ms).toISOString();
		const start = () => queue.run(delivery.registration_id, () => attempt(delivery));
		if (ms === 0) start();
		else clock.after(ms, start);
	}

	async function attempt(delivery: Delivery): Promise<void> {
		const registration = registrations.get(delivery.registration_id);
		if (registration === undefined || delivery.state === 'cancelled') return;
		const at = new Date(clock.now()).toISOString();
		const { url, body, webhook_id: webhookId } = delivery;
		const headers = {
			'content-type': 'application/json',
			'user-agent': 'messaging-sandbox',
			...sign(registration, settings().webhook_signature, body, dependencies.now(), webhookId),
		};
		const answer = await dependencies.post({ url, headers, body });
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

	function addToBatch(registration: Registration, report: Report, ms: number): void {
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
		/** Reports something to every registration that asked for it. */
		report(reported: Reported): void {
			for (const registration of registrations.values()) {
				if (!registration.events.includes(eventOf(reported))) continue;
				const report = { event_id: `evt_${dependencies.newId()}`, ...reported };
				const batchMs = settings().webhook_batch_ms;
				if (batchMs > 0) addToBatch(registration, report, batchMs);
				else dispatch(registration, [report]);
			}
		},
		add(registration: Registration): void {
			registrations.set(registration.id, registration);
		},
		/** Removes a registration and cancels its deliveries; false if there is none with this id. */
		remove(registrationId: string): boolean {
			batches.delete(registrationId);
			deliveries.cancel(registrationId);
			return registrations.delete(registrationId);
		},
		registrations: (): readonly Registration[] => [...registrations.values()],
		/** The newest deliveries, in the order in which they were made. */
		deliveries: () => deliveries.all(),
		deliveriesOf: (messageId: string) => deliveries.ofMessage(messageId),
		clear(keepRegistrations: boolean): void {
			deliveries.cancel();
			deliveries.clear();
			batches.clear();
			queue.clear();
			if (!keepRegistrations) registrations.clear();
		},
	};
}
