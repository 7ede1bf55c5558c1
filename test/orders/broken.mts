import type { IExecuteFunctions } from 'n8n-workflow';
import type { Failure } from '../../nodes/Messaging/result/failure.ts';
import { err, ok, type Result } from '../../nodes/Messaging/result/result.ts';
import { notSent, type SendResult } from '../../nodes/Messaging/request/sendResult.ts';
import { openKeyRows, type KeyRows, type RowState } from '../../nodes/Messaging/n8n/keyRows.ts';
import { type NodeRows, openNodeRows } from '../../nodes/Messaging/n8n/nodeRows.ts';
import { openParameters } from '../../nodes/Messaging/n8n/parameters.ts';
import { oncePerKey, type OncePerKey } from '../../nodes/Messaging/sending/links/oncePerKey.ts';
import { build } from '../../nodes/Messaging/sending/links/build.ts';
import { chain, openMessage } from '../../nodes/Messaging/sending/message.ts';
import { within } from '../../nodes/Messaging/service/deadline.ts';
import { isObject } from '../../nodes/Messaging/text/json.ts';
import { executeContext } from '../support/engine.ts';
import { sendingNumberId, textParameters } from '../support/messages.ts';
import { installDeduplicator } from '../support/processedData.ts';
import { credential, identity, messageKey, to } from './node.mts';
import type { Answer, Result as Said, Subject } from './steps.mts';

/*
 * Protocols that look right and are not. Each is the real one but for one change, between the real links. What is tried
 * in all orders has to find each, or it would not find the next one.
 */

/** What a protocol is made of. */
interface Parts {
	readonly right: KeyRows;
	readonly rows: NodeRows;
	/** Removes entries from a row, as n8n's helper does. */
	readonly remove: (name: string, entries: readonly string[]) => Promise<void>;
}

export interface Protocol {
	readonly name: string;
	/** What it does wrong, as the explorer says. */
	readonly breaks: RegExp;
	/** The rows, if they are what is changed. */
	rows?(parts: Parts): Partial<KeyRows>;
	/** The links, if they are. */
	links?(parts: Parts): Partial<Pick<OncePerKey, 'look' | 'claim'>>;
	/** Makes up for what was left open at the end. */
	close?(parts: Parts, sent: SendResult | undefined): Promise<unknown>;
}

const service: Failure = { category: 'service', message: 'No answer', description: '' };

/** As often as it takes, three times at most. What does not answer has failed. */
async function again<T>(work: () => Promise<T>): Promise<Result<T, Failure>> {
	for (let times = 0; times < 3; times++) {
		const done = await within(30_000, undefined, work).then(ok, () => undefined);
		if (done !== undefined) return done;
	}
	return err(service);
}

/** The real look and claim, with another way to read a row. */
const readBy = (rows: NodeRows, read: (name: string, content?: string) => Promise<RowState>): Pick<KeyRows, 'look' | 'claim'> => ({
	look: (name, content) => again(async () => await read(name, typeof content === 'function' ? await content() : content)),
	claim: (name, content) =>
		again(async () => {
			if (await rows.make(name, 'claimed')) return 'none';
			const state = await read(name, content);
			return state === 'none' ? 'unsettled' : state;
		}),
});

const contentRow = (name: string, content: string): string => `${name} ${content}`;

const stateOf = (size: number): RowState => (size === 0 ? 'none' : size === 1 ? 'unsettled' : 'accepted');

/** Or free to leave again. */
const twice = /^two messages were accepted under one key|^a message was accepted, and its key is free/;

export const protocols: readonly Protocol[] = [
	{
		name: 'no claim: what was not there when it was looked for is sent',
		breaks: twice,
		rows: () => ({ claim: () => Promise.resolve(ok('none' as const)) }),
	},
	{
		name: 'a claim by reading and then writing',
		breaks: twice,
		rows: ({ rows }) => ({
			claim: (name) =>
				again(async (): Promise<RowState> => {
					const state = stateOf(await rows.size(name));
					if (state === 'none') await rows.add(name, ['claimed']);
					return state;
				}),
		}),
	},
	{
		name: 'a claim that takes a row of one entry for its own, since its answer may have been lost',
		breaks: twice,
		rows: ({ rows }) => ({
			claim: (name) => again(async (): Promise<RowState> => ((await rows.make(name, 'claimed')) || (await rows.size(name)) === 1 ? 'none' : 'accepted')),
		}),
	},
	{
		name: 'a claim that takes over what is unsettled',
		breaks: twice,
		rows: ({ right, rows }) => ({
			async look(name, content) {
				const state = await right.look(name, content);
				if (!state.ok || state.value !== 'unsettled') return state;
				const removed = await again(async () => await rows.clear(name));
				return removed.ok ? ok('none') : removed;
			},
		}),
	},
	{
		name: 'a claim after the message has left',
		breaks: twice,
		links: ({ right }) => ({
			claim: (next) => async (message) => {
				const sent = await next(message);
				if (sent?.outcome === 'accepted' && message.keyed !== undefined) await right.claim(identity, message.keyed.fingerprint);
				return sent;
			},
		}),
	},
	{
		name: 'a removal that is repeated until it is answered',
		breaks: twice,
		rows: ({ rows }) => ({ release: (name) => again(async () => await rows.clear(name)) }),
	},
	{
		name: 'a removal that is repeated at the end of the run',
		breaks: twice,
		close: async ({ rows }, sent) => (sent?.outcome === 'rejected' ? await again(async () => ((await rows.size(identity)) === 1 ? await rows.clear(identity) : true)) : undefined),
	},
	{
		name: 'a removal of what may have been sent',
		breaks: twice,
		close: async ({ rows }, sent) => (sent?.outcome === 'unknown' && sent.sentBy === undefined ? await again(async () => await rows.clear(identity)) : undefined),
	},
	{
		name: 'accepted before it is sent',
		breaks: /^a message is called a duplicate that was never sent/,
		rows: ({ right }) => ({
			async claim(name, content) {
				const claimed = await right.claim(name, content);
				if (claimed.ok && claimed.value === 'none') await right.accept(name, content);
				return claimed;
			},
		}),
	},
	{
		name: 'an acceptance that is not repeated',
		breaks: /^a row stays unsettled although its owner lives/,
		rows({ rows }) {
			const read = async (name: string, content = ''): Promise<RowState> => {
				const state = stateOf(await rows.size(name));
				return state !== 'accepted' || (await rows.size(contentRow(name, content))) > 0 ? state : 'other content';
			};
			return {
				...readBy(rows, read),
				async accept(name, content) {
					const write = async () => (await rows.make(contentRow(name, content), 'claimed')) && (await rows.add(name, ['claimed', 'accepted']));
					return ok(await within(30_000, undefined, write).catch(() => undefined));
				},
			};
		},
	},
	{
		name: 'an acceptance without its content',
		breaks: /a message is called a duplicate that was never sent/,
		rows: ({ rows }) => ({
			look: (name) => again(async () => stateOf(await rows.size(name))),
			accept: (name) => again(async () => await rows.add(name, ['claimed', 'accepted'])),
		}),
	},
	{
		name: 'an acceptance whose content comes after it',
		breaks: /a message that was sent is taken for another one/,
		rows: ({ right, rows }) => ({
			async accept(name, content) {
				const added = await again(async () => await rows.add(name, ['claimed', 'accepted']));
				return added.ok ? await right.accept(name, content) : added;
			},
		}),
	},
	{
		name: 'a comparison that adds the content and removes it again',
		breaks: /a message is called a duplicate that was never sent/,
		rows({ rows, remove }) {
			const compare = async (name: string, content = ''): Promise<RowState> => {
				const size = await rows.size(name);
				if (size < 3) return stateOf(size);
				await rows.add(name, [content]);
				if ((await rows.size(name)) === size) return 'accepted';
				await remove(name, [content]);
				return 'other content';
			};
			return {
				...readBy(rows, compare),
				accept: (name, content) => again(async () => await rows.add(name, ['claimed', 'accepted', content])),
			};
		},
	},
];

/** The real protocol between the same links, so that what is found is the change. */
export const unchanged: Protocol = { name: 'none', breaks: /(?!)/ };

/** A message between the links of a protocol. */
export const subjectOf = (protocol: Protocol): Subject => ({
	async run(content, database, post) {
		await installDeduplicator(database);
		const context = executeContext({ credential, parameters: textParameters({ to, options: { messageKey } }) });
		const [right, rows] = [openKeyRows(context, new AbortController().signal), openNodeRows(context)];
		if (!right.ok || rows === undefined) throw new Error('n8n offers no rows');
		const parts = { right: right.value, rows, remove: removalFrom(context) };
		const keys = oncePerKey({ ...right.value, ...protocol.rows?.(parts) });
		const request = { kind: 'text', body: { to, phone_number_id: sendingNumberId, text: content } } as const;
		const message = openMessage(openParameters(context)(0), () => Promise.resolve(ok({ request, preview: undefined })), credential.baseUrl);
		const { look, claim } = { ...keys, ...protocol.links?.(parts) };
		const last = async () => sentAs(await within(30_000, undefined, async () => await post(content)).catch((): Answer => 'reset'));
		const sent = await chain([look], build(new AbortController().signal)(chain([claim], last)))(message);
		await protocol.close?.(parts, sent);
		const left = await keys.close();
		return { result: saidOf(sent), saysUnsettled: left > 0 };
	},
});

const removalFrom = (context: IExecuteFunctions) => async (name: string, entries: readonly string[]) => {
	const node: unknown = Reflect.get(context, 'node');
	const { id } = context.getNode();
	if (!isObject(node)) throw new Error('The context holds no node');
	Reflect.set(node, 'id', `${id}:${name}`);
	const removed = context.helpers.removeProcessed([...entries], 'node', { mode: 'entries' });
	Reflect.set(node, 'id', id);
	await removed;
};

function sentAs(answer: Answer): SendResult {
	if (answer === 'accepted') return { outcome: 'accepted', response: { success: true } };
	if (answer === 'unreached') return notSent(service);
	return { outcome: answer === 'refused' ? 'rejected' : 'unknown', failure: service };
}

function saidOf(sent: SendResult | undefined): Said {
	if (sent?.outcome === 'accepted') return sent.sentBy === 'earlier run' ? 'duplicate' : 'accepted';
	if (sent?.outcome === 'not_sent') return sent.failure.category === 'invalid-input' ? 'other content' : 'not sent';
	return sent?.outcome ?? 'not sent';
}
