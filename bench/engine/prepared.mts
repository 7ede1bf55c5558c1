import { dirname, join } from 'node:path';

/** What `main.mts` has prepared, given on in the environment of the process that measures. */
export interface Prepared {
	/** Holds n8n's `node_modules`. */
	readonly n8nFolder: string;
	/** The unpacked package that is measured. */
	readonly packageFolder: string;
	/** What it was unpacked from. */
	readonly tarball: string;
}

export function prepared(): Prepared {
	const { BENCH_N8N: n8nFolder, BENCH_PACKAGE: packageFolder, BENCH_TARBALL: tarball } = process.env;
	if (n8nFolder === undefined || packageFolder === undefined || tarball === undefined) {
		throw new Error('Start it with: npm run bench');
	}
	return { n8nFolder, packageFolder, tarball };
}

/** The same for a process that is to be started. */
export const preparedEnvironment = ({ n8nFolder, packageFolder, tarball }: Prepared): NodeJS.ProcessEnv => ({
	BENCH_N8N: n8nFolder,
	BENCH_PACKAGE: packageFolder,
	BENCH_TARBALL: tarball,
});

/** The folder with n8n's `node_modules`, from the program `…/node_modules/n8n/bin/n8n`. */
export const n8nFolderOf = (program: string): string => join(dirname(program), '..', '..', '..');
