import type { INodeProperties } from 'n8n-workflow';

import { invalidInput } from '../../result/failure';
import { err, ok } from '../../result/result';
import { doubtText } from '../../template/givenText';
import { doubtLength, longest } from '../../template/platformLimits';
import { booleanOf, optionalText, text as textOf } from '../../text/json';
import { toField } from '../../sending/message';
import type { MessageOperation } from '../operation';
import { type MessageParameters, readAddress } from './address';
import { findNoText, findNoWords } from './noText';

const properties = [
	toField,
	{
		displayName: 'Text',
		name: 'text',
		type: 'string',
		typeOptions: { rows: 4 },
		required: true,
		default: '',
		placeholder: 'e.g. Your parcel is on its way.',
		hint: 'Only reaches people who wrote to you in the last 24 hours. For everyone else, use Send Template.',
		description: 'What the message says',
	},
	{
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		default: {},
		placeholder: 'Add Field',
		options: [
			{
				displayName: 'Link Preview',
				name: 'previewUrl',
				type: 'boolean',
				default: false,
				description: 'Whether to show a preview of the first link in the text',
			},
			{
				displayName: 'Reply To Message ID',
				name: 'replyToMessageId',
				type: 'string',
				default: '',
				placeholder: 'e.g. msg_4f1c2b7a90d3',
				description: 'The ID of the message that this one replies to. That message is quoted above the text.',
			},
		],
	},
] as const satisfies INodeProperties[];

/** POST /v1/messaging/send/text (API document, "Text send request"). */
export const sendText: MessageOperation = {
	kind: 'message',
	label: {
		name: 'Send Text',
		action: 'Send a text message',
		description: 'Send free text to someone who wrote to you in the last 24 hours',
	},
	properties,

	async build(item) {
		const parameters: MessageParameters<(typeof properties)[number]> = item.parameters;
		const address = readAddress(item);
		if (!address.ok) return address;
		const { previewUrl, replyToMessageId } = parameters.collection('additionalFields');
		const given = parameters.inParts('text');
		const noText = findNoWords({ Text: given }) ?? findNoText({ 'Reply To Message ID': replyToMessageId });
		if (noText !== undefined) return err(noText);
		const preview = booleanOf(previewUrl);
		const text = textOf(given.value);
		if (text === undefined) return err(invalidInput("'Text' is empty", 'Write the text of the message.'));
		const body = {
			...address.value,
			text,
			...(preview === undefined ? {} : { preview_url: preview }),
			...optionalText('reply_to_message_id', replyToMessageId),
		};
		return ok({
			request: { kind: 'text', body },
			preview: () => ({ body: text }),
			warnings: () => [...doubtText('Text', given), ...doubtLength("'Text'", text, longest.text)],
		});
	},
};
