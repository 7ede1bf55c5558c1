'use strict';

module.exports = globalThis.requireShared?.('zod') ?? require('../../../node_modules/zod');
