import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

import { z } from 'zod';

import { listExecutions, outputOf } from '../n8n/workflows.mts';
import type { Session } from '../n8n/session.mts';
import type { KeptN8n } from './keepN8n.mts';

/** How many people are on the list. */
export const people = 300;

/** When what happens, in messages that the service has accepted. */
const pauseAfter = 60;
const killAfter = 150;

/** How long the service refuses everything, and n8n is away before it starts again, in milliseconds. */
const pauseMs = 5_000;
const awayMs = 4_000;

/** Within which each step must have happened, in milliseconds. */
const stepWithinMs = 180_000;

const steps = [
	`A list of ${String(people)} messages starts`,
	'The service pauses, and asks to wait',
	'n8n is killed in the middle of the list',
	'n8n starts again, and the same list is sent once more',
	'Late statuses: what n8n has missed comes again',
	'The count',
] as const;

/** What became of the night, for people. */
export interface NightCount {
	/** Who has the message once, more than once, and not at all. */
	once: number;
	twice: number;
	none: number;
	/** Whose message n8n calls unknown, and how many of those the service has. */
	unknown: number;
	unknownArrived: number;
	/** Who has no message, and n8n doesn't say so. */
	lost: number;
	/** Statuses that have reached n8n, and those of them that had to come more than once. */
	statuses: number;
	late: number;
}

/** The night as its page shows it. */
export interface NightView {
	state: 'to come' | 'under way' | 'over' | 'broken';
	steps: Array<{ text: string; state: 'to come' | 'now' | 'done' }>;
	/** Messages that the service has. */
	accepted: number;
	people: number;
	count?: NightCount;
	/** The count in sentences. */
	summary?: string;
	/** Why it broke off. */
	failure?: string;
}

export interface Night {
	/** Begins the night, unless one is under way. */
	begin(): void;
	view(): NightView;
}

export interface NightScene {
	n8n: Pick<KeptN8n, 'url' | 'kill' | 'startAgain'>;
	session: Session;
	/** The workflow with the list, and the path of its webhook below n8n's address. */
	workflow: { id: string; path: string };
	/** Address of the sandbox. */
	sandboxUrl: string;
	/** Where the sandbox reports statuses to. */
	statusUrl: string;
}

const ledger = z.object({ messages: z.array(z.object({ message_id: z.string(), to: z.string() })) });
const settings = z.object({ latency_ms: z.number(), webhook_batch_ms: z.number() });
const webhooks = z.object({
	deliveries: z.array(
		z.object({ url: z.string(), state: z.string(), tries: z.number(), message_ids: z.array(z.string()), statuses: z.array(z.string()) }),
	),
});
const counted = z.object({ unknown: z.array(z.string()), others: z.array(z.object({ to: z.string().nullable() })) });

type Messages = z.infer<typeof ledger>['messages'];

/** For a while the service has no time, so that messages are under way when n8n is killed, and reports statuses together. */
const atNight = { latency_ms: 500, webhook_batch_ms: 1_000 };

/** The pause: the same rule begins it and ends it. */
const pause = { kind: '503', retry_after: pauseMs / 1000 + 1, match: { template_name: 'order_update' } };

/** A list of messages, and what can come between: played in a real n8n and the sandbox, and counted at its end. */
export function prepareNight(scene: NightScene): Night {
	const toCome: NightView = { state: 'to come', steps: steps.map((text) => ({ text, state: 'to come' })), accepted: 0, people };
	let shown = toCome;
	const atStep = (now: number) => {
		const stepState = (at: number) => (at < now ? 'done' : at === now ? 'now' : 'to come');
		shown = { ...shown, steps: steps.map((text, at) => ({ text, state: stepState(at) })) };
	};
	return {
		view: () => shown,
		begin() {
			if (shown.state === 'under way') return;
			shown = { ...toCome, state: 'under way' };
			const acceptedIs = (accepted: number) => void (shown = { ...shown, accepted });
			play(scene, atStep, acceptedIs).then(
				(count) => {
					atStep(steps.length);
					shown = { ...shown, state: 'over', count, summary: summaryOf(count) };
				},
				(cause: unknown) => {
					shown = { ...shown, state: 'broken', failure: cause instanceof Error ? cause.message : String(cause) };
				},
			);
		},
	};
}

async function play(scene: NightScene, atStep: (step: number) => void, acceptedIs: (count: number) => void): Promise<NightCount> {
	const { n8n, session, workflow, sandboxUrl } = scene;
	const read = async <T,>(path: string, shape: z.ZodType<T>) => shape.parse(await (await fetch(`${sandboxUrl}/_sandbox${path}`)).json());
	const change = async (path: string, body: object) => {
		const answer = await fetch(`${sandboxUrl}/_sandbox${path}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(body),
		});
		if (!answer.ok) throw new Error(`The sandbox refused ${path}: ${await answer.text()}`);
	};
	const before = new Set((await read('/ledger', ledger)).messages.map(({ message_id: id }) => id));
	const messages = async () => {
		const found = (await read('/ledger', ledger)).messages.filter(({ message_id: id, to }) => !before.has(id) && isOnList(to));
		acceptedIs(found.length);
		return found;
	};
	const usual = await read('/settings', settings);
	// The messages of another night have other keys.
	const night = `night-${randomBytes(4).toString('hex')}`;
	const sendList = () => until('n8n to take the list', () => startList(n8n.url + workflow.path, { night, people }));

	await change('/settings', atNight);
	try {
		atStep(0);
		await sendList();
		await until(`the first ${String(pauseAfter)} messages`, async () => (await messages()).length >= pauseAfter);

		atStep(1);
		await change('/faults', { toggle: pause });
		try {
			await wait(pauseMs);
		} finally {
			await change('/faults', { toggle: pause });
		}
		await until(`the first ${String(killAfter)} messages`, async () => (await messages()).length >= killAfter);

		atStep(2);
		await n8n.kill();
		await wait(awayMs);

		atStep(3);
		await n8n.startAgain();
		await sendList();
		const finished = await until('the list to be finished', async () => {
			await messages();
			const [newest] = await listExecutions(session, workflow.id);
			return newest !== undefined && newest.status !== 'running' && newest.status !== 'new' ? newest : undefined;
		});
		const said = counted.safeParse((await outputOf(session, finished.id, 'Count'))[0]).data;
		if (said === undefined) throw new Error('The second run has no Count in n8n: its executions say why. "npm start -- --reset" brings the workflow as it was.');

		atStep(4);
		const arrived = await messages();
		const deliveries = await until('the statuses to reach n8n', async () => {
			const ids = new Set(arrived.map(({ message_id: id }) => id));
			const found = (await read('/webhooks', webhooks)).deliveries.filter(
				({ url, message_ids: of }) => url === scene.statusUrl && of.some((id) => ids.has(id)),
			);
			const reported = found.flatMap(({ statuses }) => statuses).length;
			// Sent and delivered, of each.
			return reported >= 2 * ids.size && found.every(({ state }) => state === 'delivered') ? found : undefined;
		});

		atStep(5);
		const statusesIn = (some: typeof deliveries) => some.flatMap(({ statuses }) => statuses).length;
		return {
			...countPeople(arrived, said.unknown, said.others.map(({ to }) => to ?? '')),
			statuses: statusesIn(deliveries),
			late: statusesIn(deliveries.filter(({ tries }) => tries > 1)),
		};
	} finally {
		await change('/settings', usual);
	}
}

const firstPerson = 12015552000;
const list = Array.from({ length: people }, (_, at) => `+${String(firstPerson + at)}`);
const isOnList = (to: string) => list.includes(to);

/**
 * Compares what the service has with what n8n says of it.
 * @param arrived the messages that the service has
 * @param unknown whose message n8n calls unknown
 * @param refused whose message n8n says was not sent, or was rejected
 */
export function countPeople(arrived: Messages, unknown: readonly string[], refused: readonly string[]): Omit<NightCount, 'statuses' | 'late'> {
	const has = new Map<string, number>();
	for (const { to } of arrived) has.set(to, (has.get(to) ?? 0) + 1);
	const count = (fits: (messages: number, to: string) => boolean) => list.filter((to) => fits(has.get(to) ?? 0, to)).length;
	return {
		once: count((messages) => messages === 1),
		twice: count((messages) => messages > 1),
		none: count((messages) => messages === 0),
		unknown: unknown.length,
		unknownArrived: unknown.filter((to) => has.has(to)).length,
		lost: count((messages, to) => messages === 0 && !unknown.includes(to) && !refused.includes(to)),
	};
}

/** The count in sentences that add up: who has the message, then what n8n does not know, and what to do about that. */
export function summaryOf({ once, twice, none, unknown, unknownArrived, lost }: NightCount): string {
	const number = (many: number) => (many === 0 ? 'none' : String(many));
	const missing = unknown - unknownArrived;
	const parts = [
		...(missing > 0 ? [`${String(missing)} without it`] : []),
		...(unknownArrived > 0 ? [`${String(unknownArrived)} with it`] : []),
	].join(', and ');
	return [
		`The night is over: ${String(once)} of ${String(people)} have the message once, ${number(twice)} twice, and ${number(none)} ${none === 1 ? 'does' : 'do'} not have it.`,
		...(lost > 0 ? [`Of ${String(lost)} without it, n8n says nothing.`] : []),
		...(unknown > 0
			? [
					`Of ${String(unknown)}, n8n says that it does not know: ${parts}.`,
					'Look for these at the service before you send again. The example "Settle unknown messages" does that for the rows of a table.',
				]
			: []),
	].join(' ');
}

/** @returns whether n8n has taken it: while it starts, it has no such webhook yet */
async function startList(url: string, body: object): Promise<boolean> {
	const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }).catch(() => undefined);
	await answer?.body?.cancel();
	return answer?.ok === true;
}

/** Asks again and again. @throws when it takes too long, with what was waited for */
async function until<T>(what: string, ask: () => Promise<T | false | undefined>): Promise<T> {
	const deadline = Date.now() + stepWithinMs;
	while (Date.now() < deadline) {
		const found = await ask();
		if (found !== undefined && found !== false) return found;
		await wait(500);
	}
	throw new Error(`The night waited three minutes for ${what}. Is the workflow still published? n8n's executions say more.`);
}
