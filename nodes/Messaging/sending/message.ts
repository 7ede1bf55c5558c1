import type { INodeProperties } from 'n8n-workflow';

import type { BinaryFile } from '../request/attachments';
import { messageIdentity, readMessageKey } from '../request/messageKey';
import { readRecipient } from '../request/recipient';
import type { SendRequest } from '../request/requests';
import type { SendResult } from '../request/sendResult';
import { readOrRefuse } from '../n8n/nodeError';
import type { Parameters } from '../n8n/parameters';
import type { Failure } from '../result/failure';
import { err, ok, type Result } from '../result/result';
import { findGap } from '../template/givenText';
import type { Preview } from '../template/preview';
import { hashOf } from '../text/hash';
import { once } from '../text/once';
import type { sendingOptions } from './optionFields';
import { readTimeout } from './options';

/*
 * The words of this folder. A run is the node at work on its input; each iteration of a loop is a run of its own. If
 * n8n's Retry On Fail, or a retry of the failed execution, does the same work once more, that is another try of the
 * run. Every other run that was before is an earlier run. An attempt is one request of a message.
 */

/** What a message says. */
export interface Content {
	readonly request: SendRequest;
	/** What tells it from other contents, if its request has something that is new in each run, such as a link. */
	readonly comparable?: unknown;
	/** The file of its header, which is uploaded first. */
	readonly headerFile?: BinaryFile | undefined;
	/** The service's ID of the template, if its record has one: some services store a header's file below it. */
	readonly templateId?: string | undefined;
	/** Gives the message as a person would read it; undefined for a template whose words are not known. */
	readonly preview: (() => Preview) | undefined;
	/** The Fallback Language, if the message is in it because its item names no language of the template. */
	readonly fallbackLanguage?: string;
	/** Says what the service may refuse of it. Only a dry run asks. */
	readonly warnings?: () => readonly string[];
}

/** What an operation builds a message of. */
export interface Item {
	readonly parameters: Parameters;
	/** The recipient in E.164 form. */
	to(): Result<string, Failure>;
}

/** What an item may say. Each part is read when somebody asks for it, and once; each may be refused. */
export interface Message {
	/** The place of its item in the input. */
	readonly index: number;
	/** The recipient in E.164 form. */
	to(): Result<string, Failure>;
	/** What its Message Key makes of it, the same in every run; undefined without a key. */
	identity(): Result<string | undefined, Failure>;
	content(): Promise<Result<Content, Failure>>;
	/** A hash that differs between different contents. */
	fingerprint(): Promise<Result<string, Failure>>;
	/** How long each attempt may take, in milliseconds. */
	timeout(): Result<number, Failure>;
	/** Until when it may start, in milliseconds since 1970; Infinity is no limit. */
	readonly notAfter: number;
}

/** What leaves. All of it was read, and nothing of it is refused any more. */
export interface Ready extends Content {
	readonly index: number;
	/** What its Message Key makes of it, and the hash of what the item says: an uploaded file has another ID in each run. */
	readonly keyed: { readonly identity: string; readonly fingerprint: string } | undefined;
	/** Headers of its request, besides those that all requests have. */
	readonly headers: Readonly<Record<string, string>>;
	readonly timeout: number;
	readonly notAfter: number;
}

/** Gives what became of a message; undefined if it was not started, because the run was stopped. Never throws. */
export type Send<M> = (message: M) => Promise<SendResult | undefined>;

/**
 * One promise about messages. It is kept around whatever sends them. A link knows either what an item may say or what
 * leaves: in the other half of the chain it does not compile.
 */
export type Link<M> = (next: Send<M>) => Send<M>;

/** An option that decides whether a message may start. */
export interface Condition {
	/** Reads what it says for an item, or says what is wrong with it. */
	read(message: Message): Result<unknown, Failure>;
	/** Keeps to it. */
	readonly link: Link<Message>;
}

/** Puts links around `last`, the first one outermost. Those that a run does not need are undefined. */
export const chain = <M>(links: ReadonlyArray<Link<M> | undefined>, last: Send<M>): Send<M> =>
	links.reduceRight((next, link) => link?.(next) ?? next, last);

/** The message of an item as it enters the chain. The base URL is part of its identity. */
export function openMessage(parameters: Parameters, build: (item: Item) => ReturnType<Message['content']>, baseUrl: string): Message {
	const to = once(() => readOrRefuse(() => readTo(parameters)));
	const content = once(async () => await readOrRefuse(async () => await build({ parameters, to })));
	return {
		index: parameters.itemIndex,
		to,
		identity: once(() => readOrRefuse(() => readMessageIdentity(parameters, to, baseUrl))),
		content,
		fingerprint: once(async () => {
			const built = await content();
			if (!built.ok) return built;
			const { request, comparable = request, headerFile } = built.value;
			const file = (await headerFile?.fingerprint()) ?? ok(null);
			return file.ok ? readOrRefuse(() => ok(hashOf('hex', comparable, file.value))) : file;
		}),
		timeout: () => readTimeout(parameters),
		notAfter: Infinity,
	};
}

/**
 * The recipient. It stands below everything that the editor loads lists and fields for: n8n asks for none while an
 * expression above, such as this one mostly is, can't be evaluated.
 */
export const toField = {
	displayName: 'To',
	name: 'to',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. +1 201 555 0123',
	description: 'The phone number of the recipient, with country code. Spaces, dashes and brackets are removed.',
	builderHint: { propertyHint: 'One number, like +12015550123. If a model or a text from outside gives it, set options.allowedRecipients' },
} as const satisfies INodeProperties;

/** Reads the recipient. Where the plus sign is fixed text, the number behind it is composed, and without one of its parts it is a stranger's. */
function readTo(parameters: Parameters<typeof toField | typeof sendingOptions>): Result<string, Failure> {
	const given = parameters.inParts('to');
	const { value, parts } = given;
	const isComposed = parts.length > 1 && !parts.some((part) => String(part.value).includes('+'));
	const gap = isComposed ? findGap('To', given, 'refused') : undefined;
	return gap === undefined ? readRecipient(value, parameters.field('options', 'defaultCountry')) : err(gap);
}

/** Whether the user added a Message Key, also an empty one. */
export const hasMessageKey = (parameters: Parameters): boolean => parameters.hasField('options', 'messageKey');

/**
 * Reads what identifies a message: its key, recipient and account. An option that was added and is empty is refused;
 * only one that was not added means that the message has no key.
 * @throws what n8n throws if an expression fails
 */
function readMessageIdentity(parameters: Parameters, to: Message['to'], baseUrl: string): Result<string | undefined, Failure> {
	if (!hasMessageKey(parameters)) return ok(undefined);
	const { value, parts } = parameters.parts('options', 'messageKey');
	const key = readMessageKey(value, parts);
	if (!key.ok) return key;
	const recipient = to();
	return recipient.ok ? ok(messageIdentity(key.value, recipient.value, baseUrl)) : recipient;
}
