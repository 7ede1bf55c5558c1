import fc from 'fast-check';

import { readIdempotencyHeader } from '../../nodes/Messaging/request/idempotencyHeader';
import { delicateNames } from '../support/headerNames.mts';
import { textParameters } from '../support/messages';
import { runs } from '../support/propertyRuns';
import { useService } from '../support/useService';

const service = useService();

/** Sends one message with a header of this name; gives its key as it arrived, or `refused` when nothing left. */
async function keyUnder(name: string): Promise<unknown> {
	service.requests.splice(0);
	const [json] = await service.output(textParameters({ options: { idempotencyHeader: name, maxAttempts: 1 } }));
	if (json?.error === undefined) {
		expect(service.requests).toHaveLength(1);
		return service.requests[0]?.headers[name.toLowerCase()];
	}
	expect(service.requests).toEqual([]);
	const message = `'Idempotency Header' in the options cannot be used as a header: "${name}"`;
	const description = expect.stringContaining('such as Idempotency-Key');
	expect(json.error).toMatchObject({ outcome: 'not_sent', category: 'invalid-input', message, description });
	return 'refused';
}

const key = /^[0-9a-f]{32}$/;

test.each([[undefined, undefined], [null, undefined], ['', undefined], [' ', undefined], [{}, undefined], [' Idempotency-Key\t', 'Idempotency-Key']])(
	'the name of a header in %j is %j',
	(written, value) => expect(readIdempotencyHeader(written)).toEqual({ ok: true, value }),
);

test.each([
	...['Idempotency-Key', 'X-Idempotency-Key', 'Idempotency-Token', 'Idempotence-Key', 'X-Request-Id', 'Request-Id'],
	...['X-Correlation-ID', 'X-Client-Reference', 'PayPal-Request-Id', 'X_Request_Id', 'IdempotencyKey', 'requestId'],
])('%s carries the key, in any letter case', async (name) => {
	for (const cased of [name, name.toLowerCase(), name.toUpperCase()]) expect(await keyUnder(cased)).toMatch(key);
});

test.each([
	...['get', 'GET', 'common', 'constructor', 'prototype', '__proto__', 'Patch', 'query', 'Content-Length', 'Content-Type', 'Trailer'],
	...['authorization', 'Host', 'User-Agent', 'Accept', 'Keep-Alive', 'If-Match', 'Idempotency Key', 'Idempotency-Key:', 'Idempotency-', '-Key'],
	...['a--b', 'Idempotency-Key\r\nX-Other: 1', 'Schlüssel-Id', 'Idempotency.Key-', 'Proxy-Authorization', 'Proxy-Authenticate', 'X-HTTP-Method', 'X-HTTP-Method-Override', 'X-Method-Override'],
])('%s is refused: the key would be lost, or the request another one', async (name) => {
	expect(await keyUnder(name)).toBe('refused');
});

/** The name with its key as it arrived, if the name is not refused. */
async function arriving(name: string): Promise<readonly [string, unknown]> {
	return [name, readIdempotencyHeader(name).ok ? await keyUnder(name) : 'refused'];
}

const arrived = (name: string) => [name, expect.stringMatching(/^(refused|[0-9a-f]{32})$/)];

test('a name that the way to the service may keep for itself is refused, or the key arrives under it', async () => {
	expect(delicateNames.length).toBeGreaterThan(150);
	for (const name of new Set(delicateNames.flatMap((one) => [one, one.toLowerCase(), one.toUpperCase()]))) {
		expect(await arriving(name)).toEqual(arrived(name));
	}
});

/** Parts of which names are made, delicate ones among them. */
const word = fc.oneof(fc.constantFrom(...delicateNames), fc.stringMatching(/^[A-Za-z0-9_]{1,12}$/));

const anyName = fc.oneof(
	fc.stringMatching(/^[\w!#$%&'*+.^`|~-]{1,20}$/),
	fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join('-')),
	fc.tuple(word, fc.constantFrom('Id', 'KEY', 'token', 'Reference')).map((words) => words.join('')),
);

test('so is every other legal name', async () => {
	await fc.assert(
		fc.asyncProperty(anyName, async (name) => {
			expect(await arriving(name)).toEqual(arrived(name));
		}),
		runs(150),
	);
});
