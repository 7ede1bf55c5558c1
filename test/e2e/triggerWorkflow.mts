import { randomBytes, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { createCredential, type CredentialContent } from '../../scripts/n8n/credentials.mts';
import { createWorkflow } from '../../scripts/n8n/workflows.mts';
import { registeringTrigger } from './sendingWorkflow.mts';
import type { Instance } from './world.mts';

export const triggerName = 'When a status arrives';

export interface TriggerWorkflow {
	id: string;
	productionUrl: string;
	testUrl: string;
}

/**
 * Saves a workflow of a Messaging Trigger alone.
 * @param parameters of the trigger, which registers itself unless they say otherwise
 * @param credential the world's own unless given
 */
export async function saveTriggerWorkflow(
	world: Instance,
	parameters: Record<string, unknown>,
	credential = world.credential,
): Promise<TriggerWorkflow> {
	const [id, trigger] = [randomBytes(8).toString('hex'), registeringTrigger(triggerName, credential)];
	await createWorkflow(world.session, {
		// As short as n8n's own: of a workflow with more than 21 characters n8n keeps no static data.
		id,
		name: `Test ${id}`,
		nodes: [{ ...trigger, parameters: { ...trigger.parameters, ...parameters } }],
		connections: {},
		settings: { executionOrder: 'v1' },
	});
	return {
		id,
		productionUrl: `${world.n8nUrl}/webhook/${trigger.webhookId}/webhook`,
		testUrl: `${world.n8nUrl}/webhook-test/${trigger.webhookId}/webhook`,
	};
}

/** Saves a credential for the sandbox with fields of its own. */
export async function saveCredential(world: Instance, fields: CredentialContent['data']) {
	const name = `Messaging ${randomUUID()}`;
	const data = { baseUrl: world.service.url, apiKey: world.service.apiKey, ...fields };
	return { id: await createCredential(world.session, { name, type: 'messagingApi', data }), name };
}

const registration = z.object({ id: z.string(), url: z.string(), events: z.array(z.string()), signed: z.boolean() });

/** The registrations that the sandbox has for a URL. */
export async function registrationsOf(world: Instance, url: string) {
	const answer = await ask(world, 'GET', '/v1/messaging/webhooks');
	const { data } = z.object({ data: z.array(registration) }).parse(answer);
	return data.filter((one) => one.url === url);
}

/** Has the sandbox report to a URL, as a person enters it at a service. @returns what removes it */
export async function registerByHand(world: Instance, body: object): Promise<() => Promise<unknown>> {
	const { id } = registration.parse(await ask(world, 'POST', '/v1/messaging/webhooks', body));
	return () => ask(world, 'DELETE', `/v1/messaging/webhooks/${id}`);
}

/** Sends a message to a recipient and has its statuses reported. @returns the message's id */
export async function sendAndReport(world: Instance, to: string, statuses: string[]): Promise<string> {
	const message = { to, phone_number_id: '1906000000000001', template_name: 'welcome', language_code: 'en_US' };
	const sent = z.object({ message_id: z.string() }).parse(await ask(world, 'POST', '/v1/messaging/send', message));
	for (const status of statuses) await ask(world, 'POST', `/_sandbox/messages/${sent.message_id}/status`, { status });
	return sent.message_id;
}

async function ask({ service }: Instance, method: string, path: string, body?: object): Promise<unknown> {
	const answer = await fetch(service.url + path, {
		method,
		headers: { authorization: `Bearer ${service.apiKey}`, ...(body && { 'content-type': 'application/json' }) },
		...(body && { body: JSON.stringify(body) }),
	});
	const text = await answer.text();
	if (!answer.ok) throw new Error(`The sandbox answered ${method} ${path} with ${String(answer.status)}: ${text}`);
	return text === '' ? undefined : JSON.parse(text);
}
