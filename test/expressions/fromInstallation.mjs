/**
 * Loaded ahead of a program: it, and what of this project it loads, gets the engine of the n8n in the folder that `N8N_FOLDER`
 * names. Node.js has such hooks since 23.5, and their types are not in those of the oldest Node.js that is supported.
 */
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const folder = process.env.N8N_FOLDER;
if (folder === undefined) throw new Error('N8N_FOLDER names no folder');
const parentURL = pathToFileURL(join(folder, 'package.json')).href;

registerHooks({
	// n8n's own packages find each other by themselves.
	resolve: (specifier, context, next) => next(specifier, /^n8n-(core|workflow)$/.test(specifier) ? { ...context, parentURL } : context),
});
