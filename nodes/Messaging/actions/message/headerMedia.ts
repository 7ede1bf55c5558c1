import { type INodeProperties, updateDisplayOptions } from 'n8n-workflow';

import { type BinaryFile, doubtMedia, readMediaUrl } from '../../request/attachments';
import { inputFileField } from '../../n8n/binary';
import { type Parameters, readOption } from '../../n8n/parameters';
import { type Failure, invalidInput } from '../../result/failure';
import { err, ok, type Result } from '../../result/result';
import { mediaHeaderMark } from '../../template/section';
import { hasMediaHeader, type TemplateText } from '../../template/templateText';
import { findNoWords } from './noText';

/** Where the media of an image, video or document header comes from. */
const headerMediaField = {
	displayName: 'Header Media',
	name: 'headerMedia',
	type: 'options',
	default: 'default',
	options: [
		{ name: 'By Media ID', value: 'id', description: 'A file that the Upload operation has uploaded to the service' },
		{ name: 'By URL', value: 'url', description: 'A file at a public URL' },
		{
			name: 'From Input Item',
			value: 'binary',
			description: 'A file of the input item, which is uploaded to the service first',
		},
		{ name: "Keep the Template's Media", value: 'default', description: 'The media that the template was made with' },
	],
	description: 'What to show in the image, video or document header of the template',
} as const satisfies INodeProperties;

/** The fields that give an image, video or document header its media. */
const mediaFields = [
	headerMediaField,
	{
		displayName: 'Media URL',
		name: 'mediaUrl',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. https://example.com/offer.png',
		description: 'The public URL of the file',
		displayOptions: { show: { headerMedia: ['url'] } },
	},
	{
		displayName: 'Media ID',
		name: 'mediaId',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. media_4f1c2b7a90d3',
		description: 'The ID that the service gave the uploaded file: media_id in the output of the Upload operation',
		displayOptions: { show: { headerMedia: ['id'] } },
	},
	{ ...inputFileField, displayOptions: { show: { headerMedia: ['binary'] } } },
] as const satisfies INodeProperties[];

export type HeaderMediaField = (typeof mediaFields)[number];

/** Whether the chosen template's header takes media: a mark on the mapper's first column, missing if the record does not show the header. */
const headerTakesMedia = `/variables.schema[0].${mediaHeaderMark}`;

/**
 * Hidden if the header takes no media, but for a choice that was made: n8n drops the value of what it hides, and the template
 * before may be chosen again. With JSON always shown, because the hidden mapper's mark may be of another template.
 */
export const headerMediaFields = [
	...updateDisplayOptions({ show: { variablesMode: ['fields'] }, hide: { [headerTakesMedia]: [false] } }, mediaFields),
	...updateDisplayOptions({ show: { variablesMode: ['fields'], [headerTakesMedia]: [false], '/headerMedia': ['id', 'url', 'binary'] } }, mediaFields),
	...updateDisplayOptions({ show: { variablesMode: ['json'] } }, mediaFields),
];

/** What a header shows: at most one of the three, because the service refuses two. */
export interface HeaderMedia {
	readonly url?: string;
	readonly id?: string;
	readonly file?: BinaryFile;
}

export function readHeaderMedia(parameters: Parameters<HeaderMediaField>, baseUrl: string): Result<HeaderMedia, Failure> {
	const source = readOption(headerMediaField, parameters.value('headerMedia'));
	if (!source.ok) return source;
	switch (source.value) {
		case 'url': {
			const given = parameters.inParts('mediaUrl');
			const url = readMediaUrl(given.value, baseUrl);
			if (!url.ok) return url;
			const gap = findNoWords({ 'Media URL': given });
			return gap === undefined ? ok({ url: url.value }) : err(gap);
		}
		case 'id': {
			const id = parameters.text('mediaId');
			if (id !== undefined) return ok({ id });
			return err(invalidInput("'Media ID' is empty", "Give the ID of an uploaded file, or change 'Header Media'."));
		}
		case 'binary': {
			const file = parameters.binary('binaryPropertyName');
			return file.ok ? ok({ file: file.value }) : file;
		}
		case 'default':
			return ok({});
	}
}

/** What the service may refuse of a header's media. */
export function doubtHeader(text: TemplateText | undefined, { url, id, file }: HeaderMedia, baseUrl: string): string[] {
	if ((url ?? id ?? file) === undefined) return [];
	return text === undefined || hasMediaHeader(text)
		? doubtMedia(text?.header?.format, { url, fileName: file?.fileName }, baseUrl)
		: ["'Header Media' is given, and the header of the template shows no media: the service may refuse it"];
}
