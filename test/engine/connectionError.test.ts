import fc from 'fast-check';

import { maskFor } from '../../nodes/Messaging/text/mask';
import { readConnectionError } from '../../nodes/Messaging/service/connectionError';

const mask = maskFor([]);

/** As n8n throws it: its own error over that of its HTTP library, which knows the request, over Node's. */
function isUnsent(node: object, request: object): boolean {
	const ofLibrary = Object.assign(new Error('library', { cause: Object.assign(new Error('node'), node) }), { request });
	return readConnectionError(new Error('n8n', { cause: ofLibrary }), mask).isUnsent;
}

/** A request that may have left. */
const established = { socket: { secureConnecting: false, _bytesDispatched: 1 } };

/** What was once taken for "never connected" by its name, and whatever else there is. */
const codes = fc.oneof(
	fc.constantFrom(
		...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL', 'EPROTO', 'ETIMEDOUT'],
		...['CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'ERR_TLS_CERT_ALTNAME_INVALID'],
		...['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED'],
		...['ERR_INVALID_URL', 'ERR_INVALID_CHAR', 'ERR_UNESCAPED_CHARACTERS', 'ERR_TLS_HANDSHAKE_TIMEOUT'],
	),
	fc.string(),
);

test.each<[string, ReadonlyArray<string | undefined>, readonly object[], boolean]>([
	['proves nothing on a connection that was there', ['read', 'write', 'shutdown', undefined], [established], false],
	['proves nothing of a request of which nothing is known', [undefined], [{}, { socket: undefined }, { socket: {} }], false],
	['does not matter where connecting or looking up the name has failed', ['connect', 'getaddrinfo'], [{}, established], true],
])('a code %s', (_what, syscalls, requests, expected) => {
	fc.assert(
		fc.property(codes, fc.constantFrom(...syscalls), fc.constantFrom(...requests), (code, syscall, request) => {
			expect(isUnsent({ code, syscall }, request)).toBe(expected);
		}),
	);
});

test('of several addresses, each has to have failed to connect', () => {
	const failed = { code: 'ECONNREFUSED', syscall: 'connect' };
	expect(isUnsent({ code: 'ECONNREFUSED', errors: [failed, failed] }, {})).toBe(true);
	expect(isUnsent({ code: 'ECONNREFUSED', errors: [failed, { code: 'ECONNRESET', syscall: 'read' }] }, {})).toBe(false);
});

test.each(['ERR_INVALID_CHAR', 'ERR_UNESCAPED_CHARACTERS', 'ERR_INVALID_URL'])('%s without a request: there was none', (code) => {
	expect(readConnectionError(new Error('n8n', { cause: Object.assign(new TypeError('node'), { code }) }), mask).isUnsent).toBe(true);
});

test('an error that goes round in a circle, and one that is none, are read', () => {
	const circle = new Error('round');
	circle.cause = circle;
	expect(readConnectionError(circle, mask)).toMatchObject({ isUnsent: false, message: 'round' });
	expect(readConnectionError('key-12345 refused', maskFor(['key-12345']))).toEqual({ code: undefined, isUnsent: false, message: '*** refused' });
	expect(readConnectionError(undefined, mask)).toMatchObject({ isUnsent: false });
});
