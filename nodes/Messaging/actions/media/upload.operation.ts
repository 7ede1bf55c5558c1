import { err, ok } from '../../contract/result';
import { refusedInput } from '../../transport/nodeError';
import { sendingNumberField } from '../message/fields';
import type { RecordOperation } from '../operation';

/** POST to the media path (API document: not shown). */
export const upload: RecordOperation = {
	properties: [
		sendingNumberField,
		{
			displayName: 'Input Binary Field',
			name: 'binaryPropertyName',
			type: 'string',
			required: true,
			default: 'data',
			hint: 'The name of the input field that holds the file',
			description: 'The file to upload',
		},
	],

	async execute(parameters, run) {
		const file = parameters.binary('binaryPropertyName');
		if (!file.ok) return err(refusedInput(file.error));
		const phoneNumberId = parameters.text('phoneNumberId');
		if (phoneNumberId === undefined) {
			return err(
				refusedInput({
					message: "'Sending Number' is not set",
					description: 'Choose the number that will send the file in the list, or give its id.',
				}),
			);
		}
		const uploaded = await run.upload(file.value, phoneNumberId);
		return uploaded.ok ? ok([uploaded.value.response]) : uploaded;
	},
};
