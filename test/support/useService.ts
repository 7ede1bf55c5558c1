import type { ICredentialDataDecryptedObject, IDataObject, INodeExecutionData, INodeParameters, IRun } from 'n8n-workflow';

import { editorContext, outputOf, runMessaging, type NodeSettings } from './engine';
import { errorOf, recipients } from './messages';
import { accepting, startService, type ReceivedRequest, type ScriptedAnswer, type ScriptedService } from './service';

/** Whom a message is sent to unless a test says otherwise. */
export const to = '+12015550123';

type Answering = (request: ReceivedRequest, text: string) => ScriptedAnswer | Promise<ScriptedAnswer> | undefined;

const textIn = ({ body }: ReceivedRequest): unknown => Reflect.get(Object(body), 'text');

/** A service that answers as a test says, and the node that works with it. */
class ServiceInTest {
	/** What the service answers, to a text for example; undefined for what one does that accepts everything. */
	answer: Answering = () => undefined;

	private started: ScriptedService | undefined;
	private isUp = false;

	async open(): Promise<void> {
		this.answer = () => undefined;
		this.isUp = true;
		this.started = await startService(async (request) => (await this.answer(request, String(textIn(request)))) ?? accepting(request));
	}

	/** From now on nobody listens. */
	async close(): Promise<void> {
		if (this.isUp) await this.started?.close();
		this.isUp = false;
	}

	private get service(): ScriptedService {
		if (this.started === undefined) throw new Error('only within a test');
		return this.started;
	}

	get url(): string {
		return this.service.url;
	}

	/** In the order of arrival. */
	get requests(): ReceivedRequest[] {
		return this.service.requests;
	}

	/** The requests that sent or uploaded something. */
	get posts(): ReceivedRequest[] {
		return this.requests.filter(({ method }) => method === 'POST');
	}

	/** The texts that arrived, in their order. */
	get sent(): unknown[] {
		return this.requests.map(textIn);
	}

	/** The service lists these templates. */
	lists(...templates: object[]): void {
		this.answer = ({ method }) => (method === 'GET' ? { body: { data: templates } } : undefined);
	}

	credential(changes: ICredentialDataDecryptedObject = {}): ICredentialDataDecryptedObject {
		return { baseUrl: this.url, apiKey: 'key-123', ...changes };
	}

	/** With On Error = continue. */
	settings(parameters: INodeParameters, changes: Partial<NodeSettings> = {}): NodeSettings {
		return { credential: this.credential(), parameters, onError: 'continueRegularOutput', ...changes };
	}

	/** Runs the node, for one recipient unless there are other items. */
	async run(parameters: INodeParameters, items: INodeExecutionData[] = recipients(to), changes: Partial<NodeSettings> = {}): Promise<IRun> {
		return await runMessaging(this.settings(parameters, changes), items);
	}

	/** What the node gives for each item. */
	async output(...given: Parameters<ServiceInTest['run']>): Promise<IDataObject[]> {
		return jsonOf(await this.run(...given));
	}

	/** What the node says of the first item, which fails. */
	async failing(...given: Parameters<ServiceInTest['run']>): Promise<IDataObject> {
		return errorOf(outputOf(await this.run(...given))[0]);
	}

	/** Runs the node with On Error = stop. */
	async stopping(parameters: INodeParameters, items?: INodeExecutionData[]): Promise<IRun> {
		return await this.run(parameters, items, { onError: 'stopWorkflow' });
	}

	/** What the editor hands to a list of the node. */
	editor(parameters: INodeParameters, credential: ICredentialDataDecryptedObject = {}) {
		return editorContext({ credential: this.credential(credential), parameters });
	}
}

export const jsonOf = (run: IRun): IDataObject[] => outputOf(run).map(({ json }) => json);

export const hintsOf = (run: IRun) => run.data.resultData.runData.messaging?.at(-1)?.hints ?? [];

/** What became of each item: its category if it failed, `valid` in a dry run, or `sent`. */
export const endsOf = (run: IRun): unknown[] =>
	outputOf(run).map((item) => ('error' in item.json ? errorOf(item).category : item.json.valid === true ? 'valid' : 'sent'));

/** One such service for each test of a file. */
export function useService(): ServiceInTest {
	const service = new ServiceInTest();
	beforeEach(async () => await service.open());
	afterEach(async () => await service.close());
	return service;
}
