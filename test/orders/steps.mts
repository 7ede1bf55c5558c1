import { setImmediate } from 'node:timers/promises';
import { Deduplicator, type Row, uniqueViolation } from '../support/deduplicator.ts';
import { VirtualTime } from './virtualTime.mts';

/*
 * One run of the node, step by step. A step is a statement of n8n's database or a request to the service. The run waits
 * at each until it is told what came of it, so that a run is a function of what it was told: whatever else happens in the
 * world, it knows nothing more. So each story of a run is played once, alone, and known from then on.
 */

/** What a run waits for. */
export interface Step {
	/** Its place among the steps of the run. */
	readonly id: number;
	readonly kind: 'find' | 'insert' | 'update' | 'delete' | 'post';
	/** The row, or the content of the message. */
	readonly subject: string;
	/** The row's new entries, as JSON. */
	readonly data: string;
	/** No answer came while the run waited for it. */
	readonly isLost: boolean;
}

/** What a run is told of a step: the entries that a find finds, as JSON, or one of these. */
export type Answer = `[${string}` | 'none' | 'done' | 'taken' | 'broken' | 'accepted' | 'refused' | 'reset' | 'unreached' | 'lost';

/** What the run says of its message in the end. */
export type Result = 'accepted' | 'duplicate' | 'rejected' | 'not sent' | 'other content' | 'unknown';

export interface Ended {
	readonly result: Result;
	/** It says that a later run knows less. */
	readonly saysUnsettled: boolean;
}

/** Where a run is after what it was told. */
export interface Place {
	readonly id: number;
	readonly content: string;
	readonly told: ReadonlyArray<readonly [step: Step, answer: Answer]>;
	/** What it waits for. What was lost may still come. */
	readonly steps: readonly Step[];
	readonly ended: Ended | undefined;
	/** It waits for nothing that will come, and has not ended. */
	readonly hangs: boolean;
	readonly next: Map<string, Place>;
}

/** Answers a request to the service. */
export type Post = (content: string) => Promise<Answer>;

/** What sends a message, under test. */
export interface Subject {
	run(content: string, database: Deduplicator, post: Post): Promise<Ended>;
}

/** A run under way. */
class Play {
	readonly time = new VirtualTime();
	progress = 0;
	ended: Ended | undefined;
	readonly waiting = new Map<number, { step: Step; tell(answer: Answer): void }>();

	async step(kind: Step['kind'], subject: string, data = ''): Promise<Answer> {
		return await new Promise((tell) => {
			const id = this.progress++;
			this.waiting.set(id, { step: { id, kind, subject, data, isLost: false }, tell });
		});
	}

	private get isWaiting(): boolean {
		return [...this.waiting.values()].some(({ step }) => !step.isLost);
	}

	/** Waits until nothing happens any more unless a step is answered. */
	async settle(): Promise<void> {
		do {
			for (let quiet = 0, seen = -1; quiet < 4; quiet++) {
				if (seen !== this.progress + this.time.count) quiet = 0;
				seen = this.progress + this.time.count;
				await setImmediate();
			}
		} while (this.ended === undefined && !this.isWaiting && this.time.next());
	}

	async tell(id: number, answer: Answer): Promise<void> {
		const gate = this.waiting.get(id);
		if (gate === undefined) throw new Error('The run is another one this time: it is not told by its steps alone');
		if (answer === 'lost') this.waiting.set(id, { ...gate, step: { ...gate.step, isLost: true } });
		else {
			this.waiting.delete(id);
			gate.tell(answer);
		}
		await this.settle();
	}
}

async function find(answer: Promise<Answer>): Promise<Row | undefined> {
	const told = await answer;
	if (told === 'broken') throw new Error('Connection terminated');
	return told === 'none' ? undefined : { mode: 'entries', data: JSON.parse(told) as string[] };
}

async function write(answer: Promise<Answer>): Promise<void> {
	const told = await answer;
	if (told === 'broken') throw new Error('Connection terminated');
	if (told === 'taken') throw uniqueViolation();
}

/** Plays the runs of a subject, each story once. */
export class Runs {
	played = 0;
	private current = new Play();
	private places = 0;
	private readonly starts = new Map<string, Place>();
	/** n8n's helper on the steps of the run that is played. */
	readonly database = new Deduplicator({
		find: async (_workflow, context) => await find(this.current.step('find', context)),
		insert: async (_workflow, context, { data }) => await write(this.current.step('insert', context, JSON.stringify(data))),
		update: async (_workflow, context, { data }) => await write(this.current.step('update', context, JSON.stringify(data))),
		delete: async (_workflow, context) => await write(this.current.step('delete', context)),
	});

	constructor(private readonly subject: Subject) {}

	async start(content: string): Promise<Place> {
		const known = this.starts.get(content);
		if (known !== undefined) return known;
		const place = await this.play(content, []);
		this.starts.set(content, place);
		return place;
	}

	/** Where the run is once it is told this too. */
	async tell(place: Place, step: Step, answer: Answer): Promise<Place> {
		const known = place.next.get(`${step.id} ${answer}`);
		if (known !== undefined) return known;
		const told = await this.play(place.content, [...place.told, [step, answer]]);
		place.next.set(`${step.id} ${answer}`, told);
		return told;
	}

	private async play(content: string, told: Place['told']): Promise<Place> {
		this.played++;
		const play = new Play();
		this.current = play;
		await play.time.within(async () => {
			const post = async (sent: string) => await play.step('post', sent);
			void this.subject.run(content, this.database, post).then((ended) => {
				play.ended = ended;
				play.progress++;
			});
			await play.settle();
			for (const [{ id }, answer] of told) await play.tell(id, answer);
		});
		const steps = [...play.waiting.values()].map(({ step }) => step);
		const hangs = play.ended === undefined && steps.every(({ isLost }) => isLost);
		return { id: this.places++, content, told, steps, ended: play.ended, hangs, next: new Map() };
	}
}
