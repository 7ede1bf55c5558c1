import type { INodeProperties } from 'n8n-workflow';

import type { MessageOperation } from '../operation';
import { addressFields, sendingOptions } from './fields';
import { sendMedia } from './sendMedia.operation';
import { sendTemplate } from './sendTemplate.operation';
import { sendText } from './sendText.operation';

/** The operations of the resource, in the order of their importance. */
export const messageOperations = { sendTemplate, sendText, sendMedia } satisfies Record<
	string,
	MessageOperation
>;

type OperationKey = keyof typeof messageOperations;

const labels: Record<OperationKey, { name: string; action: string; description: string }> = {
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

const shownFor = (operation: string[]) => ({ show: { resource: ['message'], operation } });

const ownFields = Object.entries(messageOperations).flatMap(([operation, { properties }]) =>
	properties.map((property): INodeProperties => {
		const { show } = shownFor([operation]);
		return { ...property, displayOptions: { show: { ...property.displayOptions?.show, ...show } } };
	}),
);

const displayOptions = shownFor(Object.keys(messageOperations));

/** The fields of the resource: the operation, who to and from, what, and how. */
export const messageProperties: INodeProperties[] = [
	{
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		default: 'sendTemplate',
		displayOptions: { show: { resource: ['message'] } },
		options: Object.entries(labels).map(([value, label]) => ({ value, ...label })),
	},
	...addressFields.map((field): INodeProperties => ({ ...field, displayOptions })),
	...ownFields,
	{ ...sendingOptions, displayOptions },
];
