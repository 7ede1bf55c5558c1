import type { z, ZodTypeAny } from 'zod';

/** Asks the service for something and checks the answer's shape. */
export async function ask<S extends ZodTypeAny>(path: string, shape: S): Promise<z.infer<S>> {
	const answer = await fetch(`/_sandbox${path}`);
	if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
	return shape.parse(await answer.json());
}

/** Tells the service to do something; what changed comes back as a live event. */
export async function tell(path: string, body: unknown): Promise<void> {
	const answer = await fetch(`/_sandbox${path}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});
	if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
}

export const conversationPath = (id: string): string => `/views/conversations/${encodeURIComponent(id)}`;
