import { changeCredential, createCredential } from '../n8n/credentials.mts';
import type { Say } from '../n8n/progress.mts';
import { N8nRefusal, Session } from '../n8n/session.mts';
import { createWorkflow, hasWorkflow, publishWorkflow, withCredential, type WorkflowFile } from '../n8n/workflows.mts';
import { saveState, type State } from './dataFolder.mts';
import type { ServiceName } from '../../sandbox/forms/serviceName.ts';
import { withInboxAddress, type Examples } from './examples.mts';
import { services } from './services.mts';

export const credentialName = 'Messaging sandbox';
const credentialType = 'messagingApi';

/** Where the sandbox is, which service it plays, and what it knows n8n by. */
interface Service {
	name: ServiceName;
	apiUrl: string;
	inboxUrl: string;
	apiKey: string;
}

/**
 * Gives a running n8n what a newcomer needs: its owner, the credential, the examples and the night. Of these the status
 * workflow and the night are published. What an earlier start has done isn't done again, so that a person's edits stay; only the
 * credential follows the sandbox when its address changed or it plays another service.
 * @returns the owner's session; undefined when a person has changed the password, and nothing is prepared then
 */
export async function prepareN8n(
	n8nUrl: string,
	state: State,
	service: Service,
	examples: Examples,
	night: WorkflowFile,
	say: Say,
): Promise<Session | undefined> {
	const session = await signInOrSetUp(n8nUrl, state);
	if (!session) {
		say('n8n has another password than the one of its first start: its credential and workflows are left alone.');
		return undefined;
	}
	const credentialId = await followService(session, state, service, say);
	const take = (workflow: WorkflowFile) => importWorkflow(session, withInboxAddress(workflow, service.inboxUrl), credentialId);
	for (const workflow of [...examples.more, examples.sendTemplate]) {
		await once(state, workflow, () => take(workflow));
	}
	for (const workflow of [examples.deliveryStatus, night]) {
		await once(state, workflow, async () => {
			await take(workflow);
			await publishWorkflow(session, workflow.id);
		});
	}
	state.examples ??= examples.fingerprint;
	await saveState(state);
	if (state.examples !== examples.fingerprint) {
		say('The examples of this version are newer than those in your n8n; "npm start -- --reset" brings them.');
	}
	return session;
}

async function signInOrSetUp(url: string, state: State): Promise<Session | undefined> {
	try {
		return await Session.signIn(url, state);
	} catch (cause) {
		if (!(cause instanceof N8nRefusal && cause.status === 401)) throw cause;
	}
	try {
		return await Session.setUp(url, state);
	} catch (cause) {
		if (cause instanceof N8nRefusal && cause.status === 400) return undefined;
		throw cause;
	}
}

async function followService(session: Session, state: State, service: Service, say: Say): Promise<string> {
	const { name, apiUrl: baseUrl, apiKey } = service;
	const data = { baseUrl, apiKey, ...services[name].credential(state) };
	if (state.credentialId === undefined) {
		state.credentialId = await createCredential(session, { name: credentialName, type: credentialType, data });
		state.service = name;
		await saveState(state);
		return state.credentialId;
	}
	try {
		await changeCredential(session, state.credentialId, state.service === name ? { baseUrl } : data);
		state.service = name;
	} catch (cause) {
		if (!(cause instanceof N8nRefusal && cause.status === 404)) throw cause;
		say(`The credential "${credentialName}" was deleted; "npm start -- --reset" makes a new one.`);
	}
	return state.credentialId;
}

/** Does for a workflow what only the first start does, and remembers when it is whole. */
async function once(state: State, workflow: WorkflowFile, work: () => Promise<void>): Promise<void> {
	if (state.imported.includes(workflow.id)) return;
	await work();
	state.imported.push(workflow.id);
	await saveState(state);
}

async function importWorkflow(session: Session, workflow: WorkflowFile, credentialId: string): Promise<void> {
	// It is there when the start before this one was stopped in between.
	if (await hasWorkflow(session, workflow.id)) return;
	const credential = { id: credentialId, name: credentialName };
	await createWorkflow(session, withCredential(workflow, credentialType, credential));
}
