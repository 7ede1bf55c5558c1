'use strict';

const { readdirSync, readFileSync } = require('node:fs');
const { availableParallelism } = require('node:os');
const path = require('node:path');

/**
 * `npm run test:scale` runs what takes long: the largest sizes, and the properties that `npm test` tries a tenth of, with
 * all their runs.
 */
const isScale = process.env.npm_lifecycle_event === 'test:scale';

const folder = path.join(__dirname, 'test');
const hasRuns = (file) => file.endsWith('.test.ts') && readFileSync(path.join(folder, file), 'utf8').includes('support/propertyRuns');
const withProperties = () => readdirSync(folder, { recursive: true }).filter(hasRuns).map((file) => `<rootDir>/test/${file}`);

/** @type {import('jest').Config} */
module.exports = {
	testMatch: isScale ? ['<rootDir>/test/**/*.scale.ts', ...withProperties()] : ['<rootDir>/test/**/*.test.ts'],
	// More than there are cores: many tests wait for a server or a clock.
	maxWorkers: availableParallelism() + 2,
	testEnvironment: '<rootDir>/test/support/jest/environment.cjs',
	moduleNameMapper: { '^(n8n-core|n8n-workflow|fast-check|fastify|zod)$': '<rootDir>/test/support/jest/$1.cjs' },
	globals: { shareOfRuns: isScale ? 1 : 0.1 },
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
