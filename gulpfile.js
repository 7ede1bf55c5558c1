'use strict';

const { spawn } = require('node:child_process');
const { rm } = require('node:fs/promises');

const { dest, parallel, series, src } = require('gulp');

const run = (...args) => spawn(process.execPath, args, { stdio: 'inherit' });

/** Removes what an earlier build left, so that the package holds nothing but this one. */
const clean = () => rm('dist', { recursive: true, force: true });

/** Type-checks what is published; esbuild only strips types. */
function types() {
	return run(require.resolve('typescript/bin/tsc'), '--project', 'tsconfig.build.json');
}

/** Makes the code of the package: the bundle, what n8n loads from it, and its licences. */
function bundle() {
	return run('--import', 'tsx', 'scripts/build.mts');
}

const icons = () => src('icons/*.svg').pipe(dest('dist/icons'));

const codex = () => src('nodes/**/*.node.json', { base: '.' }).pipe(dest('dist'));

exports.types = types;
exports.build = series(clean, parallel(types, bundle, icons, codex));
exports.default = exports.build;
