import { delivered, itemsOf, post } from '../support/signedWebhook';
import { useTriggers } from '../support/useTriggers';

/** One request with more statuses than a trigger remembers. */

const start = useTriggers();

test('a repeat within one request is dropped, however many statuses stand between', async () => {
	const server = await start();
	const others = Array.from({ length: 210_000 }, (_, index) => ({ message_id: `m${index}`, status: 'read' }));
	expect((await post(server, [delivered, ...others, delivered])).status).toBe(200);
	expect(itemsOf(server).map(([items]) => items?.length)).toEqual([210_001]);
});
