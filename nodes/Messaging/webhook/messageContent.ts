import { at, firstText, isObject, type JsonObject, numberOf, text } from '../text/json';

/** What a person has sent, as far as the fields of an item hold it. */
export interface MessageContent {
	/** What a person would read: the text, a caption, the title of a button or row, an emoji. */
	readonly text?: string | undefined;
	/** The payload or ID of a button or row. */
	readonly buttonId?: string | undefined;
	/** The message that was reacted to. */
	readonly reactsTo?: string | undefined;
	readonly media?: Media | undefined;
	readonly location?: Location | undefined;
	/** Whether the fields hold all that was sent. Else the item has the record too. */
	readonly isWhole: boolean;
}

/** A file as the service names it: by an ID, a URL or both. Nothing is fetched. */
export interface Media {
	readonly id: string | null;
	readonly mime_type: string | null;
	readonly url: string | null;
	readonly file_name: string | null;
}

export interface Location {
	readonly latitude: number;
	readonly longitude: number;
	readonly name: string | null;
	readonly address: string | null;
}

/** Reads the content of one type. `content` is what stands under the type's name, or the record if nothing does. */
type ReadContent = (content: JsonObject, record: JsonObject) => MessageContent;

/** By the types of the WhatsApp Business Platform and the names that services give them. A new type is one new entry. */
const contents = {
	text: textContent,
	button,
	interactive,
	button_reply: button,
	list_reply: button,
	quick_reply: button,
	reply: button,
	image: media,
	video: media,
	audio: media,
	voice: media,
	document: media,
	file: media,
	sticker: media,
	location,
	contacts,
	contact: contacts,
	reaction,
} as const satisfies Readonly<Record<string, ReadContent>>;

const readers = new Map<string, ReadContent>(Object.entries(contents));

const readerOf = (type: string | undefined) => readers.get(type?.trim().toLowerCase() ?? '');

/** Whether a word is the type of a message. */
export const isContentType = (type: string | undefined): boolean => readerOf(type) !== undefined;

/** The type whose name a record without a type has as a key. */
export const typeHeldBy = (record: JsonObject): string | undefined =>
	Object.keys(contents).find((type) => Object.hasOwn(record, type) && (isObject(record[type]) || Array.isArray(record[type]) || (type === 'text' && text(record[type]) !== undefined)));

/** Reads what was sent. A type that is not known, or without what belongs to it, is not whole. */
export function readContent(record: JsonObject, type: string | undefined): MessageContent {
	const read = readerOf(type);
	if (read === undefined) return { isWhole: false };
	const held = [at(record, type?.trim() ?? ''), record.payload, record.content].find(isObject);
	return read(held ?? record, record);
}

function textContent(content: JsonObject): MessageContent {
	const written = firstText(content.body, content.text);
	return { text: written, isWhole: written !== undefined };
}

/** A quick reply of a template, or a button or row of a message. */
function button(content: JsonObject, record: JsonObject): MessageContent {
	const title = firstText(content.title, content.text);
	const ownId = content === record ? undefined : content.id;
	const buttonId = firstText(content.payload, content.postbackText, content.button_id, ownId);
	return { text: title, buttonId, isWhole: (title ?? buttonId) !== undefined };
}

function interactive(content: JsonObject): MessageContent {
	const chosen = [content.button_reply, content.list_reply].find(isObject);
	if (chosen !== undefined) return button(chosen, content);
	// A form that was filled in, and whatever else there is: its values stand in no field.
	return { text: firstText(at(content, 'nfm_reply', 'body')), isWhole: false };
}

function media(content: JsonObject, record: JsonObject): MessageContent {
	const ownId = content === record ? undefined : content.id;
	const file: Media = {
		id: firstText(content.media_id, content.mediaId, ownId) ?? null,
		mime_type: firstText(content.mime_type, content.mimeType, content.contentType) ?? null,
		url: firstText(content.url, content.link, content.media_url, content.mediaUrl) ?? null,
		file_name: firstText(content.filename, content.file_name, content.fileName, content === record ? undefined : content.name) ?? null,
	};
	const isWhole = (file.id ?? file.url) !== null;
	return { text: firstText(content.caption), media: isWhole ? file : undefined, isWhole };
}

function location(content: JsonObject): MessageContent {
	const [latitude, longitude] = [numberOf(content.latitude ?? content.lat), numberOf(content.longitude ?? content.long ?? content.lng)];
	if (!Number.isFinite(latitude) || !Number.isFinite(longitude)) return { isWhole: false };
	const place = { latitude, longitude, name: text(content.name) ?? null, address: text(content.address) ?? null };
	return { location: place, isWhole: true };
}

/** Names alone are text; the numbers of the cards stand in the record only. */
function contacts(content: JsonObject, record: JsonObject): MessageContent {
	const list = [record.contacts, content.contacts, record.contact].find(Array.isArray) ?? [];
	const names = list.map((one: unknown) => firstText(at(one, 'name', 'formatted_name'), at(one, 'name', 'first_name'))).filter((name) => name !== undefined);
	return { text: firstText(names.join(', ')), isWhole: false };
}

/** An emoji; none if a reaction was taken back. */
function reaction(content: JsonObject): MessageContent {
	const reactsTo = firstText(content.message_id, content.messageId, content.message_uuid);
	return { text: firstText(content.emoji), reactsTo, isWhole: reactsTo !== undefined };
}
