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
		return z.object({ messages: z.array(acceptedMessage) }).parse(await this.read('ledger')).messages;
	}

	/** Everything that was accepted for a recipient, in the ledger's order. */
	async acceptedFor(to: string): Promise<AcceptedMessage[]> {
		return (await this.accepted()).filter((message) => message.to === to);
	}

	/** How many messages were accepted for each of these recipients. */
	async countsFor(recipients: readonly string[]): Promise<number[]> {
		const counts = new Map<string, number>();
		for (const { to } of await this.accepted()) counts.set(to, (counts.get(to) ?? 0) + 1);
		return recipients.map((to) => counts.get(to) ?? 0);
	}

	/** The recipients of all requests, whatever became of them; nobody's of one that sends nothing. */
	async requests(): Promise<Array<string | null>> {
		const { requests } = z.object({ requests: z.array(z.object({ to: z.string().nullable() })) }).parse(await this.read('requests'));
		return requests.map(({ to }) => to);
	}

	/** What one of the sandbox's control endpoints has. */
	async read(path: string): Promise<unknown> {
		return (await fetch(`${this.url}/_sandbox/${path}`)).json();
	}
}
