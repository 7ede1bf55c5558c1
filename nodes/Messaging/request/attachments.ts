import { type Failure, invalidInput } from '../result/failure';
import { err, ok, readAll, type Result } from '../result/result';
import { isHttpUrl, isOwnHost, isPrivateHost } from '../api/serviceAddress';
import { firstText, isMissing, numberOf, optionalText } from '../text/json';
import { describeValue, longestName, shorten } from '../text/wording';
import type { Location } from './requests';

/** A file of an input item. */
export interface BinaryFile {
	readonly fileName: string;
	readonly mimeType: string;
	/** In bytes. Undefined if n8n does not know it without reading the file. */
	readonly size: number | undefined;
	/** The same for the same file in several items. n8n may store it anew for each execution, under another one. */
	readonly identity: string;
	/** A hash of its name, type and content, the same in every run. */
	fingerprint(): Promise<Result<string, Failure>>;
	/** Reads the content. Fails if n8n no longer has the file in its storage. */
	read(): Promise<Result<Uint8Array, Failure>>;
}

/**
 * The location of a location header. Decimal degrees may be numbers or strings; a blank name or address
 * is left out.
 */
export function readLocation(input: { readonly [K in keyof Location]?: unknown }): Result<Location, Failure> {
	const place = readAll({
		latitude: () => readDegrees('Latitude', input.latitude, 90),
		longitude: () => readDegrees('Longitude', input.longitude, 180),
	});
	return place.ok ? ok({ ...place.value, ...optionalText('name', input.name), ...optionalText('address', input.address) }) : place;
}

function readDegrees(label: string, value: unknown, limit: number): Result<number, Failure> {
	const degrees = numberOf(value);
	if (Math.abs(degrees) <= limit) return ok(degrees);
	const written = firstText(value)?.trim() ?? '';
	if (/^[-+]?\d+,\d+$/.test(written)) {
		return err(invalidInput(`'${label}' is written with a comma: "${shorten(written, longestName)}"`, `Write a point in place of the comma: ${written.replace(',', '.')}.`));
	}
	return err(invalidInput(
		`'${label}' is not a number from -${limit} to ${limit}`,
		'Give decimal degrees, such as 37.4421.',
	));
}

/** A URL that a service does not open. `c:\menu.pdf` and `example.com:80/menu.pdf` are no URLs for a person. */
const anotherKind = /^([a-z][a-z\d+-]+:\/\/|(data|blob|mailto):)/i;

/** Whether a host that is private for others is the service's own, or beside it. */
const isNear = (baseUrl: string): boolean => isPrivateHost(new URL(baseUrl).hostname);

/** Reads the URL from which the service at `baseUrl` fetches media. */
export function readMediaUrl(value: unknown, baseUrl: string): Result<string, Failure> {
	const given = firstText(value)?.trim() ?? '';
	if (isHttpUrl(given)) {
		if (!isOwnHost(new URL(given).hostname) || isNear(baseUrl)) return ok(given);
		return err(invalidInput(
			`'Media URL' leads to this machine, where the service cannot reach it: "${shorten(given, longestName)}"`,
			'The service opens the URL itself. Give a public URL of the file.',
		));
	}
	if (anotherKind.test(given)) {
		return err(invalidInput(
			`'Media URL' is a URL of another kind: "${shorten(given, longestName)}"`,
			'The service opens the URL itself, so it begins with http:// or https://. A file of the input item can be sent in the header of a template.',
		));
	}
	return err(invalidInput(
		isMissing(value) ? "'Media URL' is empty" : `'Media URL' is not a URL: ${describeValue(value)}`,
		'Give the full public URL of the file, such as https://example.com/menu.pdf.',
	));
}

/** The endings of files that the platform takes as what they are sent as; other endings of the last row it never takes. */
const endings = {
	image: ['jpg', 'jpeg', 'png'],
	video: ['mp4', '3gp'],
	audio: ['aac', 'amr', 'm4a', 'mp3', 'mp4', 'ogg', 'opus'],
	none: ['bmp', 'csv', 'doc', 'docx', 'gif', 'heic', 'mov', 'pdf', 'ppt', 'pptx', 'svg', 'tiff', 'txt', 'wav', 'webm', 'webp', 'xls', 'xlsx', 'zip'],
} as const;

const known: readonly string[] = Object.values(endings).flat();

const called = { image: 'an image', video: 'a video', audio: 'audio' } as const;

/** A file that is sent, or its place. */
interface SentFile {
	readonly url?: string | undefined;
	readonly fileName?: string | undefined;
}

/** What a service at `baseUrl` may refuse of a file, if it is sent as `kind`, for a person to look at. */
export function doubtMedia(kind: string | undefined, file: SentFile, baseUrl: string): string[] {
	const { url } = file;
	const isFar = url !== undefined && isPrivateHost(new URL(url).hostname) && !isNear(baseUrl);
	const ending = kind === 'image' || kind === 'video' || kind === 'audio' ? doubtEnding(kind, file) : [];
	return isFar ? ["'Media URL' leads into a private network: the service must be able to open it", ...ending] : ending;
}

function doubtEnding(kind: keyof typeof called, { url, fileName = '' }: SentFile): string[] {
	const [field, path] = url === undefined ? ['The file', fileName] : ["'Media URL'", new URL(url).pathname];
	const ending = /\.(\w{2,4})$/.exec(path)?.[1]?.toLowerCase() ?? '';
	const taken: readonly string[] = endings[kind];
	if (!known.includes(ending) || taken.includes(ending)) return [];
	const list = taken.map((one) => `.${one}`).join(', ').replace(/, (?=[^,]*$)/, ' or ');
	return [`${field} ends in .${ending}, and ${called[kind]} mostly in ${list}: the service may refuse it`];
}
