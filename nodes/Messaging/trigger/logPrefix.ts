import type { IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

/** How the lines that a trigger writes into n8n's log begin. */
export const logPrefix = (context: IHookFunctions | IWebhookFunctions): string =>
	`Messaging Trigger "${context.getNode().name}" of workflow ${context.getWorkflow().id ?? ''}`;
