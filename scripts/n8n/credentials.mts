import { z } from 'zod';
import type { Session } from './session.mts';

export interface CredentialContent {
	name: string;
	type: string;
	data: Record<string, string | number | boolean>;
}

const saved = z.object({ id: z.string(), name: z.string() });

/** @returns the id that n8n gave it */
export async function createCredential(session: Session, content: CredentialContent): Promise<string> {
	return (await session.request('POST', '/credentials', saved, content)).id;
}

/**
 * Changes single fields of a saved credential and leaves the others as they are, secrets included.
 * @returns whether anything had to change
 * @throws {N8nRefusal} with status 404 when a person deleted it
 */
export async function changeCredential(
	session: Session,
	id: string,
	fields: CredentialContent['data'],
): Promise<boolean> {
	// Secrets come as placeholders, which n8n takes back as "unchanged".
	const withData = saved.extend({ type: z.string(), data: z.record(z.unknown()) });
	const { name, type, data } = await session.request('GET', `/credentials/${id}?includeData=true`, withData);
	if (Object.entries(fields).every(([field, value]) => data[field] === value)) return false;
	await session.request('PATCH', `/credentials/${id}`, saved, { name, type, data: { ...data, ...fields } });
	return true;
}
