import { randomUUID } from 'node:crypto';

import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { WebhookContext } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	INodeExecutionData,
	IWebhookData,
	IWebhookFunctions,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';

import { MessagingTrigger } from '../../nodes/Messaging/MessagingTrigger.node';
import { workflowWith, type NodeSettings } from './engine';
import { promisesSettled } from './eventLoop.mts';
import { readAsN8n } from './n8nRequest.mts';

export interface TriggerSettings extends NodeSettings {
	/** `manual` is a test run in the editor; `webhook`, the default, is production. */
	readonly mode?: 'manual' | 'webhook';
	/** Someone deleted the credential that the node names. */
	readonly credentialIsGone?: boolean;
	/** What n8n's look-up of the credential throws, asked for each request; undefined while it works. */
	readonly credentialError?: () => Error | undefined;
	/** n8n's look-up of the credential, in place of one that finds it at once. */
	readonly readCredential?: () => Promise<ICredentialDataDecryptedObject>;
	/** Of the workflow; without it every server is another workflow. */
	readonly workflowId?: string;
	/** Of the node in the workflow. */
	readonly nodeId?: string;
	/** Of the credential that the node names. */
	readonly credentialId?: string;
}

export interface TriggerServer {
	/** Where a service posts its webhooks. */
	readonly url: string;
	/** The items that each started workflow began with, per output of the trigger. */
	readonly started: INodeExecutionData[][][];
	/** What the trigger wrote into n8n's log. */
	readonly log: string[];
	/** Resolves when so many more webhooks have arrived and wait for the credential. */
	arrivals(count: number): Promise<void>;
	/** The next workflow can't be started, as when n8n's database is gone: n8n answers 500. */
	failToStartNext(): void;
	/** The sender of the next webhook leaves before n8n answers, as when n8n takes longer than it waits. */
	loseNextSender(): void;
	close(): Promise<void>;
}

const trigger = new MessagingTrigger();

/**
 * Messaging Trigger in n8n's own webhook context behind a real HTTP server, which treats requests and
 * answers as n8n does: what n8n reads of a body is read before the node sees it, an answer of 200 unless
 * the node answered itself, and a workflow started wherever the node gives workflow data.
 */
export async function startTrigger(settings: TriggerSettings): Promise<TriggerServer> {
	const started: INodeExecutionData[][][] = [];
	const log: string[] = [];
	const workflowId = settings.workflowId ?? randomUUID();
	let startsNext = true;
	let keepsNextSender = true;
	const awaited: Array<{ count: number; resolve: () => void }> = [];
	const server = Fastify({ forceCloseConnections: true });
	server.removeAllContentTypeParsers();
	server.addContentTypeParser('*', (_request, _payload, done) => {
		done(null);
	});

	server.post('/webhook', async (request, reply) => {
		const refused = await readAsN8n(request.raw);
		if (refused !== undefined) return await reply.status(refused).send({ message: 'Refused by n8n' });
		const context = webhookContext({ ...settings, workflowId }, request, reply);
		const answer = await listeningTo(context, log, async () => {
			const answered = trigger.webhook.call(context);
			// After what the trigger does at once.
			void promisesSettled().then(() => {
				for (const arrivals of awaited) if (--arrivals.count === 0) arrivals.resolve();
			});
			return await answered;
		});
		if (!keepsNextSender) {
			keepsNextSender = true;
			const left = new Promise((resolve) => reply.raw.once('close', resolve));
			request.raw.socket.destroy();
			await left;
		}
		if (answer.workflowData !== undefined && !startsNext) {
			startsNext = true;
			return await reply.status(500).send({ message: 'Workflow could not be started' });
		}
		if (answer.workflowData !== undefined) started.push(answer.workflowData);
		if (answer.noWebhookResponse === true) return reply.hijack();
		return await reply.status(200).send({ message: 'Workflow was started' });
	});

	// A service's question before it registers the URL. n8n hands its query over as Express reads it.
	server.get('/webhook', async (request, reply) => {
		const context = webhookContext({ ...settings, workflowId }, request, reply);
		Object.assign(request.raw, { query: request.query });
		const answer = await listeningTo(context, log, async () => await trigger.webhook.call(context));
		if (answer.workflowData !== undefined) started.push(answer.workflowData);
		return answer.noWebhookResponse === true ? reply.hijack() : await reply.status(200).send({ message: 'Workflow was started' });
	});

	const address = await server.listen({ port: 0, host: '127.0.0.1' });
	return {
		url: `${address}/webhook`,
		started,
		log,
		arrivals: async (count) => await new Promise((resolve) => awaited.push({ count, resolve })),
		failToStartNext() {
			startsNext = false;
		},
		loseNextSender() {
			keepsNextSender = false;
		},
		close: async () => await server.close(),
	};
}

/** Keeps what is written into n8n's log meanwhile. */
export async function listeningTo<T>(
	{ logger }: Pick<IWebhookFunctions, 'logger'>,
	log: string[],
	run: () => Promise<T>,
): Promise<T> {
	const spies = (['info', 'warn', 'error'] as const).map((level) =>
		jest.spyOn(logger, level).mockImplementation((...line) => {
			log.push(JSON.stringify(line));
		}),
	);
	try {
		return await run();
	} finally {
		for (const spy of spies) spy.mockRestore();
	}
}

function webhookContext(
	settings: TriggerSettings,
	request: FastifyRequest,
	reply: FastifyReply,
): IWebhookFunctions {
	const { node, workflow, additionalData } = workflowWith('messagingTrigger', settings);
	workflow.id = settings.workflowId ?? workflow.id;
	node.id = settings.nodeId ?? node.id;
	if (settings.credentialId !== undefined) node.credentials = { messagingApi: { id: settings.credentialId, name: 'Messaging API' } };
	if (settings.credentialIsGone === true) delete node.credentials;
	const credentialError = settings.credentialError?.();
	if (credentialError !== undefined) {
		additionalData.credentialsHelper.getDecrypted = async () => await Promise.reject(credentialError);
	}
	const { readCredential } = settings;
	if (readCredential !== undefined) additionalData.credentialsHelper.getDecrypted = readCredential;
	const withRequest = answering(additionalData, request.raw, reply.raw);
	const context = new WebhookContext(
		workflow,
		node,
		withRequest,
		settings.mode ?? 'webhook',
		webhookData(settings, withRequest, false, request.method === 'GET' ? 'setup' : 'default'),
		[],
		null,
	);
	// The class and the interface disagree only about whether a workflow may be unnamed.
	return context as IWebhookFunctions;
}

/**
 * What n8n hands to a webhook that answers this request. n8n hands over Express's request; our nodes ask for no more
 * than Node's and n8n's own fields.
 */
export function answering(additionalData: IWorkflowExecuteAdditionalData, httpRequest: unknown, httpResponse: unknown) {
	return {
		...additionalData,
		httpRequest: httpRequest as IWorkflowExecuteAdditionalData['httpRequest'],
		httpResponse: httpResponse as IWorkflowExecuteAdditionalData['httpResponse'],
	} as IWorkflowExecuteAdditionalData;
}

/** What n8n knows of the trigger's webhook. */
export function webhookData(
	settings: NodeSettings,
	additionalData: IWorkflowExecuteAdditionalData,
	isTest = false,
	webhook: 'default' | 'setup' = 'default',
): IWebhookData {
	const { node, workflow } = workflowWith('messagingTrigger', settings);
	const webhookDescription = trigger.description.webhooks?.find(({ name }) => name === webhook);
	if (webhookDescription === undefined) throw new Error(`The trigger has no webhook "${webhook}"`);
	return {
		httpMethod: webhook === 'setup' ? 'GET' : 'POST',
		node: node.name,
		path: 'webhook',
		webhookDescription,
		workflowId: workflow.id,
		workflowExecuteAdditionalData: additionalData,
		isTest,
	};
}
