import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export interface UnpackedTarball {
	/** The folder that holds what npm would install. */
	readonly folder: string;
	remove(): void;
}

/** Packs the built project as `npm publish` would, and unpacks it into a temporary folder. */
export function packAndUnpack(project: string): UnpackedTarball {
	const temporary = mkdtempSync(path.join(tmpdir(), 'n8n-nodes-messaging-scan-'));
	const packed = execFileSync('npm', ['pack', '--json', '--silent', '--pack-destination', temporary], {
		cwd: project,
		encoding: 'utf8',
		stdio: ['ignore', 'pipe', 'ignore'],
	});
	const [{ filename }] = JSON.parse(packed) as [{ filename: string }];
	execFileSync('tar', ['-xzf', path.join(temporary, filename), '-C', temporary]);
	return {
		folder: path.join(temporary, 'package'),
		remove() {
			rmSync(temporary, { recursive: true, force: true });
		},
	};
}
