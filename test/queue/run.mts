/** All tests of queue mode in one process, with one set of n8n's processes: `npm run test:queue`. */
import { after } from 'node:test';
import { openCluster } from './cluster.mts';
import { crashTests } from './crashes.queue.mts';
import { keyTests } from './keys.queue.mts';
import { paceTests } from './pace.queue.mts';
import { questionTests } from './questions.queue.mts';
import { redisTests } from './redis.queue.mts';
import { restartTests } from './restarts.queue.mts';
import { retryTests } from './retries.queue.mts';
import { statusTests } from './statuses.queue.mts';
import { workerTests } from './workers.queue.mts';

const cluster = await openCluster();
after(() => cluster.close());

// A part alone: npm run test:queue -- crash
const only = process.argv[2] ?? '';
const parts = { paceTests, keyTests, statusTests, crashTests, retryTests, questionTests, restartTests, workerTests, redisTests };
for (const [name, add] of Object.entries(parts)) if (new RegExp(only).test(name)) add(cluster);
