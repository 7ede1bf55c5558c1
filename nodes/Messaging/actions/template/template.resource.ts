import type { INodeProperties } from 'n8n-workflow';

import type { RecordOperation } from '../operation';
import { operationField, ownFields, type OperationLabel } from '../resource';
import { getMany } from './getMany.operation';

export const templateOperations = { getMany } satisfies Record<string, RecordOperation>;

const labels: Record<keyof typeof templateOperations, OperationLabel> = {
	getMany: {
		name: 'Get Many',
		action: 'Get many templates',
		description: 'List the templates of the account',
	},
};

export const templateProperties: INodeProperties[] = [
	operationField('template', labels),
	...ownFields('template', templateOperations),
];
