import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repository } from '../n8n/ourPackage.mts';
import { workflowFile, type WorkflowFile } from '../n8n/workflows.mts';

export interface Examples {
	sendTemplate: WorkflowFile;
	deliveryStatus: WorkflowFile;
	/** Changes with the files. */
	fingerprint: string;
}

/** The importable workflows of this repository. */
export async function readExamples(): Promise<Examples> {
	const [send, status] = await Promise.all(
		['send-a-template.json', 'delivery-status.json'].map((name) =>
			readFile(join(repository, 'examples', name), 'utf8'),
		),
	);
	if (send === undefined || status === undefined) throw new Error('The examples are missing.');
	return {
		sendTemplate: workflowFile.parse(JSON.parse(send)),
		deliveryStatus: workflowFile.parse(JSON.parse(status)),
		fingerprint: createHash('sha256').update(send).update(status).digest('hex').slice(0, 12),
	};
}

/** Path, below n8n's address, at which the trigger of a published workflow listens. */
export function webhookPath(workflow: WorkflowFile): string {
	const trigger = workflow.nodes.find((node) => node.type === 'n8n-nodes-messaging.messagingTrigger');
	if (!trigger?.webhookId) throw new Error(`"${workflow.name}" has no Messaging Trigger with a webhook id.`);
	return `/webhook/${trigger.webhookId}/webhook`;
}
