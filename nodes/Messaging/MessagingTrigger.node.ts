import {
	NodeConnectionTypes,
	type IHookFunctions,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';

import { requireSecret } from './trigger/activate';
import { receive } from './trigger/receive';

export class MessagingTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Messaging Trigger',
		name: 'messagingTrigger',
		icon: { light: 'file:../../icons/messaging.svg', dark: 'file:../../icons/messaging.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: '={{ $parameter["events"].join(", ") }}',
		description: 'Starts the workflow when the delivery status of a message changes',
		eventTriggerDescription: 'when your service reports a delivery status',
		activationMessage: 'Delivery statuses that your service reports now start this workflow.',
		defaults: { name: 'Messaging Trigger' },
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'messagingApi', required: true }],
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				responseMode: 'onReceived',
				responseData: 'noData',
				path: 'webhook',
			},
		],
		properties: [
			{
				displayName:
					"Copy the Production URL above into the webhook settings of your messaging service, and the service's signing secret into 'Webhook Secret' of the credential. Then publish the workflow.",
				name: 'setUpNotice',
				type: 'notice',
				default: '',
			},
			{
				displayName: 'Trigger On',
				name: 'events',
				type: 'multiOptions',
				required: true,
				default: ['sent', 'delivered', 'read', 'failed'],
				options: [
					{ name: 'Delivered', value: 'delivered', description: 'The message reached the phone' },
					{ name: 'Failed', value: 'failed', description: 'The message will not arrive' },
					{ name: 'Read', value: 'read', description: 'The recipient has opened the message' },
					{ name: 'Sent', value: 'sent', description: 'The service has passed the message on' },
				],
				description: 'The delivery statuses that start the workflow',
			},
		],
	};

	webhookMethods = {
		default: {
			// The user registers the URL at the service, so n8n has nothing to look for and nothing to remove.
			async checkExists(this: IHookFunctions): Promise<boolean> {
				return false;
			},
			async create(this: IHookFunctions): Promise<boolean> {
				await requireSecret.call(this);
				return true;
			},
			async delete(this: IHookFunctions): Promise<boolean> {
				return true;
			},
		},
	};

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receive.call(this);
	}
}
