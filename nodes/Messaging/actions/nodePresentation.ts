import type { NodeHint } from 'n8n-workflow';

/*
 * What n8n shows of a node beside its parameters. These are expressions over the node as it is saved.
 */

/** What was chosen, as it was entered: n8n gives it without the mode that stands beside it. */
const template = '($rawParameter["template"]?.["value"] ?? $rawParameter["template"])';

/** Below the node's name on the canvas: "send order_update", or the operation in words. */
export const nodeSubtitle = `={{ $parameter["operation"] === "sendTemplate" && ${template} && !String(${template}).startsWith("=") ? "send " + ${template} : $parameter["operation"].replace(/[A-Z]/g, (letter) => " " + letter.toLowerCase()) + ($parameter["operation"].startsWith("send") ? "" : ": " + $parameter["resource"].replace(/[A-Z]/g, (letter) => " " + letter.toLowerCase())) }}`;

const columns = '($rawParameter["variables"]?.["schema"] ?? [])';
const valueOf = '($rawParameter["variables"]?.["value"] ?? {})[column["id"]]';
const isFilledByHand =
	'($parameter["operation"] === "sendTemplate" || ($parameter["operation"] === "sendAndWait" && $parameter["sendAs"] === "template")) && $parameter["variablesMode"] !== "json" && $rawParameter["variables"]?.["mappingMode"] === "defineBelow"';

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
		displayCondition: `={{ ${isFilledByHand} && ${columns}.some((column) => column["required"] === true && String(${valueOf} ?? "").trim() === "") }}`,
	},
];

/** On the canvas while an execution waits here. */
export const waitingTooltip =
	'={{ $parameter["operation"] === "sendAndWait" ? "The workflow continues when the person has answered" : "" }}';
