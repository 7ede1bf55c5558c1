import { setTimeout as wait } from 'node:timers/promises';

import { serviceForms } from '../../sandbox/forms/forms.ts';
import type { ServiceName } from '../../sandbox/forms/serviceName.ts';
import type { CredentialContent } from '../n8n/credentials.mts';
import type { Say } from '../n8n/progress.mts';
import type { State } from './dataFolder.mts';
import { registerByHand, reportStatusesTo, type SandboxService } from './sandboxService.mts';

type Secrets = Pick<State, 'webhookSecret' | 'verifyToken'>;

/** How n8n works with a service that the sandbox plays. */
interface N8nSide {
	/** What the credential holds besides address and key. */
	credential: (secrets: Secrets) => CredentialContent['data'];
	/** Whether triggers register themselves at the service. */
	triggersRegister: boolean;
	/** Has statuses reported to a published trigger. */
	reportTo: (url: string, secrets: Secrets, sandbox: SandboxService, say: Say) => Promise<void>;
	/** How a trigger of the person's own hears from the service, in a sentence. */
	ownTrigger: string;
	/** What else a person has to know of it, a line each. */
	notes: (secrets: Secrets, sandbox: SandboxService) => readonly string[];
}

/** How long n8n may need for a published webhook once it says that it is ready, in milliseconds. */
const listensWithinMs = 10_000;

/** A service that differs from the first one in the credential too is one more entry. */
export const services: Readonly<Record<ServiceName, N8nSide>> = {
	document: {
		credential: ({ webhookSecret }) => ({ webhookSecret, customizeEndpoints: false, signatureScheme: 'hmacSha256' }),
		triggersRegister: true,
		ownTrigger: 'To react in a workflow of your own, choose Registration: Automatic in its Messaging Trigger and publish it: it registers itself at this test service.',
		reportTo: (url, { webhookSecret }, sandbox) => reportStatusesTo(url, webhookSecret, sandbox),
		notes: () => [],
	},
	whatsapp: {
		credential: ({ webhookSecret, verifyToken }) => ({
			webhookSecret,
			verifyToken,
			customizeEndpoints: true,
			signatureScheme: 'none',
			...Object.fromEntries(serviceForms.whatsapp.endpoints.map(({ field, path }) => [field, path])),
		}),
		triggersRegister: false,
		ownTrigger: 'To react in a workflow of your own, publish it and register its Production URL in the inbox: Register webhook.',
		async reportTo(url, { verifyToken }, sandbox, say) {
			const reason = await untilRegistered(() => registerByHand(url, verifyToken, sandbox));
			if (reason !== undefined) say(`The webhook ${url} is not registered. ${reason} The inbox has a button for it: Register webhook.`);
		},
		notes: ({ verifyToken }, { testKey = '' }) => [
			`Token  ${verifyToken}`,
			'       the Verify Token, for "Register webhook" in the inbox: each trigger that you publish is registered there',
			`Key    ${testKey}`,
			'       as API Key in the credential, it has messages checked and only simulated',
		],
	},
};

/** Tries again while n8n may not listen yet. @returns why it didn't succeed at last */
export async function untilRegistered(register: () => Promise<string | undefined>, withinMs = listensWithinMs): Promise<string | undefined> {
	const deadline = Date.now() + withinMs;
	for (;;) {
		const reason = await register();
		if (reason === undefined || Date.now() >= deadline) return reason;
		await wait(500);
	}
}
