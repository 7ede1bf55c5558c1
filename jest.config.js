'use strict';

const { availableParallelism } = require('node:os');

/** @type {import('jest').Config} */
module.exports = {
	testMatch: ['<rootDir>/test/**/*.test.ts'],
	// More than there are cores: many tests wait for a server or a clock.
	maxWorkers: availableParallelism() + 2,
	testEnvironment: '<rootDir>/test/support/jest/environment.cjs',
	moduleNameMapper: { '^(n8n-core|n8n-workflow|fast-check|fastify|zod)$': '<rootDir>/test/support/jest/$1.cjs' },
	globals: { shareOfRuns: 0.1 },
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
