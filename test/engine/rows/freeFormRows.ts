import { mediaRow, textRow, type BodyRow } from './row';

/** Rules of the text send request. */
export const textRows: readonly BodyRow[] = [
	textRow('text', {}, {}),
	textRow('text as written, line breaks and all', { text: ' Hi *Ada*\n\nBye 👋 ' }, { text: ' Hi *Ada*\n\nBye 👋 ' }),
	textRow('a number as text', { text: '={{ 42 }}' }, { text: '42' }),
	textRow('preview_url true', { additionalFields: { previewUrl: true } }, { preview_url: true }),
	textRow('preview_url true, as an expression gives it as text', { additionalFields: { previewUrl: '={{ "true" }}' } }, { preview_url: true }),
	textRow('preview_url false, when it was chosen', { additionalFields: { previewUrl: false } }, { preview_url: false }),
	textRow('reply_to_message_id', { additionalFields: { replyToMessageId: 'wamid.X' } }, { reply_to_message_id: 'wamid.X' }),
	textRow('an empty reply_to_message_id is left out', { additionalFields: { replyToMessageId: '' } }, {}),
];

/** Rules of the media send request. */
export const mediaRows: readonly BodyRow[] = [
	mediaRow('image', {}, {}),
	mediaRow('video', { mediaType: 'video' }, { media_type: 'video' }),
	mediaRow('audio', { mediaType: 'audio' }, { media_type: 'audio' }),
	mediaRow('document', { mediaType: 'document' }, { media_type: 'document' }),
	mediaRow('caption', { additionalFields: { caption: 'Our menu' } }, { caption: 'Our menu' }),
	mediaRow('a caption that the panel does not show for audio is not sent', { mediaType: 'audio', additionalFields: { caption: 'x' } }, { media_type: 'audio' }),
	mediaRow('filename', { mediaType: 'document', additionalFields: { filename: 'menu.pdf' } }, { media_type: 'document', filename: 'menu.pdf' }),
	mediaRow('a filename that the panel does not show without a document is not sent', { mediaType: 'image', additionalFields: { filename: 'a.png' } }, { media_type: 'image' }),
	mediaRow('a filename is for documents alone, if an expression gives the kind', { mediaType: '={{ "image" }}', additionalFields: { filename: 'a.png', caption: 'x' } }, { media_type: 'image', caption: 'x' }),
	mediaRow('empty caption and filename are left out', { additionalFields: { caption: '', filename: '' } }, {}),
	mediaRow('blanks around a media URL are removed', { mediaUrl: ' https://example.com/a.png ' }, { media_url: 'https://example.com/a.png' }),
	mediaRow('a media URL with query and signs', { mediaUrl: 'https://example.com/ä b.png?x=1&y=%20' }, { media_url: 'https://example.com/ä b.png?x=1&y=%20' }),
];

/** Rules of recipients and sending numbers, the same for every kind of message. */
export const addressRows: readonly BodyRow[] = [
	textRow('to in E.164: formatting is removed', { to: '+1 (201) 555-0123' }, {}),
	textRow('to in national format with a default country', { to: '(201) 555-0123', options: { defaultCountry: 'us' } }, {}),
	textRow('to with a plus is not read as the default country', { to: '+44 7400 123456', options: { defaultCountry: 'US' } }, { to: '+447400123456' }),
	textRow('phone_number_id by id', { phoneNumberId: { __rl: true, mode: 'id', value: '7' } }, { phone_number_id: '7' }),
	textRow('phone_number_id by an expression that gives a number', { phoneNumberId: { __rl: true, mode: 'id', value: '={{ 7 }}' } }, { phone_number_id: '7' }),
];
