import type { IExecuteFunctions, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

type Context = IExecuteFunctions | IHookFunctions | IWebhookFunctions;

const place = (context: Context): string => `"${context.getNode().name}" of workflow ${context.getWorkflow().id ?? ''}`;

/** The beginning of the lines that the Messaging node writes to n8n's log. */
export const nodeLogPrefix = (context: IExecuteFunctions | IWebhookFunctions): string => `Messaging node ${place(context)}`;

/** The beginning of the lines that the Messaging Trigger writes to n8n's log. */
export const triggerLogPrefix = (context: IHookFunctions | IWebhookFunctions): string => `Messaging Trigger ${place(context)}`;
