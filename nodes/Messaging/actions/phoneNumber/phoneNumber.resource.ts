import type { INodeProperties } from 'n8n-workflow';

import type { RecordOperation } from '../operation';
import { operationField, ownFields, type OperationLabel } from '../resource';
import { getMany } from './getMany.operation';

export const phoneNumberOperations = { getMany } satisfies Record<string, RecordOperation>;

const labels: Record<keyof typeof phoneNumberOperations, OperationLabel> = {
	getMany: {
		name: 'Get Many',
		action: 'Get many phone numbers',
		description: 'List the sending numbers of the account',
	},
};

export const phoneNumberProperties: INodeProperties[] = [
	operationField('phoneNumber', labels),
	...ownFields('phoneNumber', phoneNumberOperations),
];
