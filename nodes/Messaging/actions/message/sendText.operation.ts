import type { INodeProperties } from 'n8n-workflow';

import { textMessage } from '../../contract/message/message';
import type { MessageOperation } from '../operation';
import { addressing, builtMessage } from './addressing';
import type { MessageParameters } from './fields';

const properties = [
	{
		displayName: 'Text',
		name: 'text',
		type: 'string',
		typeOptions: { rows: 4 },
		required: true,
		default: '',
		placeholder: 'e.g. Your parcel is on its way.',
		description:
			'What the message says. Text only reaches people who wrote to you in the last 24 hours (the 24-hour window). For everyone else, use Send Template.',
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
	label: {
		name: 'Send Text',
		action: 'Send a text message',
		description: 'Send free text to someone who wrote to you in the last 24 hours',
	},
	properties,

	async build(parameters: MessageParameters<(typeof properties)[number]>) {
		const { previewUrl, replyToMessageId } = parameters.collection('additionalFields');
		return builtMessage(
			textMessage({
				...addressing(parameters),
				text: parameters.value('text'),
				previewUrl: typeof previewUrl === 'boolean' ? previewUrl : undefined,
				replyToMessageId,
			}),
		);
	},
};
