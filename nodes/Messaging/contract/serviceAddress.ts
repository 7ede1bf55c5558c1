import { invalidInput, type Failure } from './failure';
import { firstText } from './json';
import { err, ok, type Result } from './result';

/*
 * Where the key may go: to the base URL of the credential and below its path, nowhere else.
 */

/** Looks behind itself, or a long row of slashes would be gone over from each of them. */
export const slashesAtEnd = /(?<!\/)\/+$/;

/**
 * A web address that paths can be added to. Paths would become part of a query or a fragment; a user
 * would sign requests in instead of the key; programs do not agree about backslashes, blanks and control characters.
 */
const baseUrlForm = /^https?:\/\/[^\s\p{Cc}\\/?#@]+(\/[^\s\p{Cc}\\?#]*)?$/iu;

/** What a path must not hold, or it could lead out of the base URL: anything encoded, and dots for a folder. */
const outsidePath = /[^\w.~!$&'()*+,=:@/-]|(^|\/)\.\.?(\/|$)/;

/** A query, a fragment or a user in what is a web address otherwise. */
const moreThanAddress = /^https?:\/\/([^/]*@|[^?#]*[?#])/i;

/** Reads the base URL of a credential; without the slashes at its end. */
export function readBaseUrl(value: unknown): Result<string, Failure> {
	const given = (firstText(value) ?? '').trim().replace(slashesAtEnd, '');
	if (baseUrlForm.test(given) && URL.canParse(given)) return ok(given);
	if (moreThanAddress.test(given)) {
		return err(invalidInput(
			"'Base URL' in the Messaging API credential holds a query, a fragment or a user",
			"Open the credential and give the address alone, such as https://api.example.com, without '?', '#' and '@'. The key belongs into 'API Key'.",
		));
	}
	return err(invalidInput(
		"'Base URL' in the Messaging API credential is not a web address",
		'Open the credential and give the full address of the service, which begins with https:// (or http://), such as https://api.example.com.',
	));
}

/** Reads a path that a user entered in the field of that label; it begins with one slash. */
export function readPath(label: string, value: string): Result<string, Failure> {
	const path = `/${value.trim().replace(/^\/+/, '')}`;
	if (!outsidePath.test(path)) return ok(path);
	return err(invalidInput(
		`'${label}' in the Messaging API credential is not a path below the base URL`,
		"Open the credential and give a path such as /v1/messaging/templates: plain letters, digits and dashes between slashes, without '..', '%', '?' and '#'.",
	));
}

/** Dots and slashes as a service may read them in a path, however often they were encoded; what it may leave out. */
const dots = /%(25)*2e/gi;
const slashes = /%(25)*(2f|5c)|\\/gi;
const leftOut = /[\s\p{Cc}]/gu;
/** Half a character, which no address can hold. */
const halves = /\p{Cs}/u;

/** The parts of a path as some program may read them: without what it may take for parameters, a query or a fragment. */
const partsOf = (path: string): string[] =>
	path
		.replace(leftOut, '')
		.replace(dots, '.')
		.replace(slashes, '/')
		.split('/')
		.map((part) => part.replace(/[;?#].*$/, ''));

const holdsDotsForFolder = (path: string): boolean => partsOf(path).some((part) => part === '.' || part === '..');

/**
 * Whether an id of the service can stand in a path as one part of it. With dots for a folder it could
 * name something else, and that would be deleted in place of what was meant.
 */
export const isPathPart = (id: string): boolean =>
	!halves.test(id) && partsOf(id)[0] !== '' && !holdsDotsForFolder(id);

/**
 * The full address that a link leads to from the page at `path`; undefined where it leads out of the
 * base URL, or signs in as a user of its own.
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
