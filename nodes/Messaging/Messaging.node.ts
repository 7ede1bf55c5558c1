import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';

import { nodeHints, nodeSubtitle, waitingTooltip } from './actions/nodePresentation';
import { receiveAnswer } from './actions/message/sendAndWait/receiveAnswer';
import { answerWebhooks } from './actions/message/sendAndWait/webhooks';
import { messagingProperties } from './actions/resources';
import { router } from './actions/router';
import { credentialTest } from './methods/credentialTest';
import { listSearch } from './methods/listSearch';
import { loadOptions } from './methods/loadOptions';
import { resourceMapping } from './methods/resourceMapping';

export class Messaging implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Messaging',
		name: 'messaging',
		icon: { light: 'file:../../icons/messaging.svg', dark: 'file:../../icons/messaging.dark.svg' },
		group: ['output'],
		version: 1,
		subtitle: nodeSubtitle,
		description: 'Send WhatsApp-style template, text and media messages, and ask a person',
		defaults: { name: 'Messaging' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		hints: nodeHints,
		waitingNodeTooltip: waitingTooltip,
		webhooks: answerWebhooks,
		credentials: [{ name: 'messagingApi', required: true, testedBy: 'testMessagingApi' }],
		properties: messagingProperties,
	};

	methods = { credentialTest, listSearch, loadOptions, resourceMapping };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await router.call(this);
	}

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receiveAnswer.call(this);
	}
}
