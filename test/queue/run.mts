/** All tests of queue mode in one process, with one set of n8n's processes: `npm run test:queue`. */
import { after } from 'node:test';
import { openCluster } from './cluster.mts';
import { paceTests } from './pace.queue.mts';

const cluster = await openCluster();
after(() => cluster.close());

paceTests(cluster);
