import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** What `npm publish` would send, unpacked. */
interface UnpackedTarball {
	/** The folder that holds what npm would install. */
	readonly folder: string;
	/** Size of the tarball in bytes. */
	readonly packedBytes: number;
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
	const [{ filename, size }] = JSON.parse(packed) as [{ filename: string; size: number }];
	execFileSync('tar', ['-xzf', path.join(temporary, filename), '-C', temporary]);
	return {
		folder: path.join(temporary, 'package'),
		packedBytes: size,
		remove() {
			rmSync(temporary, { recursive: true, force: true });
		},
	};
}
