import type { INodeParameters } from 'n8n-workflow';

import { account, allEvents } from './signedWebhook';
import { startTrigger, type TriggerServer, type TriggerSettings } from './webhook';

/** Starts triggers with these options, and closes them after each test. */
export function useTriggers(): (options?: INodeParameters, more?: Partial<TriggerSettings>) => Promise<TriggerServer> {
	const servers: TriggerServer[] = [];
	afterEach(async () => {
		await Promise.all(servers.splice(0).map(async (server) => await server.close()));
	});
	return async (options = {}, more = {}) => {
		const server = await startTrigger({ credential: account, parameters: { events: allEvents, options }, ...more });
		servers.push(server);
		return server;
	};
}
