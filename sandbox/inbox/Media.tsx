import type { BubbleHeader, BubbleMedia } from '../views/bubble';
import { BagIcon, FileIcon, PictureIcon, PlayIcon, SoundIcon } from './Icons';

/** Media of other hosts is named, not loaded: the page asks no other host for anything. */
function Elsewhere({ media: { kind, source, name }, children }: { media: BubbleMedia; children: preact.ComponentChildren }) {
	return (
		<div class={`tile tile-${kind}`} role="img" aria-label={`${kind}: ${name}`} title={source}>
			{children}
			<span class="tile-name">{name}</span>
			<span class="tile-source">{URL.canParse(source) ? new URL(source).host : source}</span>
		</div>
	);
}

function Media({ media }: { media: BubbleMedia }) {
	const { kind, src, name, source } = media;
	switch (kind) {
		case 'image':
			return src === null ? (
				<Elsewhere media={media}><PictureIcon /></Elsewhere>
			) : (
				<img class="picture" src={src} alt={name} loading="lazy" />
			);
		case 'video':
			return src === null || src.startsWith('/_sandbox/samples/') ? (
				<Elsewhere media={media}><PlayIcon /></Elsewhere>
			) : (
				<video class="picture" src={src} controls preload="metadata" aria-label={name} />
			);
		case 'audio':
			return src === null ? (
				<div class="file" title={source}><SoundIcon /><span class="file-name">{name}</span></div>
			) : (
				<audio class="sound" src={src} controls preload="none" aria-label={name} />
			);
		case 'document':
			return src === null ? (
				<div class="file" title={source}><FileIcon /><span class="file-name">{name}</span></div>
			) : (
				<a class="file" href={src} target="_blank" rel="noreferrer"><FileIcon /><span class="file-name">{name}</span></a>
			);
	}
}

/** Streets, a park and a river: a drawn map, the same everywhere, with the pin in the middle. */
const MapPicture = () => (
	<svg class="map" viewBox="0 0 320 140" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
		<rect width="320" height="140" class="map-land" />
		<path d="M0 96c60-10 90 26 150 16s90-40 170-30v58H0z" class="map-water" />
		<rect x="206" y="12" width="78" height="46" rx="8" class="map-park" />
		<path d="M-8 40L140 20 330 44M60-6l34 152M176-6l-14 152M252-6l10 152M-8 78l336-24" class="map-streets" />
		<path d="M160 34c-15 0-25 11-25 24 0 18 25 40 25 40s25-22 25-40c0-13-10-24-25-24z" class="map-pin" />
		<circle cx="160" cy="58" r="9" class="map-hole" />
	</svg>
);

/** What stands above a message's text. */
export function Header({ header }: { header: BubbleHeader }) {
	switch (header.kind) {
		case 'text':
			return <p class="bubble-title">{header.text}</p>;
		case 'location':
			return (
				<div class="location">
					<MapPicture />
					<div class="location-words">
						<strong>{header.name ?? 'Location'}</strong>
						{header.address !== null && <span>{header.address}</span>}
						<span class="faint">{header.latitude}, {header.longitude}</span>
					</div>
				</div>
			);
		case 'product':
			return (
				<div class="tile tile-product">
					<BagIcon />
					<span class="tile-name">{header.product}</span>
					<span class="tile-source">catalog {header.catalog}</span>
				</div>
			);
		case 'image':
		case 'video':
		case 'audio':
		case 'document':
			return <Media media={header} />;
	}
}
