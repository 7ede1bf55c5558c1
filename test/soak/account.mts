import type { Service } from '../e2e/service.mts';
import type { Outcome } from './workflows.mts';

/** What was said of each message, beside what the service has. */
export class Account {
	/** Ids of the messages that each recipient has. */
	readonly #messages = new Map<string, Set<string>>();
	/** What the last run said of each. */
	readonly #said = new Map<string, Outcome>();

	/** Reads what the service has accepted; it keeps its newest 20,000, so this is to be done after each batch. */
	async read(service: Service): Promise<void> {
		for (const { to, message_id: id } of await service.accepted()) {
			const has = this.#messages.get(to) ?? new Set<string>();
			this.#messages.set(to, has.add(id));
		}
	}

	/** Notes what a run said of its messages. */
	note(recipients: readonly string[], outcomes: readonly Outcome[]): void {
		recipients.forEach((to, place) => {
			const outcome = outcomes[place];
			if (outcome !== undefined) this.#said.set(to, outcome);
		});
	}

	messageIds(): string[] {
		return [...this.#messages.values()].flatMap((ids) => [...ids]);
	}

	/** How many messages came to what. */
	sum() {
		const of = (to: string) => this.#messages.get(to)?.size ?? 0;
		const count = (holds: (to: string, last: Outcome) => boolean) => [...this.#said].filter(([to, last]) => holds(to, last)).length;
		return {
			asked: this.#said.size,
			once: count((to) => of(to) === 1),
			twice: count((to) => of(to) > 1),
			/** Said to be unknown, as they are: the person is told to look. */
			unknownAndSent: count((to, last) => of(to) > 0 && last === 'unknown'),
			unknownAndNot: count((to, last) => of(to) === 0 && last === 'unknown'),
			/** Said to have been sent, and not there; or neither sent nor unknown in the end. */
			lost: count((to, last) => of(to) === 0 && last !== 'unknown'),
			/** Said not to be there, and there. */
			denied: count((to, last) => of(to) > 0 && (last === 'rejected' || last === 'not_sent')),
			/** Recipients that nobody wrote to on purpose. */
			strangers: [...this.#messages.keys()].filter((to) => !this.#said.has(to)).length,
		};
	}
}
