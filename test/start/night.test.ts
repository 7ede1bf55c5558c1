import { countPeople, people } from '../../scripts/start/night.mts';

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
