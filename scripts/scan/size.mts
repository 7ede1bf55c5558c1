import { filesOf } from './files.mts';
import { finding, type Finding } from './finding.mts';

/** Bytes that a package may have; a kilobyte has 1,000, as npm counts it. */
const sizeLimits = { packed: 180_000, unpacked: 600_000 };

const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

/**
 * The package is small to fetch and small on the disk.
 * @param packed size of the tarball in bytes
 */
export function checkSize(tarball: string, packed: number): Finding {
	const files = filesOf(tarball);
	const unpacked = files.reduce((sum, { bytes }) => sum + bytes, 0);
	const largest = [...files]
		.sort((one, other) => other.bytes - one.bytes)
		.slice(0, 3)
		.map(({ name, bytes }) => `${name} ${kB(bytes)}`)
		.join(', ');
	const tooMuch = (what: string, bytes: number, limit: number) =>
		bytes > limit ? [`${kB(bytes)} ${what} is more than ${kB(limit)}; the largest files: ${largest}`] : [];
	return finding(
		`size: ${kB(packed)} packed of ${kB(sizeLimits.packed)}, ${kB(unpacked)} unpacked of ${kB(sizeLimits.unpacked)}`,
		[
			...tooMuch('packed', packed, sizeLimits.packed),
			...tooMuch('unpacked', unpacked, sizeLimits.unpacked),
		],
	);
}
