import { firstText } from '../contract/json';
import type { Mask } from '../contract/mask/mask';
import type { ConnectionFailure } from '../contract/response/connectionFailure';
import { OverdueError } from './deadlines';

/**
 * Reads what n8n's request helper has thrown. n8n wraps the error of its HTTP library, which wraps
 * Node's and knows the request: what failed is read from all of them, since a code's name proves
 * nothing. TLS and the operating system use the same codes in a handshake and hours later.
 */
export function readConnectionError(error: unknown, mask: Mask): ConnectionFailure {
	const isOverdue = error instanceof OverdueError;
	const thrown = isOverdue ? error.cause : error;
	const links = withCauses(thrown);
	const code = isOverdue ? 'ETIMEDOUT' : firstText(...links.map(codeOf), field(thrown, 'httpCode'));
	const message = thrown instanceof Error ? thrown.message : String(thrown);
	return {
		code,
		message: mask.text(message),
		isUnsent:
			links.some((link) => failedToConnect(link) || carriedNothing(link) || isBlocked(link)) ||
			(wasRefusedByNode(code) && !links.some((link) => field(link, 'request') !== undefined)),
		...(isOverdue ? { waitedMs: error.waitedMs } : {}),
	};
}

/** An error with its cause, the cause of that, and so on: n8n, its HTTP library and Node make three. */
function withCauses(error: unknown): readonly unknown[] {
	const links: unknown[] = [];
	for (let link = error; link !== undefined && links.length < 8; link = field(link, 'cause')) links.push(link);
	return links;
}

const codeOf = (link: unknown): unknown => field(link, 'code');

/** Looking the host up or connecting is what failed, for each of its addresses where several were tried. */
function failedToConnect(link: unknown): boolean {
	const attempts: unknown = field(link, 'errors');
	if (Array.isArray(attempts) && attempts.length > 0) return attempts.every(failedToConnect);
	const syscall = field(link, 'syscall');
	return syscall === 'connect' || syscall === 'getaddrinfo';
}

/**
 * The request got no connection, or one that has not taken a byte, or one whose TLS handshake (the
 * look at the certificate included) was not done: Node sends nothing of a request before it is.
 * Each request has a connection of its own. What a Node version does not tell proves nothing.
 */
function carriedNothing(link: unknown): boolean {
	const request = field(link, 'request');
	const socket = field(request, 'socket');
	if (socket === null) return true;
	return field(socket, 'secureConnecting') === true || field(socket, '_bytesDispatched') === 0;
}

/** n8n's own protection refuses an address before it is connected to. */
const isBlocked = (link: unknown): boolean => /^SsrfBlocked/.test(String(field(link, 'name')));

/** Node refuses to make a request of such characters; then there is none. */
const wasRefusedByNode = (code: string | undefined): boolean =>
	/^ERR_(INVALID_URL|INVALID_CHAR|UNESCAPED_CHARACTERS)$/.test(code ?? '');

const field = (value: unknown, name: string): unknown =>
	typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
