'use strict';

module.exports = globalThis.requireShared?.('n8n-workflow') ?? require('../../../node_modules/n8n-workflow');
