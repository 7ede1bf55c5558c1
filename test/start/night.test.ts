import { countPeople, people, summaryOf } from '../../scripts/start/night.mts';

const first = 12015552000;
const person = (at: number) => `+${String(first + at)}`;
const message = (at: number) => ({ message_id: `m-${String(at)}`, to: person(at) });

/** Everybody's message has arrived, but for the first three. */
const arrived = Array.from({ length: people - 3 }, (_, at) => message(at + 3));

describe('the count of the night', () => {
	it('finds everybody who has no message, and whom n8n does not name is lost', () => {
		expect(countPeople(arrived, [], [])).toEqual({ once: people - 3, twice: 0, none: 3, unknown: 0, unknownArrived: 0, lost: 3 });
		expect(countPeople(arrived, [person(0)], [person(1)])).toMatchObject({ none: 3, unknown: 1, unknownArrived: 0, lost: 1 });
	});

	it('finds who has it twice, and which unknown messages have arrived', () => {
		const again = [...arrived, { ...message(7), message_id: 'again' }];
		expect(countPeople(again, [person(0), person(9)], [])).toMatchObject({ once: people - 4, twice: 1, unknown: 2, unknownArrived: 1, lost: 2 });
	});
});

describe('the sentences of the night', () => {
	const count = { once: 298, twice: 0, none: 2, unknown: 3, unknownArrived: 1, lost: 0, statuses: 596, late: 21 };

	it('add up: everybody stands in one part of the first, and of the unknown each in one part of the second', () => {
		const said = summaryOf(count);
		expect(said).toContain('298 of 300 have the message once, none twice, and 2 do not have it. Of 3, n8n says that it does not know: 2 without it, and 1 with it.');
		expect(said).toContain('"Settle unknown messages"');
	});

	it('leave out what there is none of, and name what was lost', () => {
		expect(summaryOf({ ...count, once: 300, none: 0, unknown: 0, unknownArrived: 0 })).toMatch(/once, none twice, and none do not have it\.$/);
		expect(summaryOf({ ...count, unknown: 1, lost: 2 })).toContain('Of 2 without it, n8n says nothing. Of 1, n8n says that it does not know: 1 with it.');
	});
});
