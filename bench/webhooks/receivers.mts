import { randomBytes } from 'node:crypto';
import type { Session } from '../../scripts/n8n/session.mts';
import { messagingCredential, type Instance } from '../instance/startInstance.mts';
import { benchPackage } from '../variants.mts';

/** A published workflow that one kind of trigger starts. */
export interface Receiver {
	readonly workflowId: string;
	readonly url: string;
}

/** One workflow for each kind of trigger, in one n8n. */
export interface Receivers {
	readonly session: Session;
	/** What webhooks to the Messaging Trigger are signed with. */
	readonly secret: string;
	readonly all: Readonly<Record<ReceiverName, Receiver>>;
}

export const triggerName = 'Trigger';

const triggers = {
	messaging: { type: 'n8n-nodes-messaging.messagingTrigger', typeVersion: 1, parameters: {}, path: '/webhook' },
	minimal: { type: `${benchPackage}.minimalTrigger`, typeVersion: 1, parameters: {}, path: '/webhook' },
	credential: { type: `${benchPackage}.credentialTrigger`, typeVersion: 1, parameters: {}, path: '/webhook' },
	webhookNode: {
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2.1,
		parameters: { httpMethod: 'POST', path: 'bench-webhookNode', options: {} },
		path: '',
	},
};

export type ReceiverName = keyof typeof triggers;

export const receiverNames = Object.keys(triggers) as ReceiverName[];

/** Publishes a workflow of nothing but its trigger, for each kind of trigger. */
export async function publishReceivers(instance: Instance): Promise<Receivers> {
	const secret = randomBytes(16).toString('hex');
	// Webhooks only come in: nothing is ever sent to this address.
	const credentials = await messagingCredential(instance, { baseUrl: 'http://127.0.0.1:9', webhookSecret: secret });
	const publish = async (name: ReceiverName): Promise<Receiver> => {
		const { path, ...trigger } = triggers[name];
		const workflowId = `bench${name}`;
		const webhookId = `bench-${name}`;
		await instance.publish({
			id: workflowId,
			name,
			nodes: [
				{
					id: '00000000-0000-4000-8000-000000000001',
					name: triggerName,
					position: [0, 0],
					webhookId,
					...trigger,
					...(name === 'messaging' || name === 'credential' ? { credentials } : {}),
				},
			],
			connections: {},
			settings: { executionOrder: 'v1' },
		});
		return { workflowId, url: `${instance.url}/webhook/${webhookId}${path}` };
	};
	const all = {
		messaging: await publish('messaging'),
		minimal: await publish('minimal'),
		credential: await publish('credential'),
		webhookNode: await publish('webhookNode'),
	};
	return { session: instance.session, secret, all };
}
