import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
	NodeConnectionTypes,
	type NodeHint,
} from 'n8n-workflow';

import { messagingProperties } from './actions/resources';
import { router } from './actions/router';
import { listSearch } from './editor/listSearch';
import { loadOptions } from './editor/loadOptions';
import { resourceMapping } from './editor/resourceMapping';
import { answerWebhooks, receiveAnswer } from './question/receiveAnswer';

/*
 * What n8n shows of a node beside its parameters. n8n evaluates these expressions over the node as it is saved.
 */

const operation = '$parameter["operation"]';

/** An expression that writes a value such as `sendText` in words: "send text". */
const inWords = (value: string): string => `${value}.replace(/[A-Z]/g, (letter) => " " + letter.toLowerCase())`;

/** The template's name as it was entered: n8n gives the value with or without the mode of the list. */
const template = '($rawParameter["template"]?.["value"] ?? $rawParameter["template"])';

const namesTemplate = `${operation} === "sendTemplate" && ${template} && !String(${template}).startsWith("=")`;
/** The resource's value is `phoneNumber`, and its label Sending Number. */
const resource = `${inWords('$parameter["resource"]')}.replace("phone number", "sending number")`;
const resourceUnlessSent = `(${operation}.startsWith("send") ? "" : ": " + ${resource})`;

/** Below the node's name on the canvas: "send order_update", or the operation in words. */
const nodeSubtitle = `={{ ${namesTemplate} ? "send " + ${template} : ${inWords(operation)} + ${resourceUnlessSent} }}`;

const sendsTemplate = `(${operation} === "sendTemplate" || (${operation} === "sendAndWait" && $parameter["sendAs"] === "template"))`;
const hasFields = '$parameter["variablesMode"] !== "json" && $rawParameter["variables"]?.["mappingMode"] === "defineBelow"';
const columns = '($rawParameter["variables"]?.["schema"] ?? [])';
const valueOfColumn = '($rawParameter["variables"]?.["value"] ?? {})[column["id"]]';
const fieldsAreOf = '$rawParameter["variables"]?.["schema"]?.[0]?.["ofTemplate"]';
const isOtherTemplate = `${fieldsAreOf} && ${template} && !String(${template}).startsWith("=") && ${fieldsAreOf} !== ${template}`;
const isEmptyColumn = `column["required"] === true && String(${valueOfColumn} ?? "").trim() === ""`;

/** Above the output, while the node is edited. */
const nodeHints: NodeHint[] = [
	{
		message: 'Dry run: nothing is sent.',
		type: 'info',
		location: 'outputPane',
		whenToDisplay: 'always',
		displayCondition: '={{ $parameter["options"]?.["dryRun"] === true }}',
	},
	{
		message: "The placeholders belong to another template. Choose 'Refresh Placeholder List' in their menu (⋮), or close this node and open it again.",
		type: 'warning',
		location: 'outputPane',
		whenToDisplay: 'always',
		displayCondition: `={{ ${sendsTemplate} && ${hasFields} && ${isOtherTemplate} }}`,
	},
	{
		message: 'Some placeholders are still empty.',
		type: 'warning',
		location: 'outputPane',
		whenToDisplay: 'always',
		displayCondition: `={{ ${sendsTemplate} && ${hasFields} && !(${isOtherTemplate}) && ${columns}.some((column) => ${isEmptyColumn}) }}`,
	},
];

/** On the canvas while an execution waits here. */
const waitingTooltip =
	`={{ ${operation} === "sendAndWait" ? "The workflow continues when the person has answered" : "" }}`;

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
