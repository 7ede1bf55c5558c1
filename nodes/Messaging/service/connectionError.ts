import type { ConnectionFailure } from '../api/connectionFailure';
import { firstText } from '../text/json';
import type { Mask } from '../text/mask';
import { messageOf } from '../text/wording';
import { OverdueError } from './deadline';

/**
 * Reads an error that n8n's request helper has thrown. n8n wraps the error of its HTTP library, which wraps
 * Node's error and holds the request. All of them are read, since a code alone does not say whether anything
 * was sent: TLS and the operating system use the same codes during a handshake and hours later.
 */
export function readConnectionError(error: unknown, mask: Mask): ConnectionFailure {
	const isOverdue = error instanceof OverdueError;
	const thrown = isOverdue ? error.cause : error;
	const links = withCauses(thrown);
	const code = isOverdue ? 'ETIMEDOUT' : firstText(...links.map((link) => field(link, 'code')), field(thrown, 'httpCode'));
	return {
		code,
		message: mask.text(messageOf(thrown)),
		isUnsent:
			links.some((link) => failedToConnect(link) || carriedNothing(link) || isBlocked(link)) ||
			(wasRefusedByNode(code) && !links.some((link) => field(link, 'request') !== undefined)),
		...(isOverdue ? { waitedMs: error.waitedMs } : {}),
	};
}

/** An error and its chain of causes. n8n, its HTTP library and Node give three. */
function withCauses(error: unknown): readonly unknown[] {
	const links: unknown[] = [];
	for (let link = error; link !== undefined && links.length < 8; link = field(link, 'cause')) links.push(link);
	return links;
}

/** Whether the DNS lookup or the connection failed, for every address where Node tried several. */
function failedToConnect(link: unknown): boolean {
	const byAddress: unknown = field(link, 'errors');
	if (Array.isArray(byAddress) && byAddress.length > 0) return byAddress.every(failedToConnect);
	const syscall = field(link, 'syscall');
	return syscall === 'connect' || syscall === 'getaddrinfo';
}

/**
 * Whether no byte of the request was sent: it had no connection, the connection sent no byte, or its TLS
 * handshake was not done (Node sends nothing before that). This works since each request has its own
 * connection. A property that a Node version does not have proves nothing.
 */
function carriedNothing(link: unknown): boolean {
	const request = field(link, 'request');
	const socket = field(request, 'socket');
	if (socket === null) return true;
	return field(socket, 'secureConnecting') === true || field(socket, '_bytesDispatched') === 0;
}

/** Whether n8n's protection (SSRF) refused the address, which happens before it connects. */
const isBlocked = (link: unknown): boolean => /^SsrfBlocked/.test(String(field(link, 'name')));

/** Whether Node refused the request because of invalid characters, so that none was sent. */
const wasRefusedByNode = (code: string | undefined): boolean =>
	/^ERR_(INVALID_URL|INVALID_CHAR|UNESCAPED_CHARACTERS)$/.test(code ?? '');

const field = (value: unknown, name: string): unknown =>
	typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
