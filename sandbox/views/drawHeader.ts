import type { TemplateSendRequest } from '../../nodes/Messaging/request/requests';
import type { Component } from '../fixtures/templateRecord';
import type { Sandbox } from '../parts/sandbox';
import { mediaTypeOf } from '../rules/media';
import type { BubbleHeader, BubbleMedia } from './bubble';
import { fill } from './fill';

/** What a request says about a header. */
type GivenHeader = Pick<TemplateSendRequest, 'media_url' | 'media_id' | 'location'>;

/** The header of a template or of a card, with what the request put into it. */
export function drawHeader(
	header: Component & { type: 'HEADER' },
	values: unknown,
	{ media_url: url, media_id: id, location }: GivenHeader,
	sandbox: Sandbox,
	host: string,
): BubbleHeader | null {
	switch (header.format) {
		case 'TEXT':
			return { kind: 'text', text: fill(header.text ?? '', values) };
		case 'LOCATION':
			return location === undefined
				? null
				: { ...location, kind: 'location', name: location.name ?? null, address: location.address ?? null };
		case 'PRODUCT':
			return null;
		case 'IMAGE':
		case 'VIDEO':
		case 'DOCUMENT': {
			const kind = header.format === 'IMAGE' ? 'image' : header.format === 'VIDEO' ? 'video' : 'document';
			if (id !== undefined) return uploaded(id, kind, sandbox);
			if (url !== undefined) return mediaAt(kind, url, host);
			const sample = header.example?.header_handle?.[0] ?? '';
			return { kind, src: sample, source: "the template's default media", name: lastPart(sample) };
		}
	}
}

function uploaded(id: string, kind: BubbleMedia['kind'], { uploads }: Sandbox): BubbleMedia {
	const upload = uploads.find(id);
	if (upload === undefined) return { kind, src: null, source: id, name: id };
	return { kind: mediaTypeOf(upload.mime_type) ?? kind, src: `/_sandbox/media/${id}`, source: id, name: upload.filename };
}

/** Media by URL; only what stands on `host`, where the page came from, is shown. */
export function mediaAt(kind: BubbleMedia['kind'], url: string, host: string, filename?: string): BubbleMedia {
	const { pathname, host: itsHost } = new URL(url);
	const src = itsHost === host && pathname.startsWith('/_sandbox/') ? pathname : null;
	return { kind, src, source: url, name: filename ?? lastPart(pathname) };
}

const lastPart = (path: string): string => path.split('/').at(-1) ?? path;
