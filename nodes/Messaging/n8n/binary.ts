import { hash } from 'node:crypto';
import type { IBinaryData, IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { type Failure, invalidInput } from '../result/failure';
import { err, ok, type Result } from '../result/result';
import type { BinaryFile } from '../request/attachments';
import { hashOf } from '../text/hash';
import { at, isMissing, isObject, text } from '../text/json';
import { describeValue, messageOf } from '../text/wording';

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

/** The file of an item that a parameter names, or that its expression gives. Its content is not read yet. */
export function readBinary(context: IExecuteFunctions, itemIndex: number, given: unknown): Result<BinaryFile, Failure> {
	if (isMissing(given)) {
		return err(invalidInput(
			"'Input Data Field Name' is empty",
			"Give the name of the input field that holds the file. n8n's own nodes call it data.",
		));
	}
	const source = isFile(given) ? given : text(given);
	const file = source === undefined ? undefined : findFile(context, itemIndex, source);
	if (source === undefined || file === undefined) {
		const fields = fieldsWithFiles(context.getInputData()[itemIndex]);
		return err(invalidInput(
			typeof source === 'string'
				? `'Input Data Field Name': the item has no file in the field "${source}"`
				: `'Input Data Field Name' gives no file: ${describeValue(given)}`,
			fields.length === 0
				? 'The item has no file at all. Put a node that reads or downloads the file before this one.'
				: `The item has files in: ${fields.join(', ')}.`,
		));
	}
	const { id, data, mimeType, fileExtension } = file;
	// Without a name it would be no file in the upload.
	const fileName = text(file.fileName) ?? `file${fileExtension === undefined ? '' : `.${fileExtension}`}`;
	// n8n stores large files under an ID, and small ones in the item itself.
	const identity = hashOf('hex', id ?? data, fileName, mimeType);
	const read = async (): Promise<Result<Buffer, Failure>> => {
		try {
			const content = await context.helpers.getBinaryDataBuffer(itemIndex, source);
			return content.length > 0 ? ok(content) : err(emptyFile(fileName));
		} catch (error) {
			return err(invalidInput(
				`n8n cannot read the file in 'Input Data Field Name': "${typeof source === 'string' ? source : fileName}"`,
				`Read or download the file again before this node. n8n says: ${messageOf(error)}`,
			));
		}
	};
	const makeFingerprint = async (): Promise<Result<string, Failure>> => {
		const content = await read();
		return content.ok ? ok(hashOf('hex', hash('sha256', content.value), fileName, mimeType)) : content;
	};
	return ok({
		fileName,
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

const emptyFile = (fileName: string): Failure =>
	invalidInput(
		`'Input Data Field Name': the file "${fileName}" is empty`,
		'It was not uploaded. Look at the node that reads or downloads the file before this one.',
	);

/** n8n reads the path of a field in the workflows that keep files in the JSON of an item, and throws where there is no file. */
function findFile(context: IExecuteFunctions, itemIndex: number, source: string | IBinaryData): IBinaryData | undefined {
	try {
		const file: unknown = context.helpers.assertBinaryData(itemIndex, source);
		return isFile(file) ? file : undefined;
	} catch {
		return undefined;
	}
}

const isFile = (value: unknown): value is IBinaryData => isObject(value) && ('data' in value || 'id' in value);

/** `_files` is where n8n keeps files in the JSON. */
const fieldsWithFiles = (item: INodeExecutionData | undefined): string[] =>
	[...Object.keys(item?.binary ?? {}), ...Object.keys(Object(at(item?.json, '_files'))).map((name) => `_files.${name}`)];

/** By run and identity: many items may bring the same file. */
const fingerprints = new WeakMap<IExecuteFunctions, Map<string, Promise<Result<string, Failure>>>>();
