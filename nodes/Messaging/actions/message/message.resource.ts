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
		action: 'Send template message',
		description: 'Send an approved template; the way to start a conversation',
	},
	sendText: {
		name: 'Send Text',
		action: 'Send text message',
		description: 'Send free text to a person who wrote in the last 24 hours',
	},
	sendMedia: {
		name: 'Send Media',
		action: 'Send media message',
		description: 'Send a file to a person who wrote in the last 24 hours',
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
