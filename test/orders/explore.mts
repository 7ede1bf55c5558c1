import type { Answer, Place, Runs, Step } from './steps.mts';

/*
 * All orders of the steps of several runs, with faults at any of them. A state is where each run is, what the database
 * holds and what the service has accepted. What leads to the same state is followed once, and counted as often as it
 * comes. A step makes a state one step longer, so the states of one length are made of those of the length before.
 */

export interface Scenario {
	/** The message of each run, all under one key. */
	readonly contents: readonly string[];
	/** How many faults there are at most. */
	readonly faults: number;
}

/** A run among others. */
interface Run {
	readonly place: Place;
	/** The steps that a dead run has under way: each may have its effect yet, or never. */
	readonly dead: readonly Step[] | undefined;
	readonly isRestarted: boolean;
}

interface State {
	readonly runs: readonly Run[];
	/** The entries of each row, as JSON, by its name. */
	readonly rows: ReadonlyMap<string, string>;
	/** Which run has made the row of the key. */
	readonly owner: number;
	/** What the service has accepted, and of which run. */
	readonly accepted: ReadonlyArray<readonly [run: number, content: string]>;
	readonly faults: number;
}

/** How an order went on. */
interface Move {
	readonly to: State;
	/** In words. */
	readonly says: () => string;
}

export interface Findings {
	readonly orders: bigint;
	readonly states: number;
	/** What no order may do, and the shortest that does, in words. */
	readonly broken: { readonly what: string; readonly trace: readonly string[] } | undefined;
}

interface Reached {
	readonly state: State;
	/** How many orders lead to it. */
	orders: bigint;
	/** One of those. */
	readonly before: Reached | undefined;
	readonly move: Move | undefined;
}

export class Explorer {
	private readonly later = new Map<string, string | undefined>();

	/** @param keyRow the row of the key that all messages have */
	constructor(
		private readonly runs: Runs,
		private readonly keyRow: string,
	) {}

	/** How many stories of a single run were played. */
	get played(): number {
		return this.runs.played;
	}

	async explore({ contents, faults }: Scenario): Promise<Findings> {
		const runs: Run[] = [];
		for (const content of contents) runs.push({ place: await this.runs.start(content), dead: undefined, isRestarted: false });
		const first: State = { runs, rows: new Map(), owner: -1, accepted: [], faults };
		let level: Reached[] = [{ state: first, orders: 1n, before: undefined, move: undefined }];
		let [orders, states] = [0n, 0];
		while (level.length > 0) {
			const next = new Map<string, Reached>();
			for (const reached of level) {
				states++;
				const { state } = reached;
				const what = brokenIn(state) ?? (isOver(state) ? ((orders += reached.orders), await this.brokenAtEnd(state, faults)) : undefined);
				if (what !== undefined) return { orders, states, broken: { what, trace: traceOf(reached) } };
				for (const move of await this.movesFrom(state)) {
					const name = nameOf(move.to);
					const known = next.get(name);
					if (known === undefined) next.set(name, { state: move.to, orders: reached.orders, before: reached, move });
					else known.orders += reached.orders;
				}
			}
			level = [...next.values()];
		}
		return { orders, states, broken: undefined };
	}

	/** Everything that can happen next. */
	private async movesFrom(state: State): Promise<Move[]> {
		const moves: Move[] = [];
		for (const [index, run] of state.runs.entries()) {
			if (run.dead !== undefined) moves.push(...(await this.movesOfDead(state, index, run, run.dead)));
			else {
				for (const step of run.place.steps) moves.push(...(await this.movesAt(state, index, run, step)));
				if (state.faults > 0 && run.place.ended === undefined) {
					const dead = run.place.steps.filter(({ kind }) => kind !== 'find');
					moves.push({ to: withRun({ ...state, faults: state.faults - 1 }, index, { ...run, dead }), says: () => `${nameOfRun(state, index)} dies.` });
				}
			}
		}
		return moves;
	}

	private async movesOfDead(state: State, index: number, run: Run, dead: readonly Step[]): Promise<Move[]> {
		const moves: Move[] = dead.map((step) => ({
			to: withRun(this.effectOf(step, index, state).state, index, { ...run, dead: dead.filter((one) => one !== step) }),
			says: () => `${nameOfRun(state, index)} is dead, and what it was about, ${this.inWords(step)}, has its effect.`,
		}));
		if (!run.isRestarted) {
			const again: Run = { place: await this.runs.start(run.place.content), dead: undefined, isRestarted: false };
			const to = withRun(state, index, { ...run, isRestarted: true });
			moves.push({ to: { ...to, runs: [...to.runs, again] }, says: () => `${nameOfRun(state, index)}'s message is run again, as run ${state.runs.length + 1}.` });
		}
		return moves;
	}

	private async movesAt(state: State, index: number, run: Run, step: Step): Promise<Move[]> {
		const told = async (from: State, answer: Answer, how: string): Promise<Move> => ({
			to: withRun(from, index, { ...run, place: await this.runs.tell(run.place, step, answer) }),
			says: () => `${nameOfRun(state, index)}, ${this.inWords(step)}: ${how}.`,
		});
		const done = this.effectOf(step, index, state);
		const wellDone = await told(done.state, done.answer, step.isLost ? `comes late: ${inWords(done.answer)}` : inWords(done.answer));
		if (step.isLost) return [wellDone];
		const moves = [wellDone];
		if (step.kind === 'post') moves.push(await told(state, 'refused', 'it is refused'));
		if (state.faults === 0) return moves;
		const before = { ...state, faults: state.faults - 1 };
		const after = { ...done.state, faults: state.faults - 1 };
		const failed = step.kind === 'post' ? 'reset' : 'broken';
		moves.push(await told(before, failed, 'fails before its effect'), await told(before, 'lost', 'no answer comes'));
		if (step.kind !== 'find') moves.push(await told(after, failed, 'fails after its effect'));
		if (step.kind === 'post') moves.push(await told(before, 'unreached', 'nobody is reached'));
		return moves;
	}

	/** What a step does once it is done, and what its run is told. */
	private effectOf({ kind, subject, data }: Step, run: number, state: State): { state: State; answer: Answer } {
		const row = state.rows.get(subject);
		switch (kind) {
			case 'find':
				return { state, answer: row === undefined ? 'none' : (row as `[${string}`) };
			case 'insert':
				if (row !== undefined) return { state, answer: 'taken' };
				return { state: { ...state, rows: new Map(state.rows).set(subject, data), owner: subject === this.keyRow ? run : state.owner }, answer: 'done' };
			case 'update':
				return { state: row === undefined ? state : { ...state, rows: new Map(state.rows).set(subject, data) }, answer: 'done' };
			case 'delete': {
				const rows = new Map(state.rows);
				rows.delete(subject);
				return { state: { ...state, rows, owner: subject === this.keyRow ? -1 : state.owner }, answer: 'done' };
			}
			case 'post':
				return { state: { ...state, accepted: [...state.accepted, [run, subject]] }, answer: 'accepted' };
		}
	}

	/** What is wrong when nothing more has to happen. */
	private async brokenAtEnd(state: State, faults: number): Promise<string | undefined> {
		const entries = entriesOf(state.rows.get(this.keyRow));
		const owner = state.runs[state.owner];
		if (entries === 0 && state.accepted.length > 0) return 'a message was accepted, and its key is free';
		if (entries > 1 && state.accepted.length === 0) return 'the row says accepted of a message that nobody has accepted';
		if (entries === 1 && owner !== undefined) {
			if (state.faults === faults) return 'a row stays unsettled without a fault';
			const isKnown = owner.dead === undefined && !isUnknown(owner.place);
			if (isKnown && !isCutOff(owner.place, this.keyRow)) return 'a row stays unsettled although its owner lives and was not cut off';
			if (isKnown && !isSaid(owner.place)) return 'a row stays unsettled and its run does not say so';
		}
		return await this.brokenLater(state);
	}

	/** What is wrong when the same messages are sent once more, one after the other and without a fault. */
	private async brokenLater(state: State): Promise<string | undefined> {
		const name = `${JSON.stringify([...state.rows])} ${JSON.stringify(state.accepted.map(([, content]) => content))} ${[...new Set(state.runs.map(({ place }) => place.content))].sort().join()}`;
		if (this.later.has(name)) return this.later.get(name);
		const contents = [...new Set(['B', 'A', ...state.runs.map(({ place }) => place.content)])];
		let now: State = { ...state, faults: 0 };
		let broken: string | undefined;
		for (const content of [...contents, ...contents]) {
			const index = now.runs.length;
			now = { ...now, runs: [...now.runs, { place: await this.runs.start(content), dead: undefined, isRestarted: false }] };
			for (;;) {
				const run = now.runs[index];
				const step = run?.place.steps[0];
				if (run === undefined || step === undefined) break;
				const done = this.effectOf(step, index, now);
				now = withRun(done.state, index, { ...run, place: await this.runs.tell(run.place, step, done.answer) });
			}
			broken ??= brokenIn(now);
		}
		if (broken !== undefined) broken = `in a later run, ${broken}`;
		this.later.set(name, broken);
		return broken;
	}

	private inWords({ kind, subject, data }: Step): string {
		const row = subject === this.keyRow ? "the key's row" : subject.endsWith(':none') ? 'a row that is never there' : 'the row of a content';
		switch (kind) {
			case 'find':
				return `reading ${row}`;
			case 'insert':
				return `making ${row}`;
			case 'update':
				return `writing ${row} with ${entriesOf(data) === 1 ? '1 entry' : `${entriesOf(data)} entries`}`;
			case 'delete':
				return `removing ${row}`;
			case 'post':
				return `sending ${subject}`;
		}
	}
}

const entriesOf = (data: string | undefined): number => (data === undefined ? 0 : (JSON.parse(data) as unknown[]).length);

/** What a run is told of a step that was done. */
function inWords(answer: Answer): string {
	if (answer === 'none') return 'there is none';
	if (answer === 'taken') return 'there is one already';
	if (answer === 'accepted') return 'it is accepted';
	if (!answer.startsWith('[')) return answer;
	const entries = entriesOf(answer);
	return entries === 1 ? 'it has 1 entry' : `it has ${entries} entries`;
}

const nameOfRun = ({ runs }: State, index: number): string => `Run ${index + 1} (${runs[index]?.place.content ?? ''})`;

function withRun(state: State, index: number, run: Run): State {
	const runs = [...state.runs];
	runs[index] = run;
	return { ...state, runs };
}

function nameOf({ runs, rows, owner, accepted, faults }: State): string {
	let name = `${faults} ${owner}`;
	for (const { place, dead, isRestarted } of runs) {
		name += `|${place.id}`;
		if (dead !== undefined) name += `${isRestarted ? 'r' : 'd'}${dead.map(({ id }) => id).join()}`;
	}
	for (const row of [...rows.keys()].sort()) name += `|${row}${rows.get(row) ?? ''}`;
	for (const [run, content] of accepted) name += `|${run}${content}`;
	return name;
}

/** Nothing more has to happen: what is lost may come yet, or never. */
const isOver = ({ runs }: State): boolean => runs.every(({ dead, place }) => dead !== undefined || (place.ended !== undefined && place.steps.every(({ isLost }) => isLost)));

/** What no state may have. */
function brokenIn({ runs, accepted }: State): string | undefined {
	if (accepted.length > 1) return 'two messages were accepted under one key';
	for (const [index, { place, dead }] of runs.entries()) {
		if (dead !== undefined) continue;
		if (place.hangs) return 'a run hangs';
		if (place.ended === undefined) continue;
		const own = accepted.some(([run]) => run === index);
		const isSent = accepted.some(([, content]) => content === place.content);
		switch (place.ended.result) {
			case 'accepted':
				if (!own) return 'a run says accepted, and the service has nothing of it';
				break;
			case 'duplicate':
				if (!isSent) return 'a message is called a duplicate that was never sent';
				break;
			case 'other content':
				if (isSent) return 'a message that was sent is taken for another one';
				break;
			case 'rejected':
			case 'not sent':
				if (own) return `a run says ${place.ended.result}, and the service has accepted its message`;
		}
	}
	return undefined;
}

/** Whether the claim of a run's row or its removal got no clear answer. Each other step is repeated until it has one. */
const isCutOff = ({ told }: Place, keyRow: string): boolean =>
	told.some(([{ kind, subject }, answer]) => {
		const isOwnRow = subject === keyRow && (kind === 'insert' || kind === 'delete');
		// What was looked for too late is made too late.
		return (isOwnRow && (answer === 'broken' || answer === 'lost')) || (subject.endsWith(':none') && answer === 'lost');
	});

const isUnknown = ({ ended }: Place): boolean => ended?.result === 'unknown';

/** What stays unsettled is said, unless its effect came after the run. */
const isSaid = ({ ended, told }: Place): boolean => ended?.saysUnsettled === true || told.some(([, answer]) => answer === 'lost');

function traceOf(reached: Reached): string[] {
	const trace: string[] = [];
	for (let at: Reached | undefined = reached; at?.move !== undefined; at = at.before) trace.unshift(at.move.says());
	for (const [index, { place, dead }] of reached.state.runs.entries()) {
		if (dead === undefined && place.ended !== undefined) trace.push(`Run ${index + 1} says: ${place.ended.result}.`);
	}
	return trace;
}
