import fc from 'fast-check';

import { type IsUndone, RecentEvents, TriggerMemories } from '../../nodes/Messaging/trigger/recentEvents';
import { runs } from '../support/propertyRuns';

describe('the memory of a trigger', () => {
	const rememberMs = 600;

	test('lasts as long as is asked for by then', () => {
		const events = new RecentEvents(10);
		for (const key of ['a', 'b', 'c']) events.note(key);
		events.forgetOld(500, 600);
		events.forgetOld(5000, 10_000);
		expect(events.note('a')).toBe(false);
		events.forgetOld(5001, 600);
		expect(events.note('a')).toBe(false);
	});

	test('goes on after a clock was set back', () => {
		const events = new RecentEvents(10);
		const noteAt = (now: number, key: string) => {
			events.forgetOld(now, rememberMs);
			return events.note(key);
		};
		expect(noteAt(100_000, 'a')).toBe(true);
		expect([noteAt(1000, 'a'), noteAt(1000, 'b'), noteAt(1600, 'b'), noteAt(9000, 'b')]).toEqual([false, true, false, true]);
	});

	test('and keeps nothing for longer than twice the time then', () => {
		const events = new RecentEvents(10);
		events.forgetOld(1_000_000, rememberMs);
		events.note('a');
		for (let now = 1_000; now <= 1_000 + 3 * rememberMs; now += rememberMs / 2) events.forgetOld(now, rememberMs);
		expect(events.size).toBe(0);
	});

	test('holds an event once, also if it comes again after the older generation began', () => {
		const events = new RecentEvents(2);
		const isNew = ['a', 'b', 'c', 'a', 'b', 'c'].map((key) => events.note(key));
		expect(isNew).toEqual([true, true, true, false, false, false]);
		expect(events.size).toBe(3);
	});

	test('takes as long for each event however many came before', () => {
		// What looks for its oldest event each time takes minutes for these.
		const events = new RecentEvents(100_000);
		let isNew = true;
		for (let place = 0; place < 1_000_000; place++) isNew = events.note(`e${place}`) && isNew;
		expect(isNew).toBe(true);
		expect(events.size).toBeLessThanOrEqual(200_000);
	});

	type Step =
		| { readonly does: 'note'; readonly key: string; readonly undone: boolean }
		| { readonly does: 'decide'; readonly settled: boolean }
		| { readonly does: 'wait'; readonly ms: number };
	const steps = fc.array(
		fc.oneof<Array<fc.Arbitrary<Step>>>(
			fc.record({ does: fc.constant('note'), key: fc.constantFrom(...'abcdefgh'), undone: fc.boolean() }),
			fc.record({ does: fc.constant('decide'), settled: fc.boolean() }),
			fc.record({ does: fc.constant('wait'), ms: fc.nat(700) }),
		),
		{ maxLength: 60 },
	);

	test('property: behaves as a list of all that came would', () => {
		/** An event as it stands in that list; `undone` once it is decided that no workflow started. */
		interface Came {
			at: number;
			place: number;
			decision: { isDecided: boolean; undone: boolean };
			readonly key: string;
			readonly isUndone: IsUndone;
		}
		fc.assert(
			fc.property(steps, fc.integer({ min: 1, max: 6 }), (given, keeps) => {
				const events = new RecentEvents(keeps);
				const all = new Map<string, Came>();
				let now = 10_000;
				for (const [place, step] of given.entries()) {
					if (step.does === 'wait') now += step.ms;
					if (step.does === 'decide') {
						for (const { key, decision, isUndone } of all.values()) {
							decision.isDecided = true;
							if (step.settled) events.settle(key, isUndone);
						}
					}
					if (step.does !== 'note') continue;
					events.forgetOld(now, rememberMs);
					const before = all.get(step.key);
					const newer = [...all.values()].filter((one) => before !== undefined && one.place > before.place).length;
					const decision = { isDecided: false, undone: step.undone };
					const isUndone = () => decision.isDecided && decision.undone;
					const isNew = events.note(step.key, isUndone);
					const isKnown = before !== undefined && !(before.decision.isDecided && before.decision.undone);
					const age = now - (before?.at ?? 0);
					if (!isKnown || age > 2 * rememberMs) expect(isNew).toBe(true);
					else if (age <= rememberMs && newer < keeps) expect(isNew).toBe(false);
					expect(events.size).toBeLessThanOrEqual(2 * keeps);
					if (isNew) all.set(step.key, { at: now, place, decision, key: step.key, isUndone });
					else if (before !== undefined) all.set(step.key, { ...before, at: now, place });
				}
			}),
			runs(2000),
		);
	});
});

describe('the memories of all triggers', () => {
	const limits = { triggers: 3, eventsOfEach: 10, events: 30 };
	const ten = Array.from({ length: 10 }, (_, place) => `e${place}`);

	test('remember as long as each trigger asks for, whatever others ask for', () => {
		const memories = new TriggerMemories(limits);
		memories.open('a', 0, 10_000).note('e');
		memories.open('b', 0, 600).note('e');
		for (const now of [601, 1500, 3000]) memories.open('c', now, 600).note('e');
		expect(memories.open('a', 10_000, 10_000).note('e')).toBe(false);
		expect(memories.open('b', 10_000, 600).note('e')).toBe(true);
	});

	test('are so many: the trigger whose webhooks came longest ago is forgotten', () => {
		const memories = new TriggerMemories(limits);
		for (const [place, trigger] of ['a', 'b', 'a', 'c', 'd'].entries()) memories.open(trigger, place, 600).note('e');
		const known = (trigger: string) => !memories.open(trigger, 5, 600).note('e');
		expect(['a', 'c', 'd'].map(known)).toEqual([true, true, true]);
		expect(known('b')).toBe(false);
	});

	test('hold so many events together: the fullest forgets its older ones, the others nothing', () => {
		const memories = new TriggerMemories({ ...limits, events: 15 });
		memories.open('quiet', 0, 600).note('e');
		const flooded = memories.open('flooded', 0, 600);
		for (const key of [...ten, 'f', 'g', ...ten.map((one) => `${one}+`)]) flooded.note(key);
		expect(memories.open('quiet', 1, 600).note('e')).toBe(false);
		expect(flooded.size).toBeLessThanOrEqual(14);
		expect(flooded.note('e9+')).toBe(false);
	});

	test('property: whatever floods the others, a quiet trigger remembers, and no limit is passed', () => {
		const floods = fc.array(fc.tuple(fc.constantFrom('flooded', 'flooded too'), fc.nat(25), fc.nat(9)), { maxLength: 60 });
		fc.assert(
			fc.property(floods, (all) => {
				const tight = { triggers: 3, eventsOfEach: 10, events: 15 };
				const memories = new TriggerMemories(tight);
				const opened = new Map([['quiet', memories.open('quiet', 0, 600)]]);
				memories.open('quiet', 0, 600).note('e');
				let now = 0;
				for (const [place, [trigger, count, ms]] of all.entries()) {
					now += ms;
					const memory = memories.open(trigger, now, 600);
					opened.set(trigger, memory);
					const before = [...opened.values()].reduce((sum, { size }) => sum + size, 0);
					expect(before).toBeLessThanOrEqual(tight.events);
					for (let one = 0; one < count; one++) expect(memory.note(`${place} ${one}`)).toBe(true);
					expect(memory.size).toBeLessThanOrEqual(2 * tight.eventsOfEach);
				}
				expect(memories.open('quiet', now, 600).note('e')).toBe(false);
			}),
		);
	});
});
