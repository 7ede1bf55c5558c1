import type { WorkflowFile } from '../n8n/workflows.mts';

/** Whether a node of a workflow is the Messaging Trigger. */
export const isTrigger = ({ type }: WorkflowFile['nodes'][number]): boolean =>
	type === 'n8n-nodes-messaging.messagingTrigger';

/** Path, below n8n's address, at which a published trigger listens. */
export const triggerPath = (webhookId: string): string => `/webhook/${webhookId}/webhook`;
