import { outputOf, runMessaging } from '../support/engine';
import { createCertificate, trustCertificate } from '../support/certificate.mts';
import { errorOf, recipients, textParameters } from '../support/messages';
import { accepting, startService, type ScriptedService } from '../support/service';
import { useProxy } from '../support/networkConditions.mts';
import { breakNames, startTlsFront, type TlsFront } from '../support/tlsFront.mts';
import { startTunnelProxy } from '../support/tunnelProxy.mts';

const certificate = createCertificate();
const to = '+12015550123';

let service: ScriptedService;
let front: TlsFront | undefined;

beforeAll(() => trustCertificate(certificate));

beforeEach(async () => {
	service = await startService(accepting);
});

afterEach(async () => {
	await front?.close();
	await service.close();
});

/** Sends one text through the front, in n8n's engine. */
async function send(url: string, options = {}) {
	const run = await runMessaging(
		{
			credential: { baseUrl: url, apiKey: 'key-12345' },
			parameters: textParameters({ options }),
			onError: 'continueRegularOutput',
		},
		recipients(to),
	);
	return outputOf(run)[0];
}

test.each(['TLSv1.2', 'TLSv1.3'] as const)('a message is accepted over %s', async (version) => {
	front = await startTlsFront({ certificate, target: service.url, version, breaksOff: () => undefined });
	expect((await send(front.url))?.json).toMatchObject({ success: true, message_id: `m-${to}` });
});

describe.each(['TLSv1.2', 'TLSv1.3'] as const)('after the service has taken a message over %s', (version) => {
	test.each(breakNames)('%s leaves it unknown, and it leaves once', async (name) => {
		front = await startTlsFront({ certificate, target: service.url, version, breaksOff: () => name });
		const error = errorOf(await send(front.url));
		expect(error).toMatchObject({ outcome: 'unknown', category: 'network', to });
		expect(error.description).toMatch(/may or may not have been sent/);
		expect(service.requests).toHaveLength(1);
	});
});

describe.each(['http', 'https'])('through the tunnel of a proxy that speaks %s', (scheme) => {
	let proxy: Awaited<ReturnType<typeof startTunnelProxy>>;

	beforeEach(async () => {
		proxy = await startTunnelProxy(scheme === 'http' ? undefined : certificate);
		useProxy(proxy.url);
	});

	afterEach(async () => {
		useProxy(undefined);
		await proxy.close();
	});

	test('a message is accepted', async () => {
		front = await startTlsFront({ certificate, target: service.url, breaksOff: () => undefined });
		expect((await send(front.url))?.json).toMatchObject({ success: true });
	});

	test.each(breakNames)('%s leaves a message that was taken unknown, and it leaves once', async (name) => {
		front = await startTlsFront({ certificate, target: service.url, breaksOff: () => name });
		expect(errorOf(await send(front.url))).toMatchObject({ outcome: 'unknown', category: 'network', to });
		expect(service.requests).toHaveLength(1);
	});
});
