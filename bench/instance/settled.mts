import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import type { Session } from '../../scripts/n8n/session.mts';

const unfinished = z.object({ results: z.array(z.unknown()) });

/** Waits until every execution of a workflow has ended, so that none of them slows what comes next. */
export async function settled(session: Session, workflowId: string): Promise<void> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId, status: ['new', 'running'] }));
	for (;;) {
		const { results } = await session.request('GET', `/executions?filter=${filter}&limit=1`, unfinished);
		if (results.length === 0) return;
		await wait(50);
	}
}
