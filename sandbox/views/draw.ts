import type { TemplateSendRequest } from '../../nodes/Messaging/request/requests';
import { at, isObject } from '../../nodes/Messaging/text/json';
import { componentOf, type Button, type Component, type TemplateRecord } from '../fixtures/templateRecord';
import type { Sandbox } from '../parts/sandbox';
import { entryId, isMessage, type Entry, type Message } from '../state/message';
import type { Bubble, BubbleButton, BubbleCard } from './bubble';
import { drawHeader, mediaAt } from './drawHeader';
import { fill, firstLink, textAt } from './fill';

const plain = (text: string): Bubble => ({
	header: null,
	text,
	footer: null,
	buttons: [],
	cards: [],
	quoted: null,
	link: null,
});

/** Draws a message. `host` is where the page came from: only media of the same host is shown. */
export function draw(message: Message, sandbox: Sandbox, host: string): Bubble {
	switch (message.kind) {
		case 'text': {
			const { text, preview_url: showsLink, reply_to_message_id: quoted } = message.body;
			const entries = sandbox.conversations.find(message.conversation_id)?.entries ?? [];
			return {
				...plain(text),
				quoted: quoted === undefined ? null : quote(entries, quoted, sandbox),
				link: showsLink === true ? (firstLink.exec(text)?.[0] ?? null) : null,
			};
		}
		case 'media': {
			const { media_type: kind, media_url: url, caption = '', filename } = message.body;
			return { ...plain(caption), header: mediaAt(kind, url, host, filename) };
		}
		case 'template': {
			const { template_name: name, language_code: language } = message.body;
			const template = sandbox.catalogue.template(message.phone_number_id, name, language);
			return template === undefined ? plain(name) : drawTemplate(message.body, template, sandbox, host);
		}
	}
}

/** The first line of what a message says, for a list. */
export function preview(entry: Entry, sandbox: Sandbox): string {
	if (!isMessage(entry)) return entry.text;
	const { text, header } = draw(entry, sandbox, '');
	const said = text === '' && header !== null && header.kind !== 'text' ? header.kind : text;
	return said.replace(/[*_~`]/g, '').replace(/\s+/g, ' ').slice(0, 120);
}

function quote(entries: readonly Entry[], id: string, sandbox: Sandbox): string {
	const entry = entries.find((one) => entryId(one) === id);
	return entry === undefined ? 'An earlier message' : preview(entry, sandbox);
}

function drawTemplate(
	{ variables, media_url, media_id, location, catalog_id }: TemplateSendRequest,
	{ components }: TemplateRecord,
	sandbox: Sandbox,
	host: string,
): Bubble {
	const header = componentOf(components, 'HEADER');
	const given = { media_url, media_id, location };
	return {
		header: header === undefined ? null : drawHeader(header, variables?.header, given, sandbox, host),
		text: fill(componentOf(components, 'BODY')?.text ?? '', variables?.body),
		footer: componentOf(components, 'FOOTER')?.text ?? null,
		buttons: drawButtons(componentOf(components, 'BUTTONS')?.buttons, variables?.buttons, variables?.body),
		cards: (componentOf(components, 'CAROUSEL')?.cards ?? []).map((card, place) =>
			drawCard(card.components, at(variables, 'cards', String(place + 1)), catalog_id ?? '', sandbox, host),
		),
		quoted: null,
		link: null,
	};
}

function drawCard(
	components: readonly Component[],
	values: unknown,
	catalog: string,
	sandbox: Sandbox,
	host: string,
): BubbleCard {
	const header = componentOf(components, 'HEADER');
	const product = textAt(values, 'header', 'product_retailer_id');
	const own = { media_url: textAt(values, 'media_url'), media_id: textAt(values, 'media_id') };
	return {
		text: fill(componentOf(components, 'BODY')?.text ?? '', at(values, 'body')),
		header:
			product !== undefined
				? { kind: 'product', product, catalog }
				: header === undefined
					? null
					: drawHeader(header, at(values, 'header'), own, sandbox, host),
		buttons: drawButtons(componentOf(components, 'BUTTONS')?.buttons, at(values, 'buttons'), undefined),
	};
}

function drawButtons(buttons: readonly Button[] = [], values: unknown, body: unknown): BubbleButton[] {
	return buttons.map((button, place): BubbleButton => {
		const { text: label, url, phone_number: phone } = button;
		switch (button.type) {
			case 'URL': {
				const value = isObject(values) ? textAt(values, String(place + 1)) : undefined;
				return { kind: 'url', label, target: (url ?? '').replace('{{1}}', (placeholder) => value ?? placeholder) };
			}
			case 'PHONE_NUMBER':
				return { kind: 'phone', label, target: phone ?? null };
			case 'OTP':
				return { kind: 'code', label, target: textAt(body, '1') ?? null };
			case 'SPM':
				return { kind: 'product', label, target: null };
			case 'QUICK_REPLY':
				return { kind: 'reply', label, target: null };
		}
	});
}
