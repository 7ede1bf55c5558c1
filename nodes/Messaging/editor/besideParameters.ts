import type { NodeHint } from 'n8n-workflow';

import { mediaHeaderMark, templateMark } from '../template/section';

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

const fillsTemplate = `(["sendTemplate", "preview"].includes(${operation}) || (${operation} === "sendAndWait" && $parameter["sendAs"] === "template"))`;
const hasFields = '$parameter["variablesMode"] !== "json" && $rawParameter["variables"]?.["mappingMode"] === "defineBelow"';
const columns = '($rawParameter["variables"]?.["schema"] ?? [])';
const valueOfColumn = '($rawParameter["variables"]?.["value"] ?? {})[column["id"]]';
const fieldsAreOf = `${columns}[0]?.["${templateMark}"]`;
const isOtherTemplate = `${fieldsAreOf} && ${template} && !String(${template}).startsWith("=") && ${fieldsAreOf} !== ${template}`;
const isEmptyColumn = `column["required"] === true && String(${valueOfColumn} ?? "").trim() === ""`;
const hasSurplusMedia = `${columns}[0]?.["${mediaHeaderMark}"] === false && ["id", "url", "binary"].includes($rawParameter["headerMedia"])`;
/** The place of the first empty field among those that the panel shows for a person to fill in, from 0; -1 if there is none. */
const firstEmpty = `${columns}.filter((column) => column["readOnly"] !== true && column["removed"] !== true).findIndex((column) => ${isEmptyColumn})`;

const warning = (message: string, condition: string): NodeHint => ({
	message,
	type: 'warning',
	location: 'outputPane',
	whenToDisplay: 'always',
	displayCondition: `={{ ${fillsTemplate} && ${hasFields} && ${condition} }}`,
});

const places = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth'];

/** n8n prints a hint's text as it is, so that none can have the name of a field: one for each place says which is empty. */
const emptyPlaceholders = [
	...places.map((place, index) => warning(`The ${place} placeholder is still empty.`, `!(${isOtherTemplate}) && ${firstEmpty} === ${index}`)),
	warning(
		'Some placeholders are still empty.',
		`!(${isOtherTemplate}) && ${columns}.some((column) => ${isEmptyColumn}) && (${firstEmpty} < 0 || ${firstEmpty} >= ${places.length})`,
	),
];

/** Whether what a tool's model gives can be part of a field. */
const givenByModel = (value: string): string => `String(${value} ?? "").includes("$fromAI")`;
const allowed = '$rawParameter["options"]?.["allowedRecipients"]';
const modelChoosesRecipient = `${operation}.startsWith("send") && ${givenByModel('$rawParameter["to"]')} && (!${allowed} || ${givenByModel(allowed)})`;

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
		message: "The model chooses the recipient, and may choose anybody. Add 'Allowed Recipients' in the options.",
		type: 'warning',
		location: 'outputPane',
		whenToDisplay: 'always',
		displayCondition: `={{ ${modelChoosesRecipient} }}`,
	},
	warning(
		"The placeholders belong to another template. Choose 'Refresh Placeholder List' in their menu (⋮), or close this node and open it again.",
		isOtherTemplate,
	),
	warning("The template's header shows no media. Choose 'Keep the Template's Media' in 'Header Media'.", hasSurplusMedia),
	...emptyPlaceholders,
];

/** On the canvas while an execution waits here. */
export const waitingTooltip =
	`={{ ${operation} === "sendAndWait" ? "The workflow continues when the person has answered" : "" }}`;
