import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';

import type { InboxPage } from './state/dependencies.ts';

const file = (name: string): string => fileURLToPath(new URL(`./inbox/${name}`, import.meta.url));

/** Bundles the inbox page in memory; it takes some tens of milliseconds. */
export async function bundleInbox(): Promise<InboxPage> {
	const [bundle, html, style] = await Promise.all([
		build({
			entryPoints: [file('main.tsx')],
			bundle: true,
			write: false,
			format: 'esm',
			target: 'es2022',
			jsx: 'automatic',
			jsxImportSource: 'preact',
			minify: true,
			logLevel: 'silent',
		}),
		readFile(file('index.html'), 'utf8'),
		readFile(file('inbox.css'), 'utf8'),
	]);
	return { html, style, script: bundle.outputFiles[0]?.text ?? '' };
}
