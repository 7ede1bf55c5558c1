import { z, type ZodTypeAny } from 'zod';

/** Asks the service for something and checks the answer's shape. */
export async function ask<S extends ZodTypeAny>(path: string, shape: S): Promise<z.infer<S>> {
	const answer = await fetch(`/_sandbox${path}`);
	if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
	return shape.parse(await answer.json());
}

/** The event by which the page hears of something that could not be done; the detail says why. */
export const problemEvent = 'sandbox-problem';

/** Tells the service to do something; what changed comes back as a live event. Never rejects. */
export async function tell(path: string, body: unknown): Promise<void> {
	const reason = await post(path, body).catch(() => 'The sandbox does not answer.');
	if (reason !== undefined) dispatchEvent(new CustomEvent(problemEvent, { detail: reason }));
}

const errorShape = z.object({ error: z.object({ details: z.string() }) });

/** Why the service refused; undefined when it didn't. */
async function post(path: string, body: unknown): Promise<string | undefined> {
	const answer = await fetch(`/_sandbox${path}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});
	return answer.ok ? undefined : errorShape.parse(await answer.json()).error.details;
}

export const conversationPath = (id: string): string => `/views/conversations/${encodeURIComponent(id)}`;
