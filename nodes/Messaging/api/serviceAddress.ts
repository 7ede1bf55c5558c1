import { firstText } from '../text/json';
import { type Failure, invalidInput } from '../result/failure';
import { err, ok, type Result } from '../result/result';

/*
 * Addresses that requests may go to. The API key is sent with each of them, so they must lie below the
 * base URL of the credential.
 */

/** Whether a text is an HTTP or HTTPS URL. */
export const isHttpUrl = (text: string): boolean =>
	URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);

/** IPv4 and IPv6 addresses of the machine itself and of private networks. */
const privateAddress =
	/^((127|10)\.\d+|0\.0|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))\.\d+\.\d+$|^\[(::1?\]|f[cd]|fe[89ab])/;
/** Host names without a public DNS entry. A name without a dot is that of a container, such as `n8n`. */
const privateName = /(^|\.)localhost$|\.(local|internal|lan|home|test)$|^[^.[]+$/;

/** Whether a host can only be reached from its own network. */
export const isPrivateHost = (hostname: string): boolean => privateAddress.test(hostname) || privateName.test(hostname);

/** Names and addresses by which a machine reaches itself. */
const ownHost = /(^|\.)localhost$|^127\.|^0\.0\.|^\[::1?\]$/;

export const isOwnHost = (hostname: string): boolean => ownHost.test(hostname);

/** The look-behind keeps this linear for a long row of slashes. */
export const slashesAtEnd = /(?<!\/)\/+$/;

/**
 * A URL that paths can be appended to. No query or fragment: an appended path would become part of it. No
 * user: it would replace the API key. No backslashes, blanks or control characters: programs read them differently.
 */
const baseUrlForm = /^https?:\/\/[^\s\p{Cc}\\/?#@]+(\/[^\s\p{Cc}\\?#]*)?$/iu;

/** A URL that has a query, a fragment or a user. */
const moreThanAddress = /^https?:\/\/([^/]*@|[^?#]*[?#])/i;

/** Reads the base URL of a credential and removes the slashes at its end. */
export function readBaseUrl(value: unknown): Result<string, Failure> {
	const given = (firstText(value) ?? '').trim().replace(slashesAtEnd, '');
	if (baseUrlForm.test(given) && URL.canParse(given)) return ok(given);
	if (moreThanAddress.test(given)) {
		return err(invalidInput(
			"'Base URL' in the Messaging API credential holds a query, a fragment or a user",
			"Open the credential and give the address alone, such as https://api.example.com, without '?', '#' and '@'. The API key belongs in 'API Key'.",
		));
	}
	return err(invalidInput(
		"'Base URL' in the Messaging API credential is not a URL",
		'Open the credential and give the full URL of the service. It begins with https:// (or http://), such as https://api.example.com.',
	));
}

/** Characters that a service may read as a dot or a slash, even if encoded several times, and those it may ignore. */
const dots = /%(25)*2e/gi;
const slashes = /%(25)*(2f|5c)|\\/gi;
const leftOut = /[\s\p{Cc}]|%(?:25)*(?:[01][\da-f]|20|7f)/giu;
/** Half of a surrogate pair, which a URL can't hold. */
const halves = /\p{Cs}/u;

/** The parts of a path as a lenient program may read them, without parameters, query and fragment. */
const partsOf = (path: string): string[] =>
	path
		.replace(leftOut, '')
		.replace(dots, '.')
		.replace(slashes, '/')
		.split('/')
		.map((part) => part.replace(/[;?#].*$/, ''));

const holdsDotsForFolder = (path: string): boolean => partsOf(path).some((part) => part === '.' || part === '..');

/**
 * Whether an ID can be used as one part of a path. An ID such as `..` would address something else, and a
 * DELETE request would delete that.
 */
export const isPathPart = (id: string): boolean =>
	!halves.test(id) && partsOf(id)[0] !== '' && !holdsDotsForFolder(id);

/**
 * The full URL of a link on the page at `path`; undefined if it leads out of the base URL or holds a
 * user or password.
 */
export function resolveLink(baseUrl: string, path: string, link: string): string | undefined {
	const page = `${baseUrl}${path}`;
	if (!URL.canParse(link, page)) return undefined;
	const base = new URL(`${baseUrl}/`);
	const { origin, username, password, pathname, href } = new URL(link, page);
	const isBelow = origin === base.origin && pathname.startsWith(base.pathname);
	if (!isBelow || holdsDotsForFolder(pathname.slice(base.pathname.length))) return undefined;
	return username === '' && password === '' ? href : undefined;
}
