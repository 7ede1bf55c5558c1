'use strict';

/** @type {import('jest').Config} */
module.exports = {
	testMatch: ['<rootDir>/test/**/*.test.ts'],
	// Jest would leave one of them free; on two that is half of them.
	maxWorkers: '100%',
	setupFiles: ['<rootDir>/test/support/environment.cjs'],
	// Long enough for a machine that has other things to do.
	testTimeout: 60_000,
	moduleFileExtensions: ['ts', 'tsx', 'mts', 'js', 'mjs', 'cjs', 'json', 'node'],
	transform: {
		'\\.m?tsx?$': [
			'@swc/jest',
			{
				jsc: {
					target: 'es2022',
					parser: { syntax: 'typescript', tsx: true },
					transform: { react: { runtime: 'automatic', importSource: 'preact' } },
				},
				module: { type: 'commonjs' },
			},
		],
	},
};
