import { createClock } from '../../sandbox/state/clock';
import { createConversations, keptEntries } from '../../sandbox/state/conversations';
import { entryId } from '../../sandbox/state/message';
import { createRequestLog, keptRequests } from '../../sandbox/state/requestLog';
import { createUploads, keptUploads } from '../../sandbox/state/uploads';
import { createQueue } from '../../sandbox/webhooks/queue';

describe('the clock', () => {
	/** Real time that a test moves by hand. */
	function realTime() {
		let time = 1_000_000;
		const sleeping = new Set<{ at: number; run: () => void }>();
		return {
			now: () => time,
			wake(afterMs: number, run: () => void) {
				const one = { at: time + afterMs, run };
				sleeping.add(one);
				return () => void sleeping.delete(one);
			},
			pass(ms: number) {
				time += ms;
				for (const one of [...sleeping]) if (one.at <= time && sleeping.delete(one)) one.run();
			},
			timers: () => sleeping.size,
		};
	}

	it('runs what is planned in the order of its time, and nothing that was cancelled', () => {
		const real = realTime();
		const clock = createClock(real);
		const done: string[] = [];
		clock.after(300, () => done.push('third'));
		for (const name of ['first', 'second']) clock.after(100, () => done.push(name));
		const cancel = clock.after(100, () => done.push('cancelled'));
		cancel();
		expect(real.timers()).toBe(1);
		real.pass(99);
		expect(done).toEqual([]);
		real.pass(1);
		expect(done).toEqual(['first', 'second']);
		real.pass(200);
		expect(done).toEqual(['first', 'second', 'third']);
	});
});

describe('what is kept', () => {
	it('is the newest 20,000 entries; conversations without any go with them', () => {
		const dropped: string[] = [];
		const conversations = createConversations((entry) => dropped.push(entryId(entry)));
		const note = (place: number, contact: string) => {
			const conversation = conversations.open('1', contact);
			const id = `note_${place}`;
			conversations.add(conversation, { kind: 'note', note_id: id, conversation_id: conversation.id, text: '', at: '' });
		};
		note(0, '+1');
		note(1, '+2');
		for (let place = 2; place <= keptEntries; place++) note(place, '+3');
		expect([...conversations.all()].map(({ contact }) => contact)).toEqual(['+2', '+3']);
		expect(dropped).toEqual(['note_0']);
		note(keptEntries + 1, '+2');
		const left = [...conversations.all()].map(({ contact, entries }) => [contact, entries.length]);
		expect(left).toEqual([['+2', 1], ['+3', keptEntries - 1]]);
	});

	it('is the newest waiting webhooks of each receiver', async () => {
		const queue = createQueue(1, 3);
		const done: string[] = [];
		const waiting: Array<() => void> = [];
		const task = (name: string) => async () => {
			await new Promise<void>((end) => void waiting.push(end));
			done.push(name);
		};
		for (const name of ['a', 'b', 'c', 'd', 'e']) queue.run('slow', task(name));
		queue.run('other', task('x'));
		for (let end = waiting.shift(); end !== undefined; end = waiting.shift()) {
			end();
			await new Promise<void>((next) => queueMicrotask(() => queueMicrotask(() => queueMicrotask(next))));
		}
		expect(done.sort()).toEqual(['a', 'c', 'd', 'e', 'x']);
	});

	it('is the newest uploads, by number and by size', () => {
		const uploads = createUploads();
		const file = { template_id: null, phone_number_id: '1', mime_type: 'image/png', filename: 'a.png', at: 0 };
		const add = (id: string, size: number) => uploads.add({ ...file, media_id: id, bytes: new Uint8Array(size) });
		add('large', keptUploads.bytes - 1);
		add('small', 1);
		expect(uploads.find('large')).toBeDefined();
		add('one more', 1);
		expect(uploads.find('large')).toBeUndefined();
		for (let count = 0; count < keptUploads.count - 1; count++) add(`${count}`, 0);
		expect(uploads.find('small')).toBeUndefined();
		expect(uploads.find('one more')).toBeDefined();
	});

	it('is the newest requests', () => {
		const log = createRequestLog();
		const request = { at: '', method: 'GET', path: '/', to: null, idempotency_key: null, fault: null, status: 200 };
		for (let count = 0; count < keptRequests * 2 + 5; count++) log.add({ ...request, request_id: String(count) });
		expect(log.all()).toHaveLength(keptRequests);
		expect(log.all().at(-1)?.request_id).toBe(String(keptRequests * 2 + 4));
	});
});
