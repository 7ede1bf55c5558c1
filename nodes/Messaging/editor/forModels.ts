import type { IBuilderHint, UsableAsToolDescription } from 'n8n-workflow';

/*
 * What n8n tells a language model of the nodes. The fields of the panel have hints of their own, beside them. n8n allows no
 * expressions in them.
 */

/** For a model that builds a workflow: found beside the node when it looks for one. */
export const messagingBuilderHint: IBuilderHint = {
	searchHint: [
		'Send Template reaches anyone at any time; Send Text and Send Media only someone who wrote in the last 24 hours (the window).',
		'Template: Get Many lists templates with their languages and placeholders; Template: Preview shows a draft and sends nothing.',
		'Set On Error to Continue and route by error.outcome: not_sent and rejected may be sent again once the reason is gone, unknown may have arrived and must not be sent again.',
		'Accepted is not delivered: delivery comes later, to Messaging Trigger.',
		'Set options.messageKey wherever the workflow may run twice for one event.',
		'As a tool, fix the sending number, the template and, if possible, the recipient; else set options.allowedRecipients and options.maxMessages.',
	].join(' '),
	relatedNodes: [
		{ nodeType: 'n8n-nodes-messaging.messagingTrigger', relationHint: 'The other half: starts a workflow when a message is sent, delivered, read or has failed; join both by message_id' },
	],
};

export const triggerBuilderHint: IBuilderHint = {
	searchHint:
		'Each item is one delivery status of one message: message_id, status, error. Join it with the message_id that Messaging gave when it sent. Only failed has an error. The same status can come again after ten minutes or a restart: make what follows safe to repeat, by event_id.',
	relatedNodes: [{ nodeType: 'n8n-nodes-messaging.messaging', relationHint: 'The other half: sends the messages whose delivery this trigger reports' }],
};

/** For a model that uses the node as its tool. */
export const asTool: UsableAsToolDescription = {
	replacements: {
		description:
			'Sends a message to a phone, or shows a draft of one. An answer without an error means that the service has accepted the message, not that it arrived. After the outcomes not_sent and rejected nothing has left; after unknown it may have arrived, so do not send it again.',
	},
};
