'use strict';

module.exports = globalThis.requireShared?.('n8n-core') ?? require('../../../node_modules/n8n-core');
