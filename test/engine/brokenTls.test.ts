import { createCertificate, trustCertificate } from '../support/certificate.mts';
import { recipients, textParameters } from '../support/messages';
import { useProxy } from '../support/networkConditions.mts';
import { breakNames, startTlsFront, type TlsFront } from '../support/tlsFront.mts';
import { startTunnelProxy } from '../support/tunnelProxy.mts';
import { to, useService } from '../support/useService';

const certificate = createCertificate();
const service = useService();

let front: TlsFront | undefined;

beforeAll(() => trustCertificate(certificate));
afterEach(async () => await front?.close());

/** Opens a front with these settings, and gives what the node says of a text that is sent through it. */
async function sendThrough(settings: Pick<Parameters<typeof startTlsFront>[0], 'version' | 'breaksOff'>) {
	front = await startTlsFront({ certificate, target: service.url, ...settings });
	const [json] = await service.output(textParameters(), recipients(to), { credential: { baseUrl: front.url, apiKey: 'key-12345' } });
	return json;
}

const versions = ['TLSv1.2', 'TLSv1.3'] as const;
const unknown = { outcome: 'unknown', category: 'network', to, description: expect.stringMatching(/may or may not have been sent/) };

describe.each(versions)('over %s', (version) => {
	test('a message is accepted', async () => {
		expect(await sendThrough({ version, breaksOff: () => undefined })).toMatchObject({ success: true, message_id: `m-${to}` });
	});

	test.each(breakNames)('%s after the service has taken a message leaves it unknown, and it leaves once', async (name) => {
		expect(await sendThrough({ version, breaksOff: () => name })).toMatchObject({ error: unknown });
		expect(service.posts).toHaveLength(1);
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
		expect(await sendThrough({ breaksOff: () => undefined })).toMatchObject({ success: true });
	});

	test.each(breakNames)('%s leaves a message that was taken unknown, and it leaves once', async (name) => {
		expect(await sendThrough({ breaksOff: () => name })).toMatchObject({ error: unknown });
		expect(service.posts).toHaveLength(1);
	});
});
