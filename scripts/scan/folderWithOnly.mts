import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A folder for NODE_PATH in which the given package is found under its name, and no other. */
export function folderWithOnly(installed: string): { readonly folder: string; remove(): void } {
	const folder = mkdtempSync(path.join(tmpdir(), 'n8n-nodes-messaging-only-'));
	symlinkSync(installed, path.join(folder, path.basename(installed)));
	return {
		folder,
		remove() {
			rmSync(folder, { recursive: true, force: true });
		},
	};
}
