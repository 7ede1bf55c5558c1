'use strict';

const { readdirSync, readFileSync } = require('node:fs');
const path = require('node:path');

const config = require('./jest.config.js');

const folder = path.join(__dirname, 'test');
const hasRuns = (file) => file.endsWith('.test.ts') && readFileSync(path.join(folder, file), 'utf8').includes('support/propertyRuns');

/**
 * What takes long: the largest sizes, and the properties that `npm test` tries a share of, with all their runs.
 *
 * @type {import('jest').Config}
 */
module.exports = {
	...config,
	testMatch: [
		'<rootDir>/test/**/*.scale.ts',
		...readdirSync(folder, { recursive: true }).filter(hasRuns).map((file) => `<rootDir>/test/${file}`),
	],
	globals: { shareOfRuns: 1 },
};
