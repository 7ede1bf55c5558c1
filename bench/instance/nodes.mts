import type {
	INodeTypeDescription,
	IWebhookFunctions,
	IWebhookResponseData,
	WebhookResponseMode,
} from 'n8n-workflow';
import { customers, readyBodies } from '../variants.mts';

export { BareLoop, ReadyBodies } from '../loops/loopNodes.mts';

const nothingToRegister = {
	default: {
		checkExists: () => Promise.resolve(false),
		create: () => Promise.resolve(true),
		delete: () => Promise.resolve(true),
	},
};

/** Starts the workflow with what it was sent: what n8n takes for any community trigger, it takes for this one. */
export class MinimalTrigger {
	description = describe('minimalTrigger', 'onReceived');

	webhookMethods = nothingToRegister;

	webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return Promise.resolve({ workflowData: [[{ json: this.getBodyData() }]] });
	}
}

/** Reads its credential too, as every trigger must that checks a signature. */
export class CredentialTrigger {
	description = describe('credentialTrigger', 'onReceived', [{ name: 'messagingApi', required: true }]);

	webhookMethods = nothingToRegister;

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		await this.getCredentials('messagingApi');
		return { workflowData: [[{ json: this.getBodyData() }]] };
	}
}

/** Starts the workflow with as many customers (or ready bodies) as it was told, and answers when the workflow has ended. */
export class CustomersTrigger {
	description = describe('customersTrigger', 'lastNode');

	webhookMethods = nothingToRegister;

	webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		const { count, input } = this.getBodyData();
		const items = input === 'bodies' ? readyBodies(Number(count)) : customers(Number(count));
		cpuAtStart = process.cpuUsage();
		return Promise.resolve({ workflowData: [items] });
	}
}

/** How much processor time n8n had when the last `CustomersTrigger` started; one runs at a time. */
let cpuAtStart = process.cpuUsage();

/** Ends the workflow with one item: the processor time of n8n since its start, in milliseconds. */
export class Meter {
	description: INodeTypeDescription = {
		...describe('meter', 'lastNode'),
		group: ['output'],
		inputs: ['main'],
		webhooks: [],
	};

	execute() {
		const { user, system } = process.cpuUsage(cpuAtStart);
		return Promise.resolve([[{ json: { cpuMs: (user + system) / 1000 } }]]);
	}
}

function describe(
	name: string,
	responseMode: WebhookResponseMode,
	credentials: INodeTypeDescription['credentials'] = [],
): INodeTypeDescription {
	// The first item is answer enough: all of them would be measured too.
	const responseData = responseMode === 'lastNode' ? 'firstEntryJson' : 'noData';
	return {
		displayName: name,
		name,
		group: ['trigger'],
		version: 1,
		description: 'A trigger that the Messaging Trigger is measured beside',
		defaults: { name },
		inputs: [],
		outputs: ['main'],
		credentials,
		webhooks: [{ name: 'default', httpMethod: 'POST', responseMode, responseData, path: 'webhook' }],
		properties: [],
	};
}
