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
	const reason = await change('POST', path, body);
	if (reason !== undefined) dispatchEvent(new CustomEvent(problemEvent, { detail: reason }));
}

const errorShape = z.object({ error: z.object({ details: z.string() }) });

/** Has the service change something, and says why it could not be done; undefined if it was. Never rejects. */
export async function change(method: 'POST' | 'DELETE', path: string, body?: unknown): Promise<string | undefined> {
	const content = body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
	try {
		const answer = await fetch(`/_sandbox${path}`, { method, ...content });
		return answer.ok ? undefined : errorShape.parse(await answer.json()).error.details;
	} catch {
		return 'The sandbox does not answer.';
	}
}

export const conversationPath = (id: string): string => `/views/conversations/${encodeURIComponent(id)}`;
