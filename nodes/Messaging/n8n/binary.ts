import { hash } from 'node:crypto';
import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { err, type Failure, invalidInput, ok, type Result } from '../api/failure';
import type { BinaryFile } from '../message/attachments';
import { hashOf } from '../text/hash';
import { messageOf } from '../text/wording';

/** The field of an input item that holds a file. */
export const inputFileField = {
	displayName: 'Input Data Field Name',
	name: 'binaryPropertyName',
	type: 'string',
	required: true,
	default: 'data',
	hint: 'The name of the input field that holds the file',
	description: 'The file of the input item to upload to the service',
} as const satisfies INodeProperties;

/** The file in a binary field of an item. Its content is not read yet. */
export function readBinary(context: IExecuteFunctions, itemIndex: number, field: string | undefined): Result<BinaryFile, Failure> {
	if (field === undefined) {
		return err(invalidInput(
			"'Input Data Field Name' is empty",
			"Give the name of the input field that holds the file. n8n's own nodes call it data.",
		));
	}
	const binary = context.getInputData()[itemIndex]?.binary ?? {};
	const file = Object.hasOwn(binary, field) ? binary[field] : undefined;
	if (file === undefined) {
		const fields = Object.keys(binary);
		return err(invalidInput(
			`'Input Data Field Name': the item has no file in the field "${field}"`,
			fields.length === 0
				? 'The item has no file at all. Put a node that reads or downloads the file before this one.'
				: `The item has files in: ${fields.join(', ')}.`,
		));
	}
	const { id, data, fileName, mimeType, fileExtension } = file;
	// n8n stores large files under an ID, and small ones in the item itself.
	const identity = hashOf('hex', id ?? data, fileName, mimeType);
	const read = async (): Promise<Result<Buffer, Failure>> => {
		try {
			return ok(await context.helpers.getBinaryDataBuffer(itemIndex, field));
		} catch (error) {
			return err(invalidInput(
				`n8n cannot read the file in 'Input Data Field Name': "${field}"`,
				`Read or download the file again before this node. n8n says: ${messageOf(error)}`,
			));
		}
	};
	const makeFingerprint = async (): Promise<Result<string, Failure>> => {
		const content = await read();
		return content.ok ? ok(hashOf('hex', hash('sha256', content.value), fileName, mimeType)) : content;
	};
	return ok({
		fileName: fileName ?? `file${fileExtension === undefined ? '' : `.${fileExtension}`}`,
		mimeType,
		size: file.bytes,
		identity,
		read,
		fingerprint: async () => {
			const known = fingerprints.get(context) ?? new Map<string, Promise<Result<string, Failure>>>();
			fingerprints.set(context, known);
			const made = known.get(identity) ?? makeFingerprint();
			known.set(identity, made);
			return await made;
		},
	});
}

/** By run and identity: many items may bring the same file. */
const fingerprints = new WeakMap<IExecuteFunctions, Map<string, Promise<Result<string, Failure>>>>();
