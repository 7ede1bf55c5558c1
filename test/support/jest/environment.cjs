'use strict';

const { tmpdir } = require('node:os');
const path = require('node:path');

const { TestEnvironment } = require('jest-environment-node');

// n8n-core reads these when it is loaded, and would otherwise write into the home folder.
process.env.N8N_USER_FOLDER = path.join(tmpdir(), `n8n-nodes-messaging-tests-${process.env.JEST_WORKER_ID ?? '1'}`);
process.env.N8N_ENCRYPTION_KEY = 'test-encryption-key';
// Failures are what many tests are about: n8n would write each into the output of the test run.
process.env.N8N_LOG_LEVEL = 'silent';

/**
 * Loads n8n once for all test files that a worker runs: by itself, jest would load it anew for each, which takes
 * longer than most of them. A file that changes what n8n decides once asks for one of its own in its first line.
 *
 * Errors, dates and the variables of the environment are n8n's and the tests' in common, as they are in n8n.
 */
module.exports = class EngineEnvironment extends TestEnvironment {
	constructor(config, context) {
		super(config, context);
		this.variables = { ...process.env };
		const { ownN8n } = config.projectConfig.testEnvironmentOptions;
		if (ownN8n !== true) Object.assign(this.global, { requireShared: require, Error, Date });
		this.global.process.env = process.env;
	}

	async teardown() {
		for (const name of Object.keys(process.env)) if (!(name in this.variables)) delete process.env[name];
		Object.assign(process.env, this.variables);
		await super.teardown();
	}
};
