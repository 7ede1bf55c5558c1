import { z } from 'zod';

import { defaultPaths } from '../../nodes/Messaging/api/account.ts';
import { webhookEvents } from '../../nodes/Messaging/webhook/registration.ts';
import type { ServiceName } from '../../sandbox/forms/serviceName.ts';
import { questionTemplate } from '../../sandbox/fixtures/textTemplates.ts';
import { startSandbox } from '../../sandbox/start.mts';
import { beforeShutdown } from '../n8n/shutdown.mts';
import { alsoOnIpv6 } from './alsoOnIpv6.mts';

export interface SandboxService {
	/** Address for n8n: by number, since n8n itself takes only the first address of a name. */
	apiUrl: string;
	/** Address of the inbox, for people. */
	inboxUrl: string;
	apiKey: string;
	/** The key whose messages are only simulated, if the service has one. */
	testKey: string | undefined;
}

/** Runs the sandbox messaging service inside this program. */
export async function runSandbox(port: number, service: ServiceName): Promise<SandboxService> {
	const sandbox = await startSandbox({ port, host: '127.0.0.1', service });
	beforeShutdown(() => sandbox.close());
	// The inbox is opened by name, and a browser has n8n's cookie for that name.
	await alsoOnIpv6(port);
	const { url: apiUrl, apiKey, testKey } = sandbox;
	return { apiUrl, inboxUrl: `http://localhost:${String(port)}`, apiKey, testKey };
}

/** Has the sandbox report everything to a webhook, signed with the secret, as long as the service runs. */
export async function reportStatusesTo(
	url: string,
	secret: string,
	service: { apiUrl: string; apiKey: string },
): Promise<void> {
	const answer = await fetch(`${service.apiUrl}${defaultPaths.webhooks}`, {
		method: 'POST',
		headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' },
		body: JSON.stringify({ url, events: webhookEvents, secret }),
	});
	if (!answer.ok) {
		throw new Error(`The sandbox refused the webhook registration: ${String(answer.status)} ${await answer.text()}`);
	}
}

const refusal = z.object({ error: z.object({ details: z.string() }) });

/**
 * Has the sandbox ask a webhook and report statuses to it, as a person does with the inbox's button.
 * @returns why the webhook did not pass; undefined if it did
 */
export async function registerByHand(url: string, verifyToken: string, { apiUrl }: { apiUrl: string }): Promise<string | undefined> {
	const answer = await fetch(`${apiUrl}/_sandbox/webhooks`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ url, verify_token: verifyToken }),
	});
	return answer.ok ? undefined : refusal.parse(await answer.json()).error.details;
}

/** Lets the button of the sandbox's template for Send and Wait lead to this n8n. */
export async function leadQuestionsTo(n8nUrl: string, { apiUrl }: { apiUrl: string }): Promise<void> {
	const { template_name, language_code, components } = questionTemplate(n8nUrl);
	const answer = await fetch(`${apiUrl}/_sandbox/templates`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ template_name, language_code, components }),
	});
	if (!answer.ok) throw new Error(`The sandbox refused a template: ${String(answer.status)} ${await answer.text()}`);
}
