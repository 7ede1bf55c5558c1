import { startScreenshotSandbox } from '../../scripts/screenshots/sandbox.mts';
import { shutDown } from '../../scripts/n8n/shutdown.mts';
import { allEvents, webhooksPath } from './support/reporting';
import { startReceiver, type Receiver } from './support/receiver';
import { ada, sender } from './support/sandbox';

let receivers: Receiver[] = [];

afterEach(async () => {
	await shutDown();
	await Promise.all(receivers.map((receiver) => receiver.close()));
	receivers = [];
});

test('the sandbox of the screenshots follows no redirect of a webhook', async () => {
	const elsewhere = await startReceiver();
	const receiver = await startReceiver(() => ({ status: 307, headers: { location: elsewhere.url } }));
	receivers = [receiver, elsewhere];
	const { url, apiKey, control } = await startScreenshotSandbox(0);
	const call = async (path: string, body: object) =>
		await fetch(url + path, {
			method: 'POST',
			headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
			body: JSON.stringify(body),
		});
	await control('/settings', { sent_after_ms: 0, delivered_after_ms: null, webhook_retry_ms: 20 });
	await call(webhooksPath, { url: receiver.url, events: allEvents });
	await call('/v1/messaging/send', { to: ada, phone_number_id: sender, template_name: 'welcome', language_code: 'en_US' });
	const [again, followed] = [receiver.first(2), elsewhere.first(1)];
	expect(await Promise.race([again.then(() => 'tried again'), followed.then(() => 'followed')])).toBe('tried again');
});
