import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The part of package.json that names what n8n loads: built files, `dist/…/*.js`. */
interface Manifest {
	readonly n8n: { readonly nodes: readonly string[]; readonly credentials: readonly string[] };
}

/** Reads the manifest of a package folder. */
export const readManifest = (folder: string): Manifest =>
	JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Manifest;

/** The class that n8n looks up in a file: `dist/nodes/Messaging/Messaging.node.js` holds `Messaging`. */
export const classIn = (built: string): string => path.basename(built).split('.')[0] ?? '';
