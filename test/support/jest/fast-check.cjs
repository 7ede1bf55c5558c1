'use strict';

module.exports = globalThis.requireShared?.('fast-check') ?? require('../../../node_modules/fast-check');
