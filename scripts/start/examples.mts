import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { repository } from '../n8n/ourPackage.mts';
import { workflowFile, type WorkflowFile } from '../n8n/workflows.mts';
import { isTrigger, triggerPath } from './triggerPath.mts';

const folder = join(repository, 'examples');

export interface Examples {
	/** The one to open first. */
	sendTemplate: WorkflowFile;
	/** The only one that is published: it shows what becomes of the first one's message. */
	deliveryStatus: WorkflowFile;
	/** All others, which wait to be opened. */
	more: WorkflowFile[];
	/** Changes with the files. */
	fingerprint: string;
}

/** The importable workflows of this repository. @throws where one of the first two is missing */
export async function readExamples(): Promise<Examples> {
	const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
	const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
	const files = new Map(names.map((name, at) => [name, workflowFile.parse(JSON.parse(texts[at] ?? ''))]));
	const take = (name: string): WorkflowFile => {
		const workflow = files.get(name);
		if (!workflow) throw new Error(`${join(folder, name)} is missing.`);
		files.delete(name);
		return workflow;
	};
	return {
		sendTemplate: take('send-a-template.json'),
		deliveryStatus: take('delivery-status.json'),
		more: [...files.values()],
		fingerprint: createHash('sha256').update(texts.join()).digest('hex').slice(0, 12),
	};
}

/** Path, below n8n's address, at which the trigger of a published workflow listens. */
export function webhookPath(workflow: WorkflowFile): string {
	const trigger = workflow.nodes.find(isTrigger);
	if (!trigger?.webhookId) throw new Error(`"${workflow.name}" has no Messaging Trigger with a webhook id.`);
	return triggerPath(trigger.webhookId);
}
