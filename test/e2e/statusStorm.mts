import assert from 'node:assert/strict';
import { listExecutions } from '../../scripts/n8n/workflows.mts';
import type { AcceptedMessage } from './service.mts';
import { postSigned } from './statusPost.mts';
import { until } from './until.mts';
import type { World } from './world.mts';

/** What a message goes through, in the order in which it does. The last one is the furthest. */
const lives = [['sent', 'delivered', 'read'], ['sent', 'failed'], ['sent', 'delivered'], ['sent', 'delivered', 'read'], ['sent']] as const;

/** How long all of it may take on a busy machine, in milliseconds. */
export const patience = 400_000;

export const reasonOf = (messageId: string) => `Could not reach ${messageId}`;

/** Statuses of many messages, as a service reports them at its worst: many at once, in any order, and more than once. */
export class StatusStorm {
	readonly #world: World;
	readonly #url: string;
	readonly #recipients: ReadonlySet<string>;
	readonly #later: object[] = [];
	readonly #furthest = new Map<string, string>();
	/** How many statuses were reported. */
	reported = 0;

	constructor(world: World, url: string, recipients: readonly string[]) {
		this.#world = world;
		this.#url = url;
		this.#recipients = new Set(recipients);
	}

	/** The furthest status of each message, by its id. */
	get furthest(): ReadonlyMap<string, string> {
		return this.#furthest;
	}

	/** Reports of messages while they are being sent: of half of them all there is to say, of the others the end alone. */
	async during(sending: Promise<unknown>): Promise<void> {
		let over = false;
		const end = () => (over = true);
		sending.then(end, end);
		await until('the messages to be sent', async () => {
			const last = over;
			const fresh = (await this.#world.service.accepted()).filter(({ to, message_id }) => this.#recipients.has(to) && !this.#furthest.has(message_id));
			if (last || fresh.length >= 20) await this.#report(fresh.flatMap((message, place) => this.#firstOf(message, place)));
			return last || undefined;
		}, patience);
	}

	/** Reports the rest, then each message once more: where it ended, or where it began. */
	async after(): Promise<void> {
		await this.#report(this.#later.splice(0));
		const again = [...this.#furthest.keys()].map((id, place) => event(id, place % 2 ? 'sent' : (this.#furthest.get(id) ?? 'sent')));
		await this.#report(again);
	}

	/** Waits until n8n has handled all of it, well. */
	async handled(workflowId: string): Promise<void> {
		const ended = await until('the statuses to be handled', async () => {
			const runs = await listExecutions(this.#world.session, workflowId);
			return runs.some(({ status }) => ['new', 'running', 'waiting'].includes(status)) ? undefined : runs;
		}, patience);
		assert.deepEqual(ended.filter(({ status }) => status !== 'success'), []);
	}

	#firstOf({ message_id: id }: AcceptedMessage, place: number): object[] {
		const life = lives[this.#furthest.size % lives.length] ?? ['sent'];
		this.#furthest.set(id, life.at(-1) ?? 'sent');
		const backwards = [...life].reverse().map((status) => event(id, status));
		if (place % 2) return [...backwards, ...backwards];
		this.#later.push(...backwards, ...backwards.slice(1));
		return backwards.slice(0, 1);
	}

	async #report(events: readonly object[]): Promise<void> {
		this.reported += events.length;
		const parts = Array.from({ length: Math.ceil(events.length / 100) }, (_, part) => events.slice(part * 100, (part + 1) * 100));
		await Promise.all(parts.map((part) => postSigned(this.#url, JSON.stringify(part), this.#world.status.secret)));
	}
}

function event(messageId: string, status: string): object {
	const error = status === 'failed' ? { error: { code: 131026, message: reasonOf(messageId) } } : {};
	return { message_id: messageId, status, to: '+12015550100', timestamp: Math.floor(Date.now() / 1000), ...error };
}
