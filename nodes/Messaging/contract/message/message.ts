import { invalidInput, type Failure } from '../failure';
import { firstText, optionalText } from '../json';
import { err, ok, type Result } from '../result';
import { describeValue } from '../wording';
import { isHttpUrl } from '../serviceAddress';
import { mediaTypes, sendPath } from './messageKinds';
import { readRecipient } from './recipient';
import type { Location, SendRequest } from './requests';
import { noSendingNumber } from './sendingNumber';

/** Recipient and sending number of a message, as the item gives them. */
export interface Addressing {
	readonly to: unknown;
	readonly phoneNumberId: unknown;
	/** Two letters. Numbers without a country code are read as numbers of this country. */
	readonly defaultCountry?: string | undefined;
}

export type MessageResult = Result<SendRequest, Failure>;

function readAddress({ to, phoneNumberId, defaultCountry }: Addressing) {
	const recipient = readRecipient(to, defaultCountry);
	if (!recipient.ok) return recipient;
	const sender = firstText(phoneNumberId);
	if (sender === undefined) return err(noSendingNumber);
	return ok({ to: recipient.value, phone_number_id: sender });
}

/** The body of a template send request (API document, "Template send request"). */
export function templateMessage(
	input: Addressing & {
		readonly templateName: string;
		readonly languageCode: string;
		readonly variables: Readonly<Record<string, unknown>> | undefined;
		readonly catalogId?: unknown;
		readonly location?: Location | undefined;
		readonly mediaUrl?: unknown;
		readonly mediaId?: unknown;
	},
): MessageResult {
	const address = readAddress(input);
	if (!address.ok) return address;
	const media = { ...optionalText('media_url', input.mediaUrl), ...optionalText('media_id', input.mediaId) };
	if (media.media_url !== undefined && media.media_id !== undefined) {
		return err(invalidInput(
			"'Header Media' has both a URL and an ID",
			'The service accepts only one of them. Leave the other empty.',
		));
	}
	return ok({
		path: sendPath.template,
		body: {
			...address.value,
			template_name: input.templateName,
			language_code: input.languageCode,
			...(input.variables === undefined ? {} : { variables: input.variables }),
			...media,
			...optionalText('catalog_id', input.catalogId),
			...(input.location === undefined ? {} : { location: input.location }),
		},
	});
}

/** The body of a text send request (API document, "Text send request"). */
export function textMessage(
	input: Addressing & {
		readonly text: unknown;
		readonly previewUrl?: boolean | undefined;
		readonly replyToMessageId?: unknown;
	},
): MessageResult {
	const address = readAddress(input);
	if (!address.ok) return address;
	const text = firstText(input.text);
	if (text === undefined) return err(invalidInput("'Text' is empty", 'Write the text of the message.'));
	return ok({
		path: sendPath.text,
		body: {
			...address.value,
			text,
			...(input.previewUrl === undefined ? {} : { preview_url: input.previewUrl }),
			...optionalText('reply_to_message_id', input.replyToMessageId),
		},
	});
}

/** The body of a media send request (API document, "Media send request"). */
export function mediaMessage(
	input: Addressing & {
		readonly mediaType: unknown;
		readonly mediaUrl: unknown;
		readonly caption?: unknown;
		readonly filename?: unknown;
	},
): MessageResult {
	const address = readAddress(input);
	if (!address.ok) return address;
	const kind = mediaTypes.find((known) => known === input.mediaType);
	if (kind === undefined) {
		return err(invalidInput(
			`'Media Type' is not a kind of media: ${describeValue(input.mediaType)}`,
			`Use one of ${mediaTypes.join(', ')}.`,
		));
	}
	const url = readMediaUrl(input.mediaUrl);
	if (!url.ok) return url;
	return ok({
		path: sendPath.media,
		body: {
			...address.value,
			media_type: kind,
			media_url: url.value,
			...optionalText('caption', input.caption),
			...optionalText('filename', input.filename),
		},
	});
}

/** Reads the URL from which the service fetches media. */
export function readMediaUrl(value: unknown): Result<string, Failure> {
	const given = firstText(value)?.trim() ?? '';
	if (isHttpUrl(given)) return ok(given);
	return err(invalidInput(
		given === '' ? "'Media URL' is empty" : `'Media URL' is not a URL: "${given}"`,
		'Give the full public URL of the file, such as https://example.com/menu.pdf.',
	));
}
