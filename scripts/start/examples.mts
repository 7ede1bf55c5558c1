import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
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
	/** The one of them with a list. */
	list: WorkflowFile;
	/** Changes with the files. */
	fingerprint: string;
}

/** The importable workflows of this repository. @throws where one that the start page leads to is missing */
export async function readExamples(): Promise<Examples> {
	const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
	const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
	const files = new Map(names.map((name, at) => [name, workflowFile.parse(JSON.parse(texts[at] ?? ''))]));
	const look = (name: string): WorkflowFile => {
		const workflow = files.get(name);
		if (!workflow) throw new Error(`${join(folder, name)} is missing.`);
		return workflow;
	};
	const take = (name: string): WorkflowFile => {
		const workflow = look(name);
		files.delete(name);
		return workflow;
	};
	return {
		sendTemplate: take('send-a-template.json'),
		deliveryStatus: take('delivery-status.json'),
		list: look('broadcast-with-report.json'),
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

/** The inbox as the notes of the examples name it. */
const usualInbox = 'localhost:4010';

/** Has the notes of a workflow name the inbox where it really is. */
export function withInboxAddress(workflow: WorkflowFile, inboxUrl: string): WorkflowFile {
	const { host } = new URL(inboxUrl);
	const nodes = workflow.nodes.map((node) => {
		const { content } = node.parameters;
		if (node.type !== 'n8n-nodes-base.stickyNote' || typeof content !== 'string') return node;
		return { ...node, parameters: { ...node.parameters, content: content.replaceAll(usualInbox, host) } };
	});
	return { ...workflow, nodes };
}

/** The workflow of the start page's night, which is no example. */
export const readNight = async (): Promise<WorkflowFile> =>
	workflowFile.parse(JSON.parse(await readFile(fileURLToPath(new URL('night.json', import.meta.url)), 'utf8')));

/** Path, below n8n's address, at which the night waits for its list. */
export function nightPath({ nodes }: WorkflowFile): string {
	const { path } = z.object({ path: z.string() }).parse(nodes.find(({ type }) => type === 'n8n-nodes-base.webhook')?.parameters);
	return `/webhook/${path}`;
}
