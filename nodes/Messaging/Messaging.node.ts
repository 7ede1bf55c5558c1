import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
	NodeConnectionTypes,
} from 'n8n-workflow';

import { messagingProperties } from './actions/resources';
import { router } from './actions/router';
import { nodeHints, nodeSubtitle, waitingTooltip } from './editor/besideParameters';
import { asTool, messagingBuilderHint } from './editor/forModels';
import { listSearch } from './editor/listSearch';
import { loadOptions } from './editor/loadOptions';
import { resourceMapping } from './editor/resourceMapping';
import { answerWebhooks, receiveAnswer } from './question/receiveAnswer';

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
		usableAsTool: asTool,
		builderHint: messagingBuilderHint,
		hints: nodeHints,
		waitingNodeTooltip: waitingTooltip,
		webhooks: answerWebhooks,
		credentials: [{ name: 'messagingApi', required: true }],
		properties: messagingProperties,
	};

	methods = { listSearch, loadOptions, resourceMapping };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await router.call(this);
	}

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receiveAnswer.call(this);
	}
}
