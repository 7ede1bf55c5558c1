import { defaultPaths } from '../../../nodes/Messaging/api/account';
import { at } from '../../../nodes/Messaging/text/json';
import { deliveryStatuses } from '../../../nodes/Messaging/webhook/statusEvent';
import type { SandboxOptions } from '../../../sandbox/start.mts';
import { startReceiver, type Received, type Receiver } from './receiver';
import { idOf, useSandbox, type Client } from './sandbox';

export const webhooksPath = defaultPaths.webhooks;

export const allEvents: readonly string[] = deliveryStatuses;

export const bodyOf = ({ body }: Received): unknown => JSON.parse(body);

/** A sandbox that reports statuses, and those who receive them. */
interface Reporting {
	readonly client: Client;
	/** A receiver that ends with the test. */
	receive(...parameters: Parameters<typeof startReceiver>): Promise<Receiver>;
	/** Registers a receiver, for all events unless told otherwise, and gives the registration's id. */
	register(receiver: Receiver, more?: object): Promise<string>;
	/** Sends a message and gives its id. */
	welcome(): Promise<string>;
	/** Has a status of a message reported. */
	step(messageId: string, status: string, more?: object): Promise<unknown>;
	/** Waits until the so-manieth delivery is in a state after so many tries, and gives it. */
	inState(place: number, state: string, tries: number): Promise<unknown>;
}

/** Starts the sandbox for the tests of a file; each test begins with an empty one. */
export function reporting(options: SandboxOptions = {}): Reporting {
	const client = useSandbox(options);
	let receivers: Receiver[] = [];

	afterEach(async () => {
		await Promise.all(receivers.map((receiver) => receiver.close()));
		receivers = [];
	});

	return {
		client,
		async receive(...parameters) {
			const receiver = await startReceiver(...parameters);
			receivers.push(receiver);
			return receiver;
		},
		async register(receiver, more = {}) {
			const answer = await client.call('POST', webhooksPath, { url: receiver.url, events: allEvents, ...more });
			expect(answer.status).toBe(201);
			return String(at(answer.body, 'id'));
		},
		welcome: async () =>
			idOf(await client.send('template', { template_name: 'welcome', language_code: 'en_US' })),
		step: (messageId, status, more = {}) =>
			client.control(`/messages/${messageId}/status`, { status, ...more }),
		async inState(place, state, tries) {
			const { delivery } = await client.until(async () => {
				const found = at(await client.show('/webhooks'), 'deliveries', place);
				return at(found, 'state') === state && at(found, 'tries') === tries && { delivery: found };
			});
			return delivery;
		},
	};
}
