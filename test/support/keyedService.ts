import type { INodeExecutionData, INodeParameters, IRun } from 'n8n-workflow';

import { hashOf } from '../../nodes/Messaging/text/hash';
import type { NodeSettings } from './engine';
import { textParameters } from './messages';
import { useProcessedData } from './processedData';
import { hintsOf, to, useService } from './useService';

/** What the node says of a message that an earlier run has sent. */
export const before = { success: true, message_id: null, to, duplicate: true };

/** One input item for each text, which is also its key unless another is given. */
export const items = (...texts: Array<string | readonly [text: string, key: unknown]>): INodeExecutionData[] =>
	texts.map((given) => {
		const [text, key] = typeof given === 'string' ? [given, given] : given;
		return { json: { to, text, key: key as string } };
	});

/** The same, each key to another person: messages to the same one wait for each other. */
export const apart = (given: readonly INodeExecutionData[]): INodeExecutionData[] =>
	given.map(({ json }) => ({ json: { ...json, to: `+1201${5_550_000 + (parseInt(hashOf('hex', json.key).slice(0, 8), 16) % 9_000)}` } }));

/** So many different texts. */
export const manyTexts = (count: number): string[] => Array.from({ length: count }, (_, index) => `m${index}`);

export const hintOf = (run: IRun) => hintsOf(run)[0]?.message;

/** A service that gets messages with a Message Key, and n8n's memory of them: before each test, nothing was sent and nothing is remembered. */
export function useKeyedService() {
	const service = useService();
	const memory = useProcessedData();
	/** A node that sends each item's text under its key. */
	const keyed = (options: INodeParameters = {}, changes: Partial<NodeSettings> = {}): NodeSettings =>
		service.settings(textParameters({ text: '={{ $json.text }}', options: { messageKey: '={{ $json.key }}', ...options } }), changes);
	return Object.assign(service, { memory, keyed });
}
