/** @jest-environment-options {"ownN8n": true} */
import { testConnection } from '../support/credentialTest';
import { outputOf, runMessaging } from '../support/engine';
import { errorOf, recipients, textParameters } from '../support/messages';
import { accepting, startService } from '../support/service';
import { protectOwnNetwork } from '../support/networkConditions.mts';

test("an address that n8n's own protection refuses: not sent, not tested, and the reason is told", async () => {
	protectOwnNetwork();
	const service = await startService(accepting);
	const run = await runMessaging(
		{
			credential: { baseUrl: service.url, apiKey: 'key-12345' },
			parameters: textParameters({ options: { maxAttempts: 1 } }),
			onError: 'continueRegularOutput',
		},
		recipients('+12015550123'),
	);
	const error = errorOf(outputOf(run)[0]);
	expect(error).toMatchObject({ outcome: 'not_sent', category: 'network' });
	expect(error.description).toMatch(/blocked because it resolves to a restricted IP address/);
	const tested = await testConnection({ baseUrl: service.url, apiKey: 'key-12345' });
	expect(tested).toEqual({ status: 'Error', message: expect.stringMatching(/blocked because it resolves to a restricted IP address/) });
	expect(service.requests).toEqual([]);
	await service.close();
});
