import type { NodeHint } from 'n8n-workflow';

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
export const nodeSubtitle = `={{ ${namesTemplate} ? "send " + ${template} : ${inWords(operation)} + ${resourceUnlessSent} }}`;

const sendsTemplate = `(${operation} === "sendTemplate" || (${operation} === "sendAndWait" && $parameter["sendAs"] === "template"))`;
const hasFields = '$parameter["variablesMode"] !== "json" && $rawParameter["variables"]?.["mappingMode"] === "defineBelow"';
const columns = '($rawParameter["variables"]?.["schema"] ?? [])';
const valueOfColumn = '($rawParameter["variables"]?.["value"] ?? {})[column["id"]]';
const isEmptyColumn = `column["required"] === true && String(${valueOfColumn} ?? "").trim() === ""`;

/** Above the output, while the node is edited. */
export const nodeHints: NodeHint[] = [
	{
		message: 'Dry run: nothing is sent.',
		type: 'info',
		location: 'outputPane',
		whenToDisplay: 'always',
		displayCondition: '={{ $parameter["options"]?.["dryRun"] === true }}',
	},
	{
		message: 'Some placeholders are still empty.',
		type: 'warning',
		location: 'outputPane',
		whenToDisplay: 'always',
		displayCondition: `={{ ${sendsTemplate} && ${hasFields} && ${columns}.some((column) => ${isEmptyColumn}) }}`,
	},
];

/** On the canvas while an execution waits here. */
export const waitingTooltip =
	`={{ ${operation} === "sendAndWait" ? "The workflow continues when the person has answered" : "" }}`;
