import type { INodeProperties } from 'n8n-workflow';

import type { RecordOperation } from '../operation';
import { operationField, ownFields, type OperationLabel } from '../resource';
import { upload } from './upload.operation';

export const mediaOperations = { upload } satisfies Record<string, RecordOperation>;

const labels: Record<keyof typeof mediaOperations, OperationLabel> = {
	upload: {
		name: 'Upload',
		action: 'Upload media',
		description: 'Store a file at the service, to send it by its ID',
	},
};

export const mediaProperties: INodeProperties[] = [
	operationField('media', labels),
	...ownFields('media', mediaOperations),
];
