'use strict';

const { tmpdir } = require('node:os');
const path = require('node:path');

// n8n-core reads these when it is loaded, and would otherwise write into the home folder.
process.env.N8N_USER_FOLDER = path.join(
	tmpdir(),
	`n8n-nodes-messaging-tests-${process.env.JEST_WORKER_ID ?? '1'}`,
);
process.env.N8N_ENCRYPTION_KEY = 'test-encryption-key';
// Failures are what many tests are about: n8n would write each into the output of the test run.
process.env.N8N_LOG_LEVEL = 'silent';
