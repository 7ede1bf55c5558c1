import { HookContext } from 'n8n-core';
import type { IDataObject, IHookFunctions, WorkflowActivateMode } from 'n8n-workflow';

import { MessagingTrigger } from '../../nodes/Messaging/MessagingTrigger.node';
import { workflowWith, type NodeSettings } from './engine';
import { listeningTo, webhookData } from './webhook';

const methods = new MessagingTrigger().webhookMethods.default;

export interface PublishingSettings extends NodeSettings {
	/** Where n8n can be reached, as its WEBHOOK_URL says; `https://n8n.example.com` by default. */
	readonly publicUrl?: string;
}

/** A workflow with the trigger as n8n publishes it, with what n8n keeps of it between its steps. */
interface PublishedWorkflow {
	/** What the trigger wrote into n8n's log. */
	readonly log: string[];
	/** Throws what keeps the trigger from being published. */
	publish(changes?: Partial<PublishingSettings>): Promise<void>;
	/** As n8n does when it starts with a published workflow. */
	restart(changes?: Partial<PublishingSettings>): Promise<void>;
	unpublish(): Promise<boolean>;
	/** n8n keeps nothing of a workflow whose id has more than 21 characters. */
	loseStaticData(): void;
	/** The editor's 'Listen for test event', and what ends it. */
	listen(): Promise<() => Promise<boolean>>;
}

/**
 * Calls the trigger's lifecycle methods in n8n's own context and in n8n's order: look, create if
 * there is nothing, delete after a try that failed. A test has static data of its own.
 */
export function workflowToPublish(given: PublishingSettings): PublishedWorkflow {
	const log: string[] = [];
	let stored: IDataObject = {};
	let settings = given;

	async function call(method: keyof typeof methods, staticData: IDataObject, activation: WorkflowActivateMode, isTest: boolean) {
		const { node, workflow, additionalData } = workflowWith('messagingTrigger', settings);
		const url = settings.publicUrl ?? 'https://n8n.example.com';
		additionalData.webhookBaseUrl = `${url}/webhook`;
		additionalData.webhookTestBaseUrl = `${url}/webhook-test`;
		node.webhookId = 'webhook-1';
		workflow.staticData = staticData;
		const data = webhookData(settings, additionalData, isTest);
		const context = new HookContext(workflow, node, additionalData, 'trigger', activation, data) as IHookFunctions;
		return await listeningTo(context, log, async () => await methods[method].call(context));
	}

	async function activate(staticData: IDataObject, activation: WorkflowActivateMode, isTest: boolean) {
		let isListening = false;
		try {
			const exists = await call('checkExists', staticData, activation, isTest);
			isListening = exists || (await call('create', staticData, activation, isTest));
		} finally {
			if (!isListening) {
				await call('delete', staticData, 'update', isTest).catch((second: unknown) => log.push(String(second)));
			}
		}
	}

	return {
		log,
		async publish(changes = {}) {
			settings = { ...settings, ...changes };
			await activate(stored, 'activate', false);
		},
		async restart(changes = {}) {
			settings = { ...settings, ...changes };
			await activate(stored, 'init', false);
		},
		unpublish: async () => await call('delete', stored, 'update', false),
		loseStaticData() {
			stored = {};
		},
		async listen() {
			const ofTest: IDataObject = {};
			await activate(ofTest, 'manual', true);
			return async () => await call('delete', ofTest, 'update', true);
		},
	};
}
