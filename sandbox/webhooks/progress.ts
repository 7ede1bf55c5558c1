import { knownCode } from '../../nodes/Messaging/api/codes';
import type { DeliveryStatus } from '../../nodes/Messaging/webhook/statusEvent';
import type { Changes } from '../state/changes';
import type { Clock } from '../state/clock';
import type { DeliveryError, Message } from '../state/message';
import type { Settings } from '../state/settings';
import type { Dispatcher } from './dispatcher';

interface Parts {
	readonly settings: () => Settings;
	readonly clock: Clock;
	readonly changes: Changes;
	readonly dispatcher: Dispatcher;
	readonly random: () => number;
}

/** What Meta reports when a recipient can't be reached. */
const undeliverable: DeliveryError = { code: 131026, message: 'Message undeliverable' };

/** What becomes of a held message whose template was judged badly. */
const dropped = failure(132015);

/** Why a message fails, by a code of the platform. */
export function failure(code: number): DeliveryError {
	return { code, message: knownCode(code)?.message ?? undeliverable.message };
}

/** The failures that a person can choose in the inbox, the usual one first; every other code goes through `/messages/:id/status`. */
export const usualFailures: readonly DeliveryError[] =
	[131026, 131049, 131050, 130472, 131047, 131053, 132015, 131042, 131048, 131000].map(failure);

const rank: Readonly<Record<Message['status'], number>> = {
	accepted: 0,
	sent: 1,
	delivered: 2,
	read: 3,
	failed: 4,
};

/** Statuses only go forward; what was read can't fail, and what has failed stays so. */
const canFollow = (from: Message['status'], to: DeliveryStatus): boolean =>
	!(from === 'read' && to === 'failed') && rank[to] > rank[from];

/** Moves messages through sent, delivered, read or failed, and has each step reported. */
export function createProgress({ settings, clock, changes, dispatcher, random }: Parts) {
	/** What cancels the planned steps of a message. */
	const plans = new WeakMap<Message, Array<() => void>>();

	/** Gives the message a status now; false if that status can't follow the present one. */
	function step(message: Message, status: DeliveryStatus, error?: DeliveryError): boolean {
		if (!canFollow(message.status, status)) return false;
		const at = new Date(clock.now()).toISOString();
		message.status = status;
		message.steps = [...message.steps, { status, at }];
		const usual = message.message_status === undefined ? undeliverable : dropped;
		message.error = status === 'failed' ? (error ?? usual) : null;
		const record = {
			message_id: message.message_id,
			status,
			...(message.recipient_user_id === undefined ? { to: message.to } : { recipient_user_id: message.recipient_user_id }),
			phone_number_id: message.phone_number_id,
			timestamp: at,
			...(message.error === null ? {} : { error: message.error }),
		};
		dispatcher.report({ kind: 'status', record });
		changes.mark(message.conversation_id);
		return true;
	}

	/** The error that a message will fail with, decided when it is accepted. */
	function plannedError(message: Message): DeliveryError | undefined {
		const { failing, fail_rate: failRate } = settings();
		const code = failing[message.to];
		if (code !== undefined) return failure(code);
		return failRate > 0 && random() < failRate ? undeliverable : undefined;
	}

	return {
		step,
		/** Cancels the steps that are still planned. */
		forget(message: Message): void {
			for (const cancel of plans.get(message) ?? []) cancel();
		},
		/** Plans the steps of a message that was just accepted. */
		start(message: Message): void {
			if (message.message_status !== undefined) return;
			const { sent_after_ms, delivered_after_ms, read_after_ms } = settings();
			const error = plannedError(message);
			const cancels: Array<() => void> = [];
			plans.set(message, cancels);
			const plan = (status: DeliveryStatus, ms: number | null) => {
				if (ms !== null) cancels.push(clock.after(ms, () => void step(message, status, error)));
			};
			plan('sent', sent_after_ms);
			if (error !== undefined) {
				plan('failed', delivered_after_ms ?? sent_after_ms);
				return;
			}
			plan('delivered', delivered_after_ms);
			plan('read', read_after_ms);
		},
	};
}
