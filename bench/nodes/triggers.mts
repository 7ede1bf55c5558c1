import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { itemsFor } from '../ways.mts';
import { describe, describeTrigger } from './description.mts';

const nothingToRegister = {
	default: {
		checkExists: () => Promise.resolve(false),
		create: () => Promise.resolve(true),
		delete: () => Promise.resolve(true),
	},
};

/** Starts the workflow with what it was sent: what n8n takes for any community trigger, it takes for this one. */
export class MinimalTrigger {
	description = describeTrigger('minimalTrigger', 'onReceived');

	webhookMethods = nothingToRegister;

	webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return Promise.resolve({ workflowData: [[{ json: this.getBodyData() }]] });
	}
}

/** Reads its credential too, as every trigger must that checks a signature. */
export class CredentialTrigger {
	description = describeTrigger('credentialTrigger', 'onReceived', { credentials: [{ name: 'messagingApi', required: true }] });

	webhookMethods = nothingToRegister;

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		await this.getCredentials('messagingApi');
		return { workflowData: [[{ json: this.getBodyData() }]] };
	}
}

/** Starts the workflow with the items it was asked for, and answers when the workflow has ended. */
export class CustomersTrigger {
	description = describeTrigger('customersTrigger', 'lastNode');

	webhookMethods = nothingToRegister;

	webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		const { count, input, from } = this.getBodyData();
		const items = itemsFor({ input: input === 'bodies' ? 'bodies' : 'columns' }, Number(count), Number(from ?? 0));
		cpuAtStart = process.cpuUsage();
		return Promise.resolve({ workflowData: [items] });
	}
}

/** How much processor time n8n had when the last `CustomersTrigger` started; one runs at a time. */
let cpuAtStart = process.cpuUsage();

/** Ends the workflow with one item: the processor time of n8n since its start, in milliseconds. */
export class Meter {
	description = describe('meter', {});

	execute() {
		const { user, system } = process.cpuUsage(cpuAtStart);
		return Promise.resolve([[{ json: { cpuMs: (user + system) / 1000 } }]]);
	}
}
