/** Plain fields beside n8n's own result under `vm`, in a process of its own: the engine needs the Node.js that n8n runs on. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { stopVmEngine, useVmEngine } from '../support/expressionEngine.ts';
import { fieldProperty, mapperProperty, partsProperty } from '../support/plainFields.ts';

const numRuns = Number(process.argv[2]);

await useVmEngine();
await fc.assert(fieldProperty(assert.deepStrictEqual), { numRuns });
await fc.assert(mapperProperty(assert.deepStrictEqual), { numRuns });
await fc.assert(partsProperty(assert.deepStrictEqual), { numRuns });
await stopVmEngine();
