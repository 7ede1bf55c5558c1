import type { IBinaryData, IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { err, type Failure, invalidInput, ok, type Result } from '../api/failure';
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

/** A file of an input item. */
export interface BinaryFile {
	readonly fileName: string;
	readonly mimeType: string;
	/** In bytes. Undefined if n8n does not know it without reading the file. */
	readonly size: number | undefined;
	/** The same for the same file in several items. */
	readonly identity: string;
	/** Reads the content. Fails if n8n no longer has the file in its storage. */
	read(): Promise<Result<Buffer, Failure>>;
}

/** The file in a binary field of an item. Its content is not read yet. */
export function readBinary(
	context: IExecuteFunctions,
	itemIndex: number,
	field: string | undefined,
): Result<BinaryFile, Failure> {
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
	return ok({
		fileName: file.fileName ?? `file${file.fileExtension === undefined ? '' : `.${file.fileExtension}`}`,
		mimeType: file.mimeType,
		size: file.bytes,
		identity: identify(file),
		read: async () => await readContent(context, itemIndex, field),
	});
}

async function readContent(
	context: IExecuteFunctions,
	itemIndex: number,
	field: string,
): Promise<Result<Buffer, Failure>> {
	try {
		return ok(await context.helpers.getBinaryDataBuffer(itemIndex, field));
	} catch (error) {
		return err(invalidInput(
			`n8n cannot read the file in 'Input Data Field Name': "${field}"`,
			`Read or download the file again before this node. n8n says: ${messageOf(error)}`,
		));
	}
}

/** n8n stores large files under an ID, and small ones in the item itself. */
const identify = ({ id, data, fileName, mimeType }: IBinaryData): string =>
	hashOf('hex', id ?? data, fileName, mimeType);
