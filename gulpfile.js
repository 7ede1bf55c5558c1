'use strict';

const { spawn } = require('node:child_process');
const { rm } = require('node:fs/promises');

const esbuild = require('esbuild');
const { dest, parallel, series, src } = require('gulp');

const { n8n } = require('./package.json');

const sourceOf = (built) => built.replace(/^dist\//, '').replace(/\.js$/, '.ts');

/** Removes what an earlier build left, so that the package holds nothing but this one. */
const clean = () => rm('dist', { recursive: true, force: true });

/** Type-checks what is published; esbuild only strips types. */
function types() {
	return spawn(process.execPath, [require.resolve('typescript/bin/tsc'), '--project', 'tsconfig.build.json'], {
		stdio: 'inherit',
	});
}

/**
 * Bundles every node and credential from its TypeScript source, with all that it needs inside: a
 * verified package has no runtime dependencies. Names are kept, since n8n looks classes up by them.
 */
function bundle() {
	return esbuild.build({
		entryPoints: [...n8n.nodes, ...n8n.credentials].map(sourceOf),
		outdir: 'dist',
		outbase: '.',
		bundle: true,
		format: 'cjs',
		platform: 'node',
		target: 'node20',
		mainFields: ['module', 'main'],
		external: ['n8n-workflow'],
		keepNames: true,
		legalComments: 'none',
	});
}

const icons = () => src('icons/*.svg').pipe(dest('dist/icons'));

const codex = () => src('nodes/**/*.node.json', { base: '.' }).pipe(dest('dist'));

exports.types = types;
exports.build = series(clean, parallel(types, bundle, icons, codex));
exports.default = exports.build;
