/**
 * Plain fields beside what n8n makes of them, in a process of its own: `vm` needs the Node.js that n8n runs on. Takes the
 * name of an engine and how often each property is tried.
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { stopVmEngine, useVmEngine } from '../support/expressionEngine.ts';
import { fieldProperty, mapperProperty, partsProperty } from '../support/plainFields.ts';

const [engine, numRuns] = [process.argv[2], Number(process.argv[3])];

let compared = 0;
const same = (ours: unknown, n8n: unknown): void => {
	compared++;
	assert.deepStrictEqual(ours, n8n);
};

if (engine === 'vm') await useVmEngine();
await fc.assert(fieldProperty(same), { numRuns });
await fc.assert(mapperProperty(same), { numRuns });
await fc.assert(partsProperty(same), { numRuns });
if (engine === 'vm') await stopVmEngine();
process.stdout.write(`${String(compared)}\n`);
