import { outputOf, runMessaging } from '../support/engine';
import { errorOf, recipients, textParameters } from '../support/messages';
import { onRequest, startRawService, type RawService } from '../support/rawService.mts';

const to = '+12015550123';

let service: RawService | undefined;
afterEach(async () => await service?.close());

/** Sends one text in n8n's engine, once as far as this package is asked, and gives its error. */
async function send({ url }: RawService) {
	const run = await runMessaging(
		{
			credential: { baseUrl: url, apiKey: 'key-12345' },
			parameters: textParameters({ options: { maxAttempts: 1 } }),
			onError: 'continueRegularOutput',
		},
		recipients(to),
	);
	return errorOf(outputOf(run)[0]);
}

const head = (status: number) => `HTTP/1.1 ${status} Any\r\ncontent-type: application/json\r\n`;

// n8n's helper makes a request again whose answer it could not read, where the status of that answer is 401.
describe.each([200, 401, 403, 429, 503])('an answer with status %d', (status) => {
	test.each([
		['whose body cannot be decompressed', `${head(status)}content-encoding: gzip\r\ncontent-length: 5\r\n\r\nhello`],
		['whose body breaks off', `${head(status)}content-length: 100\r\n\r\n{"err`],
		['whose chunks are none', `${head(status)}transfer-encoding: chunked\r\n\r\n5\r\nhello\r\nxyz\r\n\r\n`],
	])('%s leaves the message unknown, and it leaves once', async (_name, answer) => {
		service = await startRawService((socket) => onRequest(socket, () => socket.end(answer)));
		expect(await send(service)).toMatchObject({ outcome: 'unknown', category: 'network', to });
		expect(service.made()).toBe(1);
	});
});

test('nor is it not sent where nobody listens after an answer that broke off', async () => {
	const broken = await startRawService((socket) =>
		onRequest(socket, () => {
			socket.write(`${head(401)}content-length: 100\r\n\r\n{"err`, () => void broken.close());
		}),
	);
	expect(await send(broken)).toMatchObject({ outcome: 'unknown', category: 'network', to });
});
