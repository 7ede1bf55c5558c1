import type { INodeProperties } from 'n8n-workflow';

import type { RecordOperation } from '../operation';
import { operationField, ownFields, type OperationLabel } from '../resource';
import { upload } from './upload.operation';

export const mediaOperations = { upload } satisfies Record<string, RecordOperation>;

const labels: Record<keyof typeof mediaOperations, OperationLabel> = {
	upload: {
		name: 'Upload',
		action: 'Upload a media file',
		description: 'Store a file at the service, to show it in a template header by its ID',
	},
};

export const mediaProperties: INodeProperties[] = [
	operationField('media', labels),
	...ownFields('media', mediaOperations),
];
