import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';

/** A file of an unpacked tarball. */
interface TarballFile {
	/** Its path in the package, with slashes. */
	readonly name: string;
	readonly bytes: number;
}

/** Every file of an unpacked tarball, by name. */
export function filesOf(tarball: string): TarballFile[] {
	return readdirSync(tarball, { recursive: true, encoding: 'utf8' })
		.map((name) => ({ name: name.replaceAll(path.sep, '/'), found: statSync(path.join(tarball, name)) }))
		.filter(({ found }) => found.isFile())
		.map(({ name, found }) => ({ name, bytes: found.size }))
		.sort((one, other) => (one.name < other.name ? -1 : 1));
}
