import { json } from 'node:stream/consumers';

import { createConfig, lintFromString } from '@redocly/openapi-core';
import { z } from 'zod';

// Reads a list of OpenAPI documents from standard input and prints a list of the problems of each.
const documents = z.array(z.string()).parse(await json(process.stdin));
const config = await createConfig({ extends: ['recommended-strict'] });
const problems: string[][] = [];
for (const source of documents) {
	const found = await lintFromString({ source, absoluteRef: 'openapi.json', config });
	problems.push(found.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ''}`));
}
console.log(JSON.stringify(problems));
