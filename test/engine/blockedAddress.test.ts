/** @jest-environment-options {"ownN8n": true} */
import { testConnection } from '../support/credentialTest';
import { textParameters } from '../support/messages';
import { protectOwnNetwork } from '../support/networkConditions.mts';
import { useService } from '../support/useService';

const service = useService();

test("an address that n8n's own protection refuses: not sent, not tested, and the reason is told", async () => {
	protectOwnNetwork();
	const reason = expect.stringMatching(/blocked because it resolves to a restricted IP address/);
	const error = await service.failing(textParameters({ options: { maxAttempts: 1 } }));
	expect(error).toMatchObject({ outcome: 'not_sent', category: 'network', description: reason });
	expect(await testConnection(service.credential())).toEqual({ status: 'Error', message: reason });
	expect(service.requests).toEqual([]);
});
