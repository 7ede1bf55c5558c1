import type { INodeProperties } from 'n8n-workflow';

import type { MessageOperation } from '../operation';
import { operationField, ownFields, shownFor, type OperationLabel } from '../resource';
import { addressFields, sendingOptions } from './fields';
import { sendMedia } from './sendMedia.operation';
import { sendTemplate } from './sendTemplate.operation';
import { sendText } from './sendText.operation';

export const messageOperations = { sendTemplate, sendText, sendMedia } satisfies Record<
	string,
	MessageOperation
>;

/** In the order of their importance. */
const labels: Record<keyof typeof messageOperations, OperationLabel> = {
	sendTemplate: {
		name: 'Send Template',
		action: 'Send a template message',
		description: 'Send an approved template to anyone at any time',
	},
	sendText: {
		name: 'Send Text',
		action: 'Send a text message',
		description: 'Send free text to someone who wrote to you in the last 24 hours',
	},
	sendMedia: {
		name: 'Send Media',
		action: 'Send a media message',
		description: 'Send an image, video, audio or document to someone who wrote to you in the last 24 hours',
	},
};

const all = Object.keys(messageOperations);

/** The fields of the resource: the operation, who to and from, what, and how. */
export const messageProperties: INodeProperties[] = [
	operationField('message', labels),
	...shownFor('message', all, addressFields),
	...ownFields('message', messageOperations),
	...shownFor('message', all, [sendingOptions]),
];
