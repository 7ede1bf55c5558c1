/**
 * The part of `npm run build` that makes code: one bundle that both nodes and the credential share, one
 * small file for each of them where n8n looks for it, and the licences of what the bundle holds.
 */
import { fileURLToPath } from 'node:url';

import { bundle } from './build/bundle.mts';
import { writeEntries } from './build/entries.mts';
import { writeLicences } from './build/licences.mts';
import { readManifest } from './build/manifest.mts';

const project = fileURLToPath(new URL('..', import.meta.url));
const { n8n } = readManifest(project);
const built = [...n8n.nodes, ...n8n.credentials];

const metafile = await bundle(project, built);
await writeEntries(project, built);
await writeLicences(project, metafile);
