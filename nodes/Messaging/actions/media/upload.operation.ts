import type { INodeProperties } from 'n8n-workflow';

import { noSendingNumber } from '../../request/sendingNumber';
import { inputFileField } from '../../n8n/binary';
import type { Parameters } from '../../n8n/parameters';
import { err, ok } from '../../result/result';
import { sendingNumberField } from '../message/address';
import type { RecordOperation } from '../operation';

const properties = [
	{ ...sendingNumberField, description: 'The sending number that will use the file' },
	inputFileField,
	{
		displayName: 'Template ID',
		name: 'templateId',
		type: 'string',
		default: '',
		placeholder: 'e.g. 65f1c0a2b3d4e5f60718293a',
		description: "Only for a service that stores files below a template ('Media Path' in the credential then holds {template_id}): the ID of the template that will show the file, as the output of Template → Get Many has it",
	},
] as const satisfies INodeProperties[];

/** POST to the media path (API document: not shown). */
export const upload: RecordOperation = {
	kind: 'records',
	label: {
		name: 'Upload',
		action: 'Upload a media file',
		description: 'Upload a file to the service, so that a template header can show it by its ID',
	},
	properties,

	async execute(parameters: Parameters<(typeof properties)[number]>, run) {
		const file = parameters.binary('binaryPropertyName');
		if (!file.ok) return err(file.error);
		const phoneNumberId = parameters.text('phoneNumberId');
		if (phoneNumberId === undefined) return err(noSendingNumber);
		const uploaded = await run.upload(file.value, { phone_number_id: phoneNumberId, template_id: parameters.text('templateId') });
		return uploaded.ok ? ok([uploaded.value.response]) : uploaded;
	},
};
