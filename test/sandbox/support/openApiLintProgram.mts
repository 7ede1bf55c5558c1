import { text } from 'node:stream/consumers';

import { createConfig, lintFromString } from '@redocly/openapi-core';

// Reads an OpenAPI document from standard input and prints each problem on a line.
const problems = await lintFromString({
	source: await text(process.stdin),
	absoluteRef: 'openapi.json',
	config: await createConfig({ extends: ['recommended-strict'] }),
});
for (const { ruleId, message, location } of problems) {
	console.log(`${ruleId}: ${message} ${location[0]?.pointer ?? ''}`);
}
