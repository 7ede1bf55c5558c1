import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { parse, stringify } from 'flatted';
import { WebhookContext, WorkflowExecute } from 'n8n-core';
import type {
	IDataObject,
	INodeExecutionData,
	INodeParameters,
	IRun,
	IRunExecutionData,
	IWebhookFunctions,
} from 'n8n-workflow';

import { Messaging } from '../../nodes/Messaging/Messaging.node.ts';
import { answering, listeningTo } from './webhook';
import { workflowWith, type NodeSettings } from './engine';
import { sendingNumber } from './messages';

/** A question as the editor saves it. */
export const questionParameters = (changes: INodeParameters = {}): INodeParameters => ({
	resource: 'message',
	operation: 'sendAndWait',
	phoneNumberId: sendingNumber,
	to: '+1 (201) 555-0123',
	sendAs: 'text',
	message: 'May I?',
	responseType: 'approval',
	approvalOptions: { values: { approvalType: 'double' } },
	options: { limitWaitTime: { values: { limitType: 'afterTimeInterval', resumeAmount: 45, resumeUnit: 'minutes' } } },
	...changes,
});

/** What n8n has saved of an execution that waits. */
export const savedOf = (run: IRun): IRunExecutionData => parse(stringify(run.data)) as IRunExecutionData;

/** What a click on a link gave. */
interface Click {
	readonly status: number;
	readonly headers: Headers;
	readonly page: string;
	/** What the workflow would go on with; undefined if it waits on. */
	readonly workflowData: INodeExecutionData[][] | undefined;
}

export interface LinkServer {
	/** Clicks a link while the execution `saved` waits. */
	click(link: string, saved: IRunExecutionData, init?: RequestInit): Promise<Click>;
	/** Makes the next click fail: n8n does not know its execution. */
	breakNext(): void;
	/** What the node wrote into n8n's log. */
	readonly log: string[];
	close(): Promise<void>;
}

const node = new Messaging();

/** The node's links behind a real HTTP server, which hands requests to the node as n8n does once it has checked the signature. */
export async function startLinks(settings: () => NodeSettings): Promise<LinkServer> {
	let waiting: IRunExecutionData | undefined;
	let breaks = false;
	let started: INodeExecutionData[][] | undefined;
	const log: string[] = [];
	const server = Fastify({ forceCloseConnections: true });
	server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => done(null, readForm(String(body))));
	server.addContentTypeParser('*', (_request, _payload, done) => done(null));
	server.all('/webhook-waiting/*', async (request, reply) => {
		const context = contextOf(settings(), waiting, request, reply, breaks);
		breaks = false;
		const answer = await listeningTo(context, log, async () => await node.webhook.call(context));
		started = answer.workflowData;
		reply.hijack();
		if (answer.noWebhookResponse !== true) reply.raw.end(answer.webhookResponse);
	});
	const url = await server.listen({ port: 0, host: '127.0.0.1' });
	return {
		log,
		breakNext() {
			breaks = true;
		},
		async click(link, saved, init) {
			waiting = saved;
			started = undefined;
			const { pathname, search } = new URL(link);
			const response = await fetch(`${url}${pathname}${search}`, init);
			return { status: response.status, headers: response.headers, page: await response.text(), workflowData: started };
		},
		close: async () => await server.close(),
	};
}

function contextOf(
	settings: NodeSettings,
	saved: IRunExecutionData | undefined,
	request: FastifyRequest,
	reply: FastifyReply,
	breaks: boolean,
): IWebhookFunctions {
	const { node: itself, workflow, additionalData } = workflowWith('messaging', settings);
	if (breaks) delete additionalData.executionId;
	const [webhookDescription] = node.description.webhooks ?? [];
	if (webhookDescription === undefined) throw new Error('The node has webhooks');
	const body: unknown = request.body ?? undefined;
	const withRequest = answering(additionalData, Object.assign(request.raw, { body }), reply.raw);
	const webhook = {
		httpMethod: 'POST' as const,
		node: itself.name,
		path: itself.id,
		webhookDescription,
		workflowId: workflow.id,
		workflowExecuteAdditionalData: withRequest,
	};
	return new WebhookContext(workflow, itself, withRequest, 'webhook', webhook, [], saved ?? null) as IWebhookFunctions;
}

/** As n8n reads forms: what comes twice is a list. */
function readForm(body: string): IDataObject {
	const form: Record<string, string | string[]> = {};
	for (const name of new Set(new URLSearchParams(body).keys())) {
		const values = new URLSearchParams(body).getAll(name);
		form[name] = values.length === 1 ? String(values[0]) : values;
	}
	return form;
}

export const form = (fields: Record<string, string>): RequestInit => ({ method: 'POST', body: new URLSearchParams(fields) });

/** Goes on with an execution as n8n does: with what the webhook gave, or, without it, since the time is over. */
export async function resumeExecution(settings: NodeSettings, saved: IRunExecutionData, workflowData?: INodeExecutionData[][]): Promise<IRun> {
	const { workflow, additionalData } = workflowWith('messaging', settings);
	const [entry] = saved.executionData?.nodeExecutionStack ?? [];
	if (workflowData !== undefined && entry !== undefined) {
		delete saved.waitTill;
		// The object that other queued runs of the node have too.
		entry.node.disabled = true;
		saved.resultData.runData.messaging?.pop();
		entry.data.main = workflowData;
		entry.metadata = { ...entry.metadata, forwardAllOutputs: true };
	}
	return await new WorkflowExecute(additionalData, 'manual', saved).processRunExecutionData(workflow);
}

/** The link in the text of a message. */
export function linkIn(body: unknown): string {
	const [link] = /http\S+/.exec(String(Reflect.get(Object(body), 'text'))) ?? [];
	if (link === undefined) throw new Error('The message has no link');
	return link;
}
