import { z } from 'zod';

const acceptedMessage = z.object({
	message_id: z.string(),
	kind: z.string(),
	to: z.string(),
	phone_number_id: z.string(),
	status: z.string(),
	body: z.record(z.unknown()),
});

export type AcceptedMessage = z.infer<typeof acceptedMessage>;

const delivery = z.object({ registration_id: z.string(), state: z.string() });

/** The sandbox service as a test sees it from outside. */
export class Service {
	readonly url: string;
	readonly apiKey: string;

	constructor(url: string, apiKey: string) {
		this.url = url;
		this.apiKey = apiKey;
	}

	/** Everything that was accepted, in the ledger's order. */
	async accepted(): Promise<AcceptedMessage[]> {
		const answer = await fetch(`${this.url}/_sandbox/ledger`);
		return z.object({ messages: z.array(acceptedMessage) }).parse(await answer.json()).messages;
	}

	/** Everything that was accepted for a recipient, in the ledger's order. */
	async acceptedFor(to: string): Promise<AcceptedMessage[]> {
		return (await this.accepted()).filter((message) => message.to === to);
	}

	/** How many messages were accepted at all. */
	async acceptedCount(): Promise<number> {
		const answer = await fetch(`${this.url}/_sandbox/ledger`);
		return z.object({ messages: z.array(z.unknown()) }).parse(await answer.json()).messages.length;
	}

	/** Has requests fail on purpose, by these rules of the sandbox in place of the rules before. */
	async play(...rules: ReadonlyArray<Readonly<Record<string, unknown>>>): Promise<void> {
		const answer = await fetch(`${this.url}/_sandbox/faults`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ rules }),
		});
		if (!answer.ok) throw new Error(await answer.text());
	}

	/** How often a message to a recipient was sent here, whatever became of it. */
	async requestsTo(to: string): Promise<number> {
		const answer = await fetch(`${this.url}/_sandbox/requests`);
		const { requests } = z.object({ requests: z.array(z.object({ to: z.string().nullable() })) }).parse(await answer.json());
		return requests.filter((request) => request.to === to).length;
	}

	/** Has the next request to a path answered with a status, whatever it asks. */
	async refuseOnce(path: string, status: number): Promise<void> {
		await this.play({ kind: 'error', status, times: 1, match: { path } });
	}

	/** The webhooks that are on their way to a registration or went there. */
	async deliveriesTo(registrationId: string) {
		const answer = await fetch(`${this.url}/_sandbox/webhooks`);
		const { deliveries } = z.object({ deliveries: z.array(delivery) }).parse(await answer.json());
		return deliveries.filter((one) => one.registration_id === registrationId);
	}
}
