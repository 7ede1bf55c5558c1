import { z } from 'zod';
import type { Instance } from './world.mts';

/** Tells the sandbox something at one of its control endpoints. */
export async function tell({ service }: Instance, path: string, body: object): Promise<void> {
	const answer = await fetch(`${service.url}/_sandbox/${path}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});
	if (!answer.ok) throw new Error(`The sandbox answered ${path} with ${String(answer.status)}: ${await answer.text()}`);
}

/** Has requests fail on purpose, by these rules of the sandbox in place of the rules before. */
export const play = (world: Instance, ...rules: object[]): Promise<void> => tell(world, 'faults', { rules });

/** Does something while the sandbox answers by a fault plan. */
export async function withFaults<T>(world: Instance, rules: readonly object[], work: () => Promise<T>): Promise<T> {
	await play(world, ...rules);
	try {
		return await work();
	} finally {
		await play(world);
	}
}

const pace = z.object({ sent_after_ms: z.number().nullable(), delivered_after_ms: z.number().nullable() });

/** Does something while messages get no status by themselves, neither its own nor those of earlier tests. */
export async function withStatusesByHand(world: Instance, work: () => Promise<void>): Promise<void> {
	const usual = pace.parse(await world.service.read('settings'));
	await tell(world, 'settings', { sent_after_ms: null, delivered_after_ms: null });
	// What is planned already happens now, while nobody listens.
	await tell(world, 'clock', { advance_ms: 5000 });
	try {
		await work();
	} finally {
		await tell(world, 'settings', usual);
	}
}

const delivery = z.object({
	registration_id: z.string(),
	state: z.string(),
	url: z.string(),
	message_ids: z.array(z.string()),
	request: z.object({ headers: z.record(z.string()), body: z.string() }),
});

/** The webhooks that are on their way to a URL or went there, as they were sent. */
export async function webhooksTo({ service }: Instance, to: string) {
	const { deliveries } = z.object({ deliveries: z.array(delivery) }).parse(await service.read('webhooks'));
	return deliveries.filter(({ url }) => url === to);
}
