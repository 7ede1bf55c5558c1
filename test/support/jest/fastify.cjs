'use strict';

module.exports = globalThis.requireShared?.('fastify') ?? require('../../../node_modules/fastify');
