/** A file that was uploaded. */
export interface Upload {
	readonly media_id: string;
	readonly phone_number_id: string;
	/** The only template that it can be used for; null if it is good for all of the number. */
	readonly template_id: string | null;
	readonly mime_type: string;
	readonly filename: string;
	readonly bytes: Uint8Array;
	/** Milliseconds since 1970. */
	readonly at: number;
}

/** How much is kept; beyond that, the oldest uploads are dropped. */
export const keptUploads = { count: 500, bytes: 256 * 1024 * 1024 };

export function createUploads() {
	const byId = new Map<string, Upload>();
	let bytes = 0;
	return {
		add(upload: Upload): void {
			byId.set(upload.media_id, upload);
			bytes += upload.bytes.length;
			for (const [id, oldest] of byId) {
				if (byId.size <= keptUploads.count && bytes <= keptUploads.bytes) break;
				byId.delete(id);
				bytes -= oldest.bytes.length;
			}
		},
		find: (mediaId: string) => byId.get(mediaId),
		clear(): void {
			byId.clear();
			bytes = 0;
		},
	};
}
