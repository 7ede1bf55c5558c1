import type { INodeProperties } from 'n8n-workflow';

import { mediaTypes } from '../../request/messageKinds';
import { doubtMedia, readMediaUrl } from '../../request/attachments';
import { invalidInput } from '../../result/failure';
import { err, ok } from '../../result/result';
import { doubtText } from '../../template/givenText';
import { doubtLength, longest } from '../../template/platformLimits';
import { optionalText } from '../../text/json';
import { capitalize, describeValue } from '../../text/wording';
import { toField } from '../../sending/message';
import type { MessageOperation } from '../operation';
import { type MessageParameters, readAddress } from './address';
import { findNoWords } from './noText';

const properties = [
	toField,
	{
		displayName: 'Media Type',
		name: 'mediaType',
		type: 'options',
		required: true,
		default: 'image',
		options: [...mediaTypes].sort().map((value) => ({ name: capitalize(value), value })),
		description: 'The kind of file to send',
	},
	{
		displayName: 'Media URL',
		name: 'mediaUrl',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. https://example.com/menu.pdf',
		hint: 'Only reaches people who wrote to you in the last 24 hours. For everyone else, use Send Template.',
		description: 'The public URL of the file. A file of the workflow has to be stored somewhere with a public URL first.',
	},
	{
		displayName: 'Audio is sent without a caption.',
		name: 'audioNotice',
		type: 'notice',
		default: '',
		displayOptions: { hide: { mediaType: [...mediaTypes.filter((type) => type !== 'audio'), { _cnd: { startsWith: '=' } }] } },
	},
	{
		displayName: 'Additional Fields',
		name: 'additionalFields',
		type: 'collection',
		default: {},
		placeholder: 'Add Field',
		options: [
			{
				displayName: 'Caption',
				name: 'caption',
				type: 'string',
				typeOptions: { rows: 2 },
				default: '',
				placeholder: 'e.g. Our menu for this week',
				description: 'Text shown below the media',
				displayOptions: { hide: { '/mediaType': ['audio'] } },
			},
			{
				displayName: 'File Name',
				name: 'filename',
				type: 'string',
				default: '',
				placeholder: 'e.g. menu.pdf',
				description: 'The file name that the recipient sees',
				displayOptions: { show: { '/mediaType': ['document'] } },
			},
		],
	},
] as const satisfies INodeProperties[];

/** POST /v1/messaging/send/media (API document, "Media send request"). */
export const sendMedia: MessageOperation = {
	kind: 'message',
	label: {
		name: 'Send Media',
		action: 'Send a media message',
		description: 'Send an image, video, audio or document to someone who wrote to you in the last 24 hours',
	},
	properties,

	async build(item, { connection: { account } }) {
		const parameters: MessageParameters<(typeof properties)[number]> = item.parameters;
		const address = readAddress(item);
		if (!address.ok) return address;
		const given = parameters.value('mediaType');
		const mediaType = mediaTypes.find((known) => known === given);
		if (mediaType === undefined) {
			return err(invalidInput(`'Media Type' is not a kind of media: ${describeValue(given)}`, `Use one of ${mediaTypes.join(', ')}.`));
		}
		const givenUrl = parameters.inParts('mediaUrl');
		const url = readMediaUrl(givenUrl.value, account.baseUrl);
		if (!url.ok) return url;
		const caption = parameters.inParts('additionalFields', 'caption');
		const filename = mediaType === 'document' ? parameters.inParts('additionalFields', 'filename') : undefined;
		const noText = findNoWords({ 'Media URL': givenUrl, Caption: caption, ...(filename === undefined ? {} : { 'File Name': filename }) });
		if (noText !== undefined) return err(noText);
		const body = {
			...address.value,
			media_type: mediaType,
			media_url: url.value,
			...optionalText('caption', caption.value),
			...optionalText('filename', filename?.value),
		};
		if (mediaType === 'audio' && body.caption !== undefined) {
			return err(invalidInput("'Caption' cannot be sent with audio", "Leave 'Caption' empty for audio, or send its text as a message of its own."));
		}
		const warnings = () => [
			...doubtMedia(mediaType, { url: url.value }, account.baseUrl),
			...doubtText('Caption', caption),
			...doubtLength("'Caption'", body.caption, longest.caption),
		];
		const preview = () => ({ header: body.filename ?? body.media_url, ...(body.caption === undefined ? {} : { body: body.caption }) });
		return ok({ request: { kind: 'media', body }, preview, warnings });
	},
};
