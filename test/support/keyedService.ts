import type { INodeExecutionData, INodeParameters, IRun } from 'n8n-workflow';

import { outputOf, type NodeSettings } from './engine';
import { textParameters } from './messages';
import { ProcessedData } from './processedData';
import { accepting, startService, type ReceivedRequest, type ScriptedAnswer, type ScriptedService } from './service';

export const to = '+12015550123';

/** What the node says of a message that an earlier run has sent. */
export const before = { success: true, message_id: null, to, duplicate: true };

/** One input item for each text, which is also its key unless another is given. */
export const items = (...texts: Array<string | readonly [text: string, key: unknown]>): INodeExecutionData[] =>
	texts.map((given) => {
		const [text, key] = typeof given === 'string' ? [given, given] : given;
		return { json: { to, text, key: key as string } };
	});

/** So many different texts. */
export const manyTexts = (count: number): string[] => Array.from({ length: count }, (_, index) => `m${index}`);

export const jsonOf = (run: IRun) => outputOf(run).map(({ json }) => json);
export const hintOf = (run: IRun) => run.data.resultData.runData.messaging?.at(-1)?.hints?.[0]?.message;

type Answering = (request: ReceivedRequest, text: string) => ScriptedAnswer | Promise<ScriptedAnswer> | undefined;

/** A service that gets messages with a Message Key, and n8n's memory of them. */
class KeyedService {
	readonly memory = new ProcessedData();
	/** What the service answers to a text; undefined if it accepts. */
	answer: Answering = () => undefined;

	private started: ScriptedService | undefined;

	async open(): Promise<void> {
		this.started = await startService(
			async (request) => (await this.answer(request, String(Reflect.get(Object(request.body), 'text')))) ?? accepting(request),
		);
		await this.memory.install();
	}

	private get service(): ScriptedService {
		if (this.started === undefined) throw new Error('only within a test');
		return this.started;
	}

	/** Nothing was sent, nothing is remembered, and all is accepted. */
	clear(): void {
		this.memory.clear();
		this.service.requests.splice(0);
		this.answer = () => undefined;
	}

	async close(): Promise<void> {
		await this.service.close();
	}

	/** In the order of arrival. */
	get requests(): readonly ReceivedRequest[] {
		return this.service.requests;
	}

	get url(): string {
		return this.service.url;
	}

	/** The texts that arrived, in their order. */
	get sent(): unknown[] {
		return this.requests.map(({ body }) => Reflect.get(Object(body), 'text'));
	}

	/** A node that sends each item's text under its key. */
	settings(options: INodeParameters = {}, changes: Partial<NodeSettings> = {}): NodeSettings {
		return {
			credential: { baseUrl: this.url, apiKey: 'key-123' },
			parameters: textParameters({ text: '={{ $json.text }}', options: { messageKey: '={{ $json.key }}', ...options } }),
			onError: 'continueRegularOutput',
			...changes,
		};
	}
}

/** One such service for all tests of a file; before each of them it forgets what was sent. */
export function useKeyedService(): KeyedService {
	const messages = new KeyedService();
	beforeAll(async () => await messages.open());
	beforeEach(() => messages.clear());
	afterAll(async () => await messages.close());
	return messages;
}
