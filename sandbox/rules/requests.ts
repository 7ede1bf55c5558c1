import type { ZodType } from 'zod';

import { isObject } from '../../nodes/Messaging/text/json';
import { mediaSendRequest, templateSendRequest, textSendRequest, type TextSendRequest } from '../../nodes/Messaging/request/requests';
import { err, ok, type Result } from '../../nodes/Messaging/result/result';
import type { Sandbox } from '../parts/sandbox';
import { entryId, type Entry, type Request } from '../state/message';
import { describeIssues, refusals, type Refusal } from '../forms/refusal';
import { checkHeaderMedia } from './headerMedia';
import { checkMedia } from './media';
import { checkTemplate, checkValues } from './template';
import { checkWindow } from './window';

/** Reads and checks the body of a send request against everything the service knows. */
type Check = (body: unknown, sandbox: Sandbox) => Result<Request, Refusal>;

/** Every kind of message with its rules, in the order in which they are looked at. */
export const checks: Readonly<Record<Request['kind'], Check>> = {
	template(given, sandbox) {
		if (isObject(given) && given.media_url !== undefined && given.media_id !== undefined) {
			return err(refusals.twoMedia('Give one of the two, or neither for the default media.'));
		}
		const read = parse(templateSendRequest, given);
		if (!read.ok) return read;
		const body = read.value;
		const { template_name: name, language_code: language } = body;
		const template = sandbox.catalogue.template(body.phone_number_id, name, language);
		const refused =
			checkSender(body, sandbox) ??
			(template === undefined
				? refusals.unknownTemplate(`There is no template "${name}" in "${language}".`)
				: (checkTemplate(body, template) ?? (sandbox.settings().strict_values ? checkValues(body, template) : undefined) ?? checkHeaderMedia(body, template, sandbox)));
		return refused === undefined ? ok({ kind: 'template', body }) : err(refused);
	},

	text(given, sandbox) {
		const read = parse(textSendRequest, given);
		if (!read.ok) return read;
		const body = read.value;
		const { entries, openedAt } = sandbox.conversations.open(body.phone_number_id, body.to);
		const refused =
			checkSender(body, sandbox) ??
			checkText(body, entries) ??
			checkWindow(openedAt, sandbox.clock.now());
		return refused === undefined ? ok({ kind: 'text', body }) : err(refused);
	},

	media(given, sandbox) {
		const read = parse(mediaSendRequest, given);
		if (!read.ok) return read;
		const body = read.value;
		const { openedAt } = sandbox.conversations.open(body.phone_number_id, body.to);
		const refused =
			checkSender(body, sandbox) ?? checkMedia(body) ?? checkWindow(openedAt, sandbox.clock.now());
		return refused === undefined ? ok({ kind: 'media', body }) : err(refused);
	},
};

function parse<T>(schema: ZodType<T>, body: unknown): Result<T, Refusal> {
	const read = schema.safeParse(body);
	return read.success ? ok(read.data) : err(refusals.badRequest(describeIssues(read.error)));
}

/** Longest text, as published by Meta. */
const longestText = 4096;

/** Checks a text message beyond its schema; `entries` is the conversation that it belongs to. */
function checkText({ text, reply_to_message_id: quoted }: TextSendRequest, entries: readonly Entry[]): Refusal | undefined {
	if (text.trim() === '') return refusals.invalidValue('text: must not be blank');
	if (text.length > longestText) return refusals.invalidValue(`text: has more than ${longestText} characters`);
	if (quoted === undefined || entries.some((entry) => entryId(entry) === quoted)) return undefined;
	return refusals.invalidValue('reply_to_message_id: no such message in this conversation');
}

/** "Phone numbers are identified by phone number id, not by the number." */
function checkSender(
	{ phone_number_id: id, to }: Request['body'],
	{ catalogue }: Sandbox,
): Refusal | undefined {
	const sender = catalogue.phoneNumbers.find((number) => number.id === id);
	if (sender === undefined) return refusals.unknownNumber(`There is no sending number with the id "${id}".`);
	const own = `+${sender.display_phone_number.replace(/\D/g, '')}`;
	return own === to ? refusals.sameParty(`${to} is the sending number itself.`) : undefined;
}
