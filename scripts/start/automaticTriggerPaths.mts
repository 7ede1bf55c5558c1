import { z } from 'zod';
import type { Session } from '../n8n/session.mts';
import { workflowFile } from '../n8n/workflows.mts';
import { isTrigger, triggerPath } from './triggerPath.mts';

const summaries = z.array(z.object({ id: z.string(), active: z.boolean() }));

/**
 * Paths, below n8n's address, of the published triggers that register themselves at the service. They do so only
 * when they are published, not when n8n starts, and the sandbox has forgotten them since its last stop.
 */
export async function automaticTriggerPaths(session: Session): Promise<string[]> {
	const published = (await session.request('GET', '/workflows', summaries)).filter(({ active }) => active);
	const workflows = await Promise.all(published.map(({ id }) => session.request('GET', `/workflows/${id}`, workflowFile)));
	return workflows.flatMap(({ nodes }) =>
		nodes
			.filter((node) => isTrigger(node) && node.parameters.registration === 'automatic')
			.flatMap(({ webhookId }) => (webhookId ? [triggerPath(webhookId)] : [])),
	);
}
