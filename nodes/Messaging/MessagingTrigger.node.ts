import type { IHookFunctions, INodeType, INodeTypeDescription, IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';

import { triggerBuilderHint } from './editor/forModels';
import { answerHandshake } from './trigger/handshake';
import { triggerHints, triggerOutputs, triggerProperties } from './trigger/parameters';
import { receive } from './trigger/receive';
import { isRegistered, register } from './trigger/register';
import { unregister } from './trigger/unregister';

export class MessagingTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Messaging Trigger',
		name: 'messagingTrigger',
		icon: { light: 'file:../../icons/messaging.svg', dark: 'file:../../icons/messaging.dark.svg' },
		group: ['trigger'],
		// Not 1: for version 1 n8n evaluates an expression for each webhook before it calls the node.
		version: 1.1,
		subtitle: '={{ $parameter["events"].join(", ") }}',
		// n8n shows the node and its trigger as one entry, with the description of the trigger.
		description: 'Send WhatsApp-style template, text and media messages, or start a workflow when their delivery status changes or people write back',
		eventTriggerDescription: 'when your service reports a delivery status or a message',
		activationMessage: 'This workflow now starts if your service reports what you have chosen under Trigger On.',
		builderHint: triggerBuilderHint,
		defaults: { name: 'Messaging Trigger' },
		inputs: [],
		outputs: triggerOutputs,
		hints: triggerHints,
		credentials: [{ name: 'messagingApi', required: true }],
		// In this order: n8n makes the URLs one after the other, and a service may ask while it registers the second.
		webhooks: [
			{
				name: 'setup',
				httpMethod: 'GET',
				responseMode: 'onReceived',
				path: 'webhook',
				ndvHideUrl: true,
			},
			{
				name: 'default',
				httpMethod: 'POST',
				responseMode: 'onReceived',
				responseData: 'noData',
				path: 'webhook',
			},
		],
		properties: triggerProperties,
	};

	webhookMethods = {
		default: {
			async checkExists(this: IHookFunctions): Promise<boolean> {
				return await isRegistered.call(this);
			},
			async create(this: IHookFunctions): Promise<boolean> {
				return await register.call(this);
			},
			async delete(this: IHookFunctions): Promise<boolean> {
				return await unregister.call(this);
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return this.getWebhookName() === 'setup' ? await answerHandshake.call(this) : await receive.call(this);
	}
}
