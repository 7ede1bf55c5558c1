import { account, allEvents, delivered, post } from '../support/signedWebhook';
import { startTrigger, type TriggerServer } from '../support/webhook';

const servers: TriggerServer[] = [];

async function start(): Promise<TriggerServer> {
	const server = await startTrigger({ credential: account, parameters: { events: allEvents } });
	servers.push(server);
	return server;
}

afterAll(async () => {
	await Promise.all(servers.map(async (server) => await server.close()));
});

test('a flood at one trigger makes neither another forget nor itself', async () => {
	const [one, flooded] = [await start(), await start()];
	const flood = Array.from({ length: 101_000 }, (_, place) => ({ message_id: `f${place}`, status: 'sent' }));
	await post(one, delivered);
	expect((await post(flooded, [...flood, flood[0]])).status).toBe(200);
	expect(flooded.started.map(([items]) => items?.length)).toEqual([flood.length]);

	for (const [server, repeat] of [[one, delivered], [flooded, [flood[0], flood.at(-1)]]] as const) {
		expect((await post(server, repeat)).status).toBe(200);
		expect(server.started).toHaveLength(1);
	}
});
