import { textParameters } from '../support/messages';
import { promisesSettled } from '../support/eventLoop.mts';
import { accepting } from '../support/service';
import { useService } from '../support/useService';

const service = useService();

test('of ten thousand messages to five thousand people each gets the first before the second, and never both at once', async () => {
	const underWay = new Map<string, number>();
	let most = 0;
	service.answer = async (request) => {
		const to = String(Reflect.get(Object(request.body), 'to'));
		most = Math.max(most, (underWay.get(to) ?? 0) + 1);
		underWay.set(to, (underWay.get(to) ?? 0) + 1);
		// The first one waits until many to others have come.
		do await promisesSettled();
		while (service.posts.length < 15);
		underWay.set(to, (underWay.get(to) ?? 0) - 1);
		return accepting(request);
	};
	// In another spelling it is the same person.
	const rows = Array.from({ length: 10_000 }, (_, index) => {
		const person = 1_000 + Math.floor(index / 2);
		return { json: { to: index % 2 === 0 ? `+1201555${person}` : `+1 (201) 555-${person}`, text: index % 2 === 0 ? 'first' : 'second' } };
	});
	await service.run(textParameters({ text: '={{ $json.text }}', options: { concurrency: 20 } }), rows);
	const texts = new Map<unknown, unknown[]>();
	for (const { body } of service.posts) {
		const to: unknown = Reflect.get(Object(body), 'to');
		texts.set(to, [...(texts.get(to) ?? []), Reflect.get(Object(body), 'text')]);
	}
	expect(most).toBe(1);
	expect(texts.size).toBe(5_000);
	expect([...texts.values()].filter((own) => own.join() !== 'first,second')).toEqual([]);
});
