const boundary = 'between-the-parts';

/** A part of a form: a field, or a file if it has a type. */
export interface FormPart {
	readonly name: string;
	readonly content: BlobPart;
	readonly type?: string;
}

/** A form and its header. Written out, since fetch takes a form of megabytes apart piece by piece. */
export function formOf(...parts: readonly FormPart[]): { readonly body: Blob; readonly headers: Record<string, string> } {
	const written = parts.flatMap(({ name, content, type }) => {
		const file = type === undefined ? '' : `; filename="a file.bin"\r\ncontent-type: ${type}`;
		return [`--${boundary}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n`, content, '\r\n'];
	});
	return {
		body: new Blob([...written, `--${boundary}--\r\n`]),
		headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
	};
}
