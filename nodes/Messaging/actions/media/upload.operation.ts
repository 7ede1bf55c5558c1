import { err, ok } from '../../contract/result';
import { refusedInput } from '../../transport/nodeError';
import { inputFileField, sendingNumberField } from '../message/fields';
import type { RecordOperation } from '../operation';

/** POST to the media path (API document: not shown). */
export const upload: RecordOperation = {
	properties: [sendingNumberField, inputFileField],

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
